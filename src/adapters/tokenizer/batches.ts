// How texts travel to the worker: in batches it answers in a moment, so that an abort is never long in coming.

/** Parts of texts; `owners` says which text each belongs to. */
export interface Batch {
  readonly parts: readonly string[];
  readonly owners: readonly number[];
}

/** UTF-16 units of a batch, give or take the last part. */
const batchLength = 65_536;
const partLength = 32_768;
/** A cut looks this far back for a space to stand before, which costs no token. */
const spaceWithin = 256;

export function* textBatches(texts: readonly string[]): Generator<Batch> {
  let parts: string[] = [];
  let owners: number[] = [];
  let length = 0;
  for (const [owner, text] of texts.entries()) {
    for (const part of textParts(text)) {
      parts.push(part);
      owners.push(owner);
      length += part.length + 1;
      if (length < batchLength) continue;
      yield { parts, owners };
      [parts, owners, length] = [[], [], 0];
    }
  }
  if (parts.length > 0) yield { parts, owners };
}

function* textParts(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > partLength) {
    const end = cutBefore(text, start + partLength);
    yield text.slice(start, end);
    start = end;
  }
  if (start < text.length) yield text.slice(start);
}

function cutBefore(text: string, limit: number): number {
  const space = text.slice(limit - spaceWithin, limit).lastIndexOf(' ');
  if (space >= 0) return limit - spaceWithin + space;
  // The second half of a surrogate pair stays with the first.
  return /[\udc00-\udfff]/.test(text.charAt(limit)) ? limit - 1 : limit;
}
