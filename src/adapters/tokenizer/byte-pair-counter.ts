// Counts the tokens of a byte-pair encoding from the table js-tiktoken ships. Its own encoder takes minutes for a
// megabyte of Chinese, because it looks every pair up again after every merge; this one keeps what it looked up, and
// gives the same numbers.

/** The part of a js-tiktoken table that counting needs. */
export interface RankTable {
  /** How a text falls into words, as the source of a regular expression. */
  readonly pat_str: string;
  /** Lines of a mark, the first rank and the tokens in base64, in the order of their ranks. */
  readonly bpe_ranks: string;
}

/** Bytes are the characters of a string below 256, so that they can be looked up. */
type Bytes = string;

const longestKept = 64;
const mostKept = 50_000;
const nonAscii = /[^\x00-\x7f]/;

/** Counts tokens; text that looks like a special token is counted as the text it is. */
export function createTokenCounter(table: RankTable): (text: string) => number {
  const ranks = ranksOf(table);
  const words = new RegExp(table.pat_str, 'gu');
  let kept = new Map<string, number>();
  const tokensOf = (word: string): number => {
    const known = kept.get(word);
    if (known !== undefined) return known;
    const bytes = nonAscii.test(word) ? Buffer.from(word).toString('latin1') : word;
    const count = ranks.has(bytes) ? 1 : mergedParts(bytes, ranks);
    if (word.length <= longestKept) {
      if (kept.size >= mostKept) kept = new Map();
      kept.set(word, count);
    }
    return count;
  };
  return (text) => {
    let count = 0;
    for (const [word] of text.matchAll(words)) count += tokensOf(word);
    return count;
  };
}

function ranksOf({ bpe_ranks: lines }: RankTable): ReadonlyMap<Bytes, number> {
  const ranks = new Map<Bytes, number>();
  for (const line of lines.split('\n')) {
    const [, first, ...tokens] = line.split(' ');
    tokens.forEach((token, place) => ranks.set(atob(token), Number(first) + place));
  }
  return ranks;
}

/** Joins the neighbours of the lowest rank, the first of equals, until no two neighbours have one; says how many remain. */
function mergedParts(bytes: Bytes, ranks: ReadonlyMap<Bytes, number>): number {
  const starts = Array.from({ length: bytes.length + 1 }, (_, place) => place);
  const rankAt = (part: number): number =>
    part + 2 < starts.length
      ? (ranks.get(bytes.slice(starts[part], starts[part + 2])) ?? Infinity)
      : Infinity;
  const pairs = starts.map((_, part) => rankAt(part));
  for (;;) {
    let lowest = Infinity;
    let at = 0;
    for (let part = 0; part < pairs.length; part++) {
      const rank = pairs[part] ?? Infinity;
      if (rank < lowest) {
        lowest = rank;
        at = part;
      }
    }
    if (lowest === Infinity) return starts.length - 1;
    starts.splice(at + 1, 1);
    pairs.splice(at + 1, 1);
    pairs[at] = rankAt(at);
    if (at > 0) pairs[at - 1] = rankAt(at - 1);
  }
}
