// The head of the panel: what conversation this is, which model works, how full its window is, and what holds for all of it.

import type { Banner, MeterView, ModelView, SessionView } from '../src/protocol/snapshot.ts';
import { element, icon } from './element.ts';
import { meterText, meterTitle, panelTexts } from './texts/panel.ts';
import { button } from './toolkit.ts';

export interface HeaderActions {
  chooseModel(): void;
  showDiagnostics(): void;
  bannerAction(name: string): void;
}

export class Header {
  readonly element: HTMLElement;
  private readonly actions: HeaderActions;
  private readonly title = element('h1', { class: 'title' });
  private readonly model: HTMLButtonElement;
  private readonly modelName = element('span', { class: 'chip-text' });
  private readonly meter: HTMLButtonElement;
  private readonly banners = element('div', { class: 'banners' });

  constructor(actions: HeaderActions) {
    this.actions = actions;
    this.model = element(
      'button',
      { class: 'chip', attributes: { type: 'button', 'data-action': 'model' } },
      [this.modelName, icon('chevron-down')],
    );
    this.model.addEventListener('click', () => actions.chooseModel());
    this.meter = element('button', {
      class: 'chip meter',
      attributes: { type: 'button', 'data-action': 'meter' },
    });
    this.meter.addEventListener('click', () => actions.showDiagnostics());
    const chips = element('div', { class: 'chips' }, [this.model, this.meter]);
    const line = element('div', { class: 'header-line' }, [this.title, chips]);
    this.element = element('header', { class: 'header' }, [line, this.banners]);
    this.setMeter(undefined);
  }

  setSession(session: SessionView): void {
    this.title.textContent = session.title === '' ? panelTexts.title : session.title;
    this.title.title = session.path;
  }

  setModel(model: ModelView): void {
    this.modelName.textContent = model.label;
    this.model.title = `${panelTexts.chooseModel}\n${model.detail}`;
    this.model.setAttribute('aria-label', `${panelTexts.chooseModel}: ${model.label}`);
  }

  setMeter(meter: MeterView | undefined): void {
    this.meter.hidden = meter === undefined;
    if (meter === undefined) return;
    this.meter.textContent = meterText(meter);
    this.meter.title = meterTitle(meter);
    this.meter.dataset['near'] = String(meter.near);
    this.meter.setAttribute('aria-label', `${panelTexts.showDiagnostics}: ${meterText(meter)}`);
  }

  setBanners(banners: readonly Banner[]): void {
    this.banners.replaceChildren(...banners.map((banner) => this.banner(banner)));
  }

  private banner({ id, level, text, action }: Banner): HTMLElement {
    const attributes = { 'data-id': id, 'data-level': level };
    const parts: Node[] = [icon(level), element('span', { class: 'notice-text', text })];
    if (action !== undefined) {
      const press = (): void => this.actions.bannerAction(action.name);
      parts.push(button({ label: action.label, look: 'secondary', press }));
    }
    return element('div', { class: 'banner', attributes }, parts);
  }
}
