// A text in which nothing hides: for what a person decides about by reading it, such as a command or a change of a file.

/** What has no shape of its own, turns the order of letters round, or looks like a space and is none. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gu;
const plain = /^[ \n\t]$/;

/** Every hidden character as its number, such as `⟨U+202E⟩`; spaces, tabs and line feeds stay. */
export function visibleText(text: string): string {
  return text.replace(hidden, (character) => (plain.test(character) ? character : named(character)));
}

function named(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
