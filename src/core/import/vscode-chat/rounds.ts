// What the model said and called, as the extension kept it in rounds, matched with what the editor shows. The rounds
// have the exact words, arguments and results; the editor's parts have everything the person saw.

import type { Round, RoundCall } from './export.ts';
import type { Stretch } from './stretches.ts';

export interface MatchedCall {
  readonly call: RoundCall;
  readonly round: number;
}

/** One round within a stretch: its words, and the calls the editor shows no part for. */
export interface SpokenRound {
  readonly round: number;
  readonly words: string;
  readonly unshown: readonly MatchedCall[];
}

export interface MatchedStretch {
  readonly stretch: Stretch;
  /** The rounds that begin in this stretch. */
  readonly rounds: readonly SpokenRound[];
  /** The rounds say just what the person saw, so their words may stand for it. */
  readonly isExact: boolean;
  /** The call its invocation shows. */
  readonly call: MatchedCall | undefined;
}

/** Undefined where invocations and calls cannot be matched: then only the editor's parts are to be trusted. */
export function matchRounds(
  stretches: readonly Stretch[],
  rounds: readonly Round[],
): readonly MatchedStretch[] | undefined {
  const calls = rounds.flatMap((round, index) => round.calls.map((call) => ({ call, round: index })));
  const places = matchedPlaces(stretches, calls);
  if (places === undefined || rounds.length === 0) return undefined;
  let nextCall = 0;
  let nextRound = 0;
  return stretches.map((stretch, index) => {
    const place = places[index] ?? calls.length;
    const call = stretch.invocation === undefined ? undefined : calls[place];
    const unshown = calls.slice(nextCall, place);
    const end = Math.max(nextRound, (call?.round ?? rounds.length - 1) + 1);
    const earliest = Math.min(nextRound, unshown[0]?.round ?? nextRound);
    const spoken = rounds.slice(earliest, end).map((round, offset): SpokenRound => {
      const number = earliest + offset;
      const words = number < nextRound ? '' : round.response;
      return { round: number, words, unshown: unshown.filter((other) => other.round === number) };
    });
    nextCall = place + 1;
    nextRound = end;
    return { stretch, rounds: spoken, isExact: saysTheSame(stretch, spoken), call };
  });
}

/** For each stretch the place of its call, rising; by id, or by order where there are as many of both. */
function matchedPlaces(
  stretches: readonly Stretch[],
  calls: readonly MatchedCall[],
): readonly number[] | undefined {
  const shown = stretches.flatMap(({ invocation }) => invocation ?? []);
  const byId = shown.map(({ part }) =>
    calls.findIndex(
      ({ call }) => call.id !== undefined && plainId(call.id) === plainId(part.toolCallId ?? ''),
    ),
  );
  const rising = byId.every((place, index) => place >= 0 && place > (byId[index - 1] ?? -1));
  if (shown.length > 0 && rising) return byId;
  return shown.length === calls.length ? shown.map((_, index) => index) : undefined;
}

/** The extension marks the ids of one window with a suffix. */
function plainId(id: string): string {
  return id.replace(/__vscode-\d+$/, '');
}

/** The editor trims and re-wraps what it shows and turns names into references; thoughts come before words. */
function saysTheSame(stretch: Stretch, rounds: readonly SpokenRound[]): boolean {
  const first = stretch.said.findIndex(({ kind }) => kind === 'text');
  if (first >= 0 && first < stretch.said.length - 1) return false;
  const shown = first < 0 ? '' : (stretch.said[first]?.text ?? '');
  return bare(shown) === bare(rounds.map(({ words }) => words).join(''));
}

function bare(text: string): string {
  return text.replace(/[\s`]+/g, '');
}
