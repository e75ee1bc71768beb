// Who is told of what happens in a chat. Events reach every listener in the order in which they happened.

import type { ChatEvent } from './events.ts';

type Listener = (event: ChatEvent) => void;

export class Listeners {
  private readonly listeners = new Set<Listener>();

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
      } catch {
        // Whoever shows a chat must not be able to stop it; its fault is its own.
        continue;
      }
    }
  };
}
