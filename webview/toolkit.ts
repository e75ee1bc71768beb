// The one file that knows the widget kit. Its badge is left out: its template sets an inline style, which the page's
// content security policy refuses.

import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeDivider,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeProgressRing,
} from '@vscode/webview-ui-toolkit';
import { element } from './element.ts';

/** Registers the widgets; once, before any of them is made. */
export function registerWidgets(): void {
  provideVSCodeDesignSystem().register(
    vsCodeButton(),
    vsCodeDivider(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodeProgressRing(),
  );
}

export interface ButtonSpec {
  readonly label: string;
  readonly look: 'primary' | 'secondary';
  readonly press: () => void;
}

export function button({ label, look, press }: ButtonSpec): HTMLElement {
  const made = document.createElement('vscode-button');
  made.setAttribute('appearance', look);
  made.textContent = label;
  made.addEventListener('click', press);
  return made;
}

export function divider(): HTMLElement {
  return document.createElement('vscode-divider');
}

/** A ring that turns; it stands still as an icon where motion is not wanted (the widget itself ignores that wish). */
export function progressRing(): HTMLElement {
  const ring = document.createElement('vscode-progress-ring');
  ring.setAttribute('aria-hidden', 'true');
  const still = element('span', { class: 'codicon codicon-loading still-ring' });
  return element('span', { class: 'ring', attributes: { 'aria-hidden': 'true' } }, [ring, still]);
}

export interface DropdownSpec {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly choose: (value: string) => void;
}

export interface Dropdown {
  readonly element: HTMLElement;
  set(value: string): void;
}

export function dropdown({ label, options, choose }: DropdownSpec): Dropdown {
  const made: HTMLElement & { value?: unknown } = document.createElement('vscode-dropdown');
  made.setAttribute('aria-label', label);
  made.title = label;
  for (const option of options) {
    const item = document.createElement('vscode-option');
    item.setAttribute('value', option.value);
    item.textContent = option.label;
    made.append(item);
  }
  made.addEventListener('change', () => {
    if (typeof made.value === 'string') choose(made.value);
  });
  return {
    element: made,
    set: (value) => {
      made.value = value;
    },
  };
}
