// Shows long work on a terminal: one line on standard error that is rewritten, says how long it takes, and is taken away
// at the end.

import { systemClock } from '../adapters/system/clock.ts';
import type { Clock } from '../base/clock.ts';
import type { CompactionPhase } from '../core/compaction/phases.ts';
import { asOneLine } from './failure.ts';
import type { CliHost } from './host.ts';
import { cutToWidth } from './wrap.ts';

export interface Progress {
  show(text: string): void;
  /** Takes the line away, so that what follows stands alone. */
  clear(): void;
}

const usualColumns = 80;
/** What claims to be narrower does not know its size. */
const leastColumns = 20;
const tickMs = 1000;
const emptyLine = '\r\u001b[2K';

/** Shows nothing unless a person watches. */
export function createProgress(host: CliHost, clock: Clock = systemClock): Progress {
  return host.watched ? new TerminalProgress(host, clock) : { show: () => undefined, clear: () => undefined };
}

class TerminalProgress implements Progress {
  private readonly host: CliHost;
  private readonly clock: Clock;
  private text = '';
  private since = 0;
  private ticking: AbortController | undefined;

  constructor(host: CliHost, clock: Clock) {
    this.host = host;
    this.clock = clock;
  }

  show(text: string): void {
    this.text = asOneLine(text);
    this.since = this.clock.now();
    this.draw();
    if (this.ticking === undefined) void this.tick((this.ticking = new AbortController()).signal);
  }

  clear(): void {
    if (this.ticking === undefined) return;
    this.ticking.abort();
    this.ticking = undefined;
    this.host.err(emptyLine);
  }

  private async tick(stop: AbortSignal): Promise<void> {
    for (;;) {
      await this.clock.delay(tickMs, stop);
      if (stop.aborted) return;
      this.draw();
    }
  }

  private draw(): void {
    const seconds = Math.floor((this.clock.now() - this.since) / 1000);
    const elapsed = seconds < 1 ? '' : ` · ${seconds} s`;
    // A line as wide as the terminal would wrap on some, and only its last row could be taken away.
    const { columns = 0 } = this.host;
    const width = (columns < leastColumns ? usualColumns : columns) - 1 - elapsed.length;
    this.host.err(emptyLine + cutToWidth(this.text, width) + elapsed);
  }
}

/** What a person reads while a compaction runs. */
export function phaseText(phase: CompactionPhase): string | undefined {
  switch (phase.phase) {
    case 'preparing':
      return 'Compacting… reading the conversation';
    case 'summarizing':
      return `Compacting… writing the summary, attempt ${phase.attempt} of ${phase.attempts}; Ctrl-C cancels`;
    case 'waiting':
      return `Compacting… trying again in ${phase.ms / 1000} s; ${phase.reason}`;
    case 'applying':
      return 'Compacting… saving the new segment';
    case 'completed':
    case 'accuracy-notice':
      return undefined;
  }
}
