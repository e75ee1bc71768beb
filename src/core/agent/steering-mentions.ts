// What steering refers to with `@`: looked up while it waits, so that it is known when its request is judged and sent.

import { unlessAborted } from '../../base/abort.ts';
import type { OutboxEntry } from '../sessions/session-record.ts';
import type { ExpandMentions, Mentioned } from './expand-mentions.ts';
import type { InputQueue } from './input-queue.ts';

interface Known {
  readonly text: string;
  readonly mentions: readonly Mentioned[];
}

export class SteeringMentions {
  private readonly inputs: InputQueue;
  private readonly expand: ExpandMentions;
  private known: ReadonlyMap<string, Known> = new Map();

  constructor(inputs: InputQueue, expand: ExpandMentions) {
    this.inputs = inputs;
    this.expand = expand;
  }

  /** Whether all steering that would be delivered now was looked up as it reads now. */
  get isComplete(): boolean {
    return this.next() === undefined;
  }

  /** Looks up what was not yet, also what comes meanwhile. False when the signal aborts first. */
  async lookUp(signal: AbortSignal): Promise<boolean> {
    for (let entry = this.next(); entry !== undefined; entry = this.next()) {
      const { id, text } = entry;
      const found = await unlessAborted(this.expand(text, signal), signal);
      if (found === undefined) return false;
      const waiting = new Set(this.inputs.steering.map((other) => other.id));
      const kept = [...this.known].filter(([other]) => waiting.has(other));
      this.known = new Map([...kept, [id, { text, mentions: found.value }]]);
    }
    return true;
  }

  /** Nothing for what was not looked up. */
  of({ id, text }: OutboxEntry): readonly Mentioned[] {
    const known = this.known.get(id);
    return known?.text === text ? known.mentions : [];
  }

  private next(): OutboxEntry | undefined {
    const { isHeld, steering } = this.inputs;
    return isHeld ? undefined : steering.find(({ id, text }) => this.known.get(id)?.text !== text);
  }
}
