// A compaction by the program whose summary a loopback server writes.

import { summaryOf } from '../unit/core/summary/summary-of.ts';
import type { Loopback } from '../support/loopback/server.ts';
import type { WireName } from '../support/loopback/wire.ts';
import { Running, type StartOptions } from './program.ts';

/** The JSON value of `compact`, as far as tests look at it. */
export interface CompactJson {
  readonly outcome: string;
  readonly reason?: string;
  readonly session: string;
  readonly segment: { readonly from: number; readonly to: number };
  readonly tokens: { readonly before: number; readonly after: number; readonly source: string };
  readonly turns: { readonly total: number; readonly kept: number };
  readonly summary: {
    readonly provider: string;
    readonly model: string;
    readonly attempts: number;
    readonly characters: number;
    readonly carried: readonly string[];
  };
  readonly ms: { readonly total: number; readonly local: number };
}

export const goodSummary = summaryOf('continuation', {
  Scope: '- The pantry keeps recipes: 漢字, “quotes” and 😀.',
  'Next Steps': '- Show the notes.',
});

/** The words of a command line that asks this server. */
export function compactArgs(session: string, server: Pick<Loopback, 'baseUrl'>, wire: WireName): string[] {
  return [
    ...['compact', session, '--provider', wire, '--model', 'scripted'],
    ...['--base-url', server.baseUrl(wire), '--json'],
  ];
}

export interface CompactOptions extends StartOptions {
  readonly wire?: WireName;
  readonly more?: readonly string[];
}

export function startCompact(
  session: string,
  server: Pick<Loopback, 'baseUrl'>,
  options: CompactOptions = {},
): Running {
  const { wire = 'anthropic', more = [] } = options;
  return new Running([...compactArgs(session, server, wire), ...more], options);
}
