// Processes that exist only on paper: tests start and end them at will.

import type { ProcessIdentity, ProcessTable } from '../../src/adapters/disk/process-table.ts';

export interface PaperProcess extends ProcessTable {
  readonly identity: ProcessIdentity;
  end(): void;
}

export class MemoryProcesses {
  private readonly running = new Map<number, string>();
  private started = 0;

  /** A process; `pid` may be one that was used before, as systems do. */
  start(options: { readonly host?: string; readonly pid?: number } = {}): PaperProcess {
    this.started++;
    const { host = 'this-host', pid = 1000 + this.started } = options;
    const identity: ProcessIdentity = { pid, host, start: `start-${this.started}`, space: null };
    this.running.set(pid, identity.start ?? '');
    return {
      identity,
      self: async () => identity,
      sees: async (other) => other.host === host,
      runs: async (other) => this.running.get(other.pid) === other.start,
      end: () => this.running.delete(pid),
    };
  }

  /** All of them at once, as a power cut does. */
  endAll(): void {
    this.running.clear();
  }
}
