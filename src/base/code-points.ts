// Characters are Unicode code points everywhere: limits, budgets and counts. A cut never splits a surrogate pair.

const anyPair = /[\ud800-\udbff][\udc00-\udfff]/;
const anyNonAscii = /[^\x00-\x7f]/;

/** Number of code points; a lone surrogate counts as one. */
export function codePointLength(text: string): number {
  if (!anyPair.test(text)) return text.length;
  let count = 0;
  for (let unit = 0; unit < text.length; unit++) {
    if (isPairAt(text, unit)) unit++;
    count++;
  }
  return count;
}

/** The UTF-16 index after the first `count` code points, or the length when there are fewer. */
export function codePointIndex(text: string, count: number): number {
  if (count <= 0) return 0;
  if (text.length <= count) return text.length;
  if (!anyPair.test(text.slice(0, count + 1))) return count;
  let unit = 0;
  for (let seen = 0; seen < count && unit < text.length; seen++) unit += isPairAt(text, unit) ? 2 : 1;
  return unit;
}

/** The first `count` code points. */
export function firstCodePoints(text: string, count: number): string {
  return text.slice(0, codePointIndex(text, count));
}

/** True when the text is longer than `count` code points, without counting all of it. */
export function isLongerThan(text: string, count: number): boolean {
  if (text.length <= count) return false;
  return text.length > 2 * count || codePointLength(text) > count;
}

/** Bytes of the text in UTF-8; a lone surrogate takes the three of the replacement character. */
export function utf8Length(text: string): number {
  if (!anyNonAscii.test(text)) return text.length;
  let bytes = text.length;
  for (let unit = 0; unit < text.length; unit++) {
    const code = text.charCodeAt(unit);
    if (code < 0x80) continue;
    if (code < 0x800) bytes += 1;
    else if (isPairAt(text, unit)) {
      bytes += 2;
      unit++;
    } else bytes += 2;
  }
  return bytes;
}

/** The text with every lone surrogate replaced, so that it survives UTF-8 unchanged. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

function isPairAt(text: string, unit: number): boolean {
  const high = text.charCodeAt(unit);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = text.charCodeAt(unit + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}
