// What waits to be delivered, above the composer: in its order, to be changed or removed.

import type { QueueView } from '../../src/protocol/snapshot.ts';
import { element, iconButton, linkButton } from '../element.ts';
import { queueText, queueTexts, queuedAsText } from '../texts/composer.ts';

export interface QueueActions {
  /** `null` removes it. Resolves to false when it waits on as it was, and the person was told why. */
  edit(id: string, text: string | null): Promise<boolean>;
  pause(): Promise<void>;
  resume(): Promise<void>;
}

export class QueueList {
  readonly element: HTMLElement = element('section', {
    class: 'queue',
    attributes: { 'aria-label': queueTexts.queue },
  });
  private readonly actions: QueueActions;
  private queue: QueueView = { items: [], paused: 'no' };
  private editing: string | undefined;

  constructor(actions: QueueActions) {
    this.actions = actions;
    this.element.hidden = true;
  }

  show(queue: QueueView): void {
    this.queue = queue;
    // A text that is being changed stays as it is until it is saved, or gone.
    if (this.editing !== undefined && queue.items.some(({ id }) => id === this.editing)) return;
    this.editing = undefined;
    this.draw();
  }

  private draw(): void {
    const { items, paused } = this.queue;
    this.element.hidden = items.length === 0 && paused === 'no';
    const isPaused = paused !== 'no';
    const pause = linkButton(isPaused ? queueTexts.resume : queueTexts.pause, () => {
      void (isPaused ? this.actions.resume() : this.actions.pause());
    });
    pause.dataset['action'] = isPaused ? 'resume' : 'pause';
    const head = element('div', { class: 'queue-head' }, [
      element('span', { text: queueText(this.queue) }),
      pause,
    ]);
    const list = element(
      'ol',
      { class: 'queue-items' },
      items.map((item) => this.item(item)),
    );
    this.element.replaceChildren(head, list);
  }

  private item(item: QueueView['items'][number]): HTMLElement {
    const badge = element('span', { class: 'badge', text: queuedAsText(item.as) });
    if (item.id === this.editing) {
      return element('li', { class: 'queue-item', attributes: { 'data-id': item.id } }, this.editor(item));
    }
    const edit = iconButton('edit', queueTexts.edit, () => {
      // One at a time: drawing anew would lose what is written in the other.
      if (this.editing === undefined) {
        this.editing = item.id;
        this.draw();
      }
      this.element.querySelector('textarea')?.focus();
    });
    const remove = iconButton('close', queueTexts.remove, () => {
      void this.actions.edit(item.id, null);
    });
    edit.dataset['action'] = 'edit';
    remove.dataset['action'] = 'remove';
    const text = element('span', { class: 'queue-text', text: item.text, attributes: { title: item.text } });
    return element('li', { class: 'queue-item', attributes: { 'data-id': item.id } }, [
      badge,
      text,
      edit,
      remove,
    ]);
  }

  private editor(item: QueueView['items'][number]): readonly HTMLElement[] {
    const field = element('textarea', { class: 'text-field', attributes: { 'aria-label': queueTexts.edit } });
    field.value = item.text;
    const close = (): void => {
      if (this.editing !== item.id) return;
      this.editing = undefined;
      this.draw();
    };
    const keep = async (text: string): Promise<void> => {
      if (field.readOnly) return;
      if (text === item.text) {
        close();
        return;
      }
      // Until the host has it, this is the only place where it is.
      field.readOnly = true;
      const isDone = await this.actions.edit(item.id, text === '' ? null : text);
      field.readOnly = false;
      if (isDone) close();
      else field.focus();
    };
    const save = iconButton('check', queueTexts.save, () => void keep(field.value.trim()));
    const discard = iconButton('discard', queueTexts.discard, close);
    field.addEventListener('keydown', (event) => {
      if (event.isComposing) return;
      if (event.key === 'Enter' && !event.shiftKey) {
        event.preventDefault();
        void keep(field.value.trim());
      } else if (event.key === 'Escape') close();
    });
    return [field, save, discard];
  }
}
