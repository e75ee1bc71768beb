// Who is told of what happens in a chat. Events reach every listener in the order in which they happened.

import { reasonOf } from '../../base/fail.ts';
import type { ChatEvent } from './events.ts';

type Listener = (event: ChatEvent) => void;

export class Listeners {
  private readonly listeners = new Set<Listener>();
  private readonly report: (problem: string) => void;
  private readonly reported = new Set<ChatEvent['event']>();

  /** `report` is told of a listener that threw, once for each kind of event. It never throws. */
  constructor(report: (problem: string) => void) {
    this.report = report;
  }

  /** Returns how to stop listening. */
  add(listener: Listener): () => void {
    // A function of its own: adding the same one twice is hearing twice.
    const own: Listener = (event) => listener(event);
    this.listeners.add(own);
    return () => this.listeners.delete(own);
  }

  readonly emit = (event: ChatEvent): void => {
    for (const listener of [...this.listeners]) {
      try {
        listener(event);
      } catch (error) {
        // Whoever shows a chat must not be able to stop it.
        this.failed(event, error);
      }
    }
  };

  private failed({ event }: ChatEvent, error: unknown): void {
    if (this.reported.has(event)) return;
    this.reported.add(event);
    this.report(`the event "${event}" of the chat could not be shown: ${reasonOf(error)}`);
  }
}
