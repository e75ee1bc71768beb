// Makes elements in one expression. Text always goes in as text: nothing here can turn a string into markup.

export interface ElementSpec {
  readonly class?: string | undefined;
  readonly text?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>> | undefined;
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  spec: ElementSpec = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (spec.class !== undefined) made.className = spec.class;
  if (spec.text !== undefined) made.textContent = spec.text;
  for (const [name, value] of Object.entries(spec.attributes ?? {})) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A codicon: for the eye only. */
export function icon(name: string): HTMLElement {
  return element('span', { class: `codicon codicon-${name}`, attributes: { 'aria-hidden': 'true' } });
}

/** A button with an icon and a name that is read out and shown as a tooltip. */
export function iconButton(name: string, label: string, press: () => void): HTMLButtonElement {
  const button = element(
    'button',
    { class: 'icon-button', attributes: { type: 'button', 'aria-label': label, title: label } },
    [icon(name)],
  );
  button.addEventListener('click', press);
  return button;
}

/** A button that looks like a link, for things of less weight. */
export function linkButton(label: string, press: () => void): HTMLButtonElement {
  const button = element('button', { class: 'link-button', text: label, attributes: { type: 'button' } });
  button.addEventListener('click', press);
  return button;
}
