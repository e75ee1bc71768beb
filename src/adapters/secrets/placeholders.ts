// What stands where a secret could stand and is none: variables, examples, and what has been masked before.

/** A variable, a template, or the masked text itself. */
const variable = /^\$[A-Za-z_{(]|\$\{|\$\(|\{\{|^\{[^}]*\}$|^<[^>]*>$|^%[A-Za-z_]+%$|\[masked\]/;
/** Words people write for a key they do not want to show, and dots or stars for what they left out. */
const standIn =
  /example|place_?holder|redacted|change[-_]?me|dummy|(?:^|[^a-z])(?:your|insert|replace)[-_ ]|x{5}|\*{3}|\.{3}|…/i;
/** A word that names what belongs there, with a number at most: what examples and defaults consist of. */
const ownName =
  /^(?:my|the|a|some|test)?[-_]?(?:password|passwd|passphrase|username|secret|token|api[-_]?key)\d{0,4}$/i;

/** True for text that only says where a secret would go. */
export function isPlaceholder(value: string): boolean {
  return variable.test(value) || standIn.test(value) || ownName.test(value) || isMonotonous(value);
}

/** So few different characters that nobody would call it a key: `aaaaaaaa`, `00000000-0000`. */
function isMonotonous(value: string): boolean {
  return new Set(value.slice(0, 64)).size <= 3;
}
