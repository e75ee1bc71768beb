// Places of secrets in a text and what stands there afterwards. Everything outside the places stays byte for byte.

/** A place in a text, in UTF-16 units; `end` is the first unit behind it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What stands where a secret stood. It never makes a text longer: nothing shorter is taken for a secret. */
const maskText = '[masked]';

/** The span, unless it is too short to be masked without making the text longer. */
export function maskableSpan(start: number, end: number): Span | undefined {
  return end - start < maskText.length ? undefined : { start, end };
}

/** Sorted, and spans that share a unit made one; so the number of them is the number of secrets. */
export function separateSpans(spans: readonly Span[]): readonly Span[] {
  const separate: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = separate.at(-1);
    if (last === undefined || span.start >= last.end) separate.push(span);
    else if (span.end > last.end) separate[separate.length - 1] = { start: last.start, end: span.end };
  }
  return separate;
}

export interface WithMasks {
  readonly text: string;
  /** Where the masks stand in it. */
  readonly masks: readonly Span[];
}

/** The text with every span replaced. The spans are sorted and share no unit. */
export function withMasks(text: string, spans: readonly Span[]): WithMasks {
  const parts: string[] = [];
  const masks: Span[] = [];
  let copied = 0;
  let length = 0;
  for (const span of spans) {
    parts.push(text.slice(copied, span.start), maskText);
    length += span.start - copied + maskText.length;
    masks.push({ start: length - maskText.length, end: length });
    copied = span.end;
  }
  parts.push(text.slice(copied));
  return { text: parts.join(''), masks };
}

/** The spans with `margin` units more on both sides, those that then meet made one. */
export function widenedSpans(spans: readonly Span[], margin: number, length: number): readonly Span[] {
  return separateSpans(
    spans.map(({ start, end }) => ({
      start: Math.max(0, start - margin),
      end: Math.min(length, end + margin),
    })),
  );
}
