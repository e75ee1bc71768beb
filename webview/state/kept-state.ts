// What the webview itself keeps over a rebuild of its page: what is open, where it was scrolled to, what stood in the
// composer. Everything else is the host's. It may be lost on a hard reload, which costs nothing but comfort.

import * as z from 'zod';
import { draftSchema } from '../../src/protocol/snapshot.ts';

/** How many opened rows are remembered, newest last. */
const mostOpen = 300;

const keptSchema = z.object({
  /** Of the session the rest belongs to. */
  path: z.string(),
  open: z.array(z.string()),
  /** The first visible row and how far it was scrolled; null at the end. */
  anchor: z.object({ key: z.string(), offset: z.number() }).nullable(),
  draft: draftSchema,
});

export type Kept = z.infer<typeof keptSchema>;

const nothingKept: Kept = {
  path: '',
  open: [],
  anchor: null,
  draft: { text: '', caret: 0, edited: 0 },
};

/** What was kept, or nothing when something else is found in its place. */
export function readKept(value: unknown): Kept {
  const parsed = keptSchema.safeParse(value);
  return parsed.success ? parsed.data : nothingKept;
}

/** Which rows a person opened or closed, against what a row shows by itself. */
export class Disclosure {
  private readonly open: Set<string>;
  private readonly changed: () => void;

  constructor(open: readonly string[], changed: () => void) {
    this.open = new Set(open);
    this.changed = changed;
  }

  has(key: string): boolean {
    return this.open.has(key);
  }

  set(key: string, state: 'open' | 'closed'): void {
    this.open.delete(key);
    if (state === 'open') this.open.add(key);
    this.changed();
  }

  /** Rows that were archived do not pass on what was open (behaviour 15.5). */
  keepOnly(keys: (key: string) => boolean): void {
    for (const key of [...this.open]) if (!keys(key.split('\n')[0] ?? key)) this.open.delete(key);
    this.changed();
  }

  list(): string[] {
    return [...this.open].slice(-mostOpen);
  }
}
