// Builds transcripts in a sentence: conversation().user('…').calls('read', {…}).results('…').assistant('…').records()

import type { Json, JsonObject } from '../../src/base/json.ts';
import { textContent, type Part } from '../../src/core/transcript/parts.ts';
import type { RecordOf, TranscriptRecord } from '../../src/core/transcript/record.ts';

const at = '2026-11-30T12:00:00.000Z';

type Content = string | readonly Part[];

export class Conversation {
  private readonly list: TranscriptRecord[] = [];
  private turn = 0;
  private ids = 0;
  private calls_ = 0;
  private readonly open: string[] = [];

  records(): readonly TranscriptRecord[] {
    return [...this.list];
  }

  /** The number of the running turn. */
  get currentTurn(): number {
    return this.turn;
  }

  summary(text: string, author: RecordOf<'summary'>['author'] = { kind: 'offline' }): this {
    return this.add({ kind: 'summary', content: [...textContent(text)], author, purpose: 'continuation' });
  }

  task(text: string, path: string): this {
    return this.add({ kind: 'task', content: [...textContent(text)], path });
  }

  /** Opens a new turn. */
  user(content: Content): this {
    this.turn++;
    return this.add({ kind: 'user', content: parts(content) });
  }

  steering(content: Content): this {
    return this.add({ kind: 'user', content: parts(content), origin: 'steering' });
  }

  assistant(content: Content): this {
    return this.add({ kind: 'assistant', content: parts(content) });
  }

  reasoning(text: string, provider?: { name: string; data: Json }): this {
    return this.add({
      kind: 'reasoning',
      content: parts(text),
      ...(provider === undefined ? {} : { provider }),
    });
  }

  /** A call of the current batch; its result comes with `results`, in call order. */
  calls(name: string, input: JsonObject = {}): this {
    const callId = `call-${++this.calls_}`;
    this.open.push(callId);
    return this.add({ kind: 'tool-call', callId, name, input });
  }

  /** Results for the open calls, oldest first. */
  results(...contents: readonly Content[]): this {
    for (const content of contents) this.result(content, false);
    return this;
  }

  fails(content: Content): this {
    return this.result(content, true);
  }

  reminder(text: string): this {
    return this.add({ kind: 'reminder', content: parts(text) });
  }

  touched(path: string, access: 'read' | 'modified' = 'modified'): this {
    return this.add({ kind: 'file-touch', path, access });
  }

  /** Ends the turn with a fork point. */
  settled(outcome: RecordOf<'fork-point'>['outcome'] = 'success'): this {
    return this.add({ kind: 'fork-point', outcome });
  }

  directiveStart(directive: string): this {
    this.turn++;
    this.add({ kind: 'directive-start', directive });
    this.turn--;
    return this;
  }

  directiveEnd(directive: string): this {
    return this.add({ kind: 'directive-end', directive });
  }

  /** Any record; id, turn and time are filled in. */
  add(fields: RecordFields): this {
    const id = `r${++this.ids}`;
    this.list.push({ id, turn: this.turn, at, ...fields });
    return this;
  }

  private result(content: Content, isError: boolean): this {
    const callId = this.open.shift();
    if (callId === undefined) throw new Error('A result without an open call');
    return this.add({
      kind: 'tool-result',
      callId,
      content: parts(content),
      ...(isError ? { isError } : {}),
    });
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type RecordFields = DistributiveOmit<TranscriptRecord, 'id' | 'turn' | 'at'>;

export function conversation(): Conversation {
  return new Conversation();
}

function parts(content: Content): Part[] {
  return typeof content === 'string' ? [...textContent(content)] : [...content];
}
