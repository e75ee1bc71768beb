// The text in the composer on its way to where it is kept: the page's own state and the host, soon after each change and
// at once when the page may be about to go.

import type { Draft } from '../../src/protocol/snapshot.ts';

/** What is typed within it is lost when the page is gone without a word. */
const delayMs = 100;

export class DraftKeeper {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private latest: Draft | undefined;
  private readonly keep: (draft: Draft) => void;

  constructor(keep: (draft: Draft) => void) {
    this.keep = keep;
    for (const event of ['blur', 'pagehide'] as const) window.addEventListener(event, () => this.flush());
    document.addEventListener('visibilitychange', () => this.flush());
  }

  changed(draft: Draft): void {
    this.latest = draft;
    this.timer ??= setTimeout(() => this.flush(), delayMs);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { latest } = this;
    this.latest = undefined;
    if (latest !== undefined) this.keep(latest);
  }
}

/** The newer of two; of equally old ones the first. */
export function newerDraft(one: Draft, other: Draft): Draft {
  return other.edited > one.edited ? other : one;
}
