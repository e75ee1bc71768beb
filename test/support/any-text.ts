// Arbitrary texts for properties.

import * as fc from 'fast-check';

/** Any UTF-16 text: pairs, lone surrogates, controls and all the rest, in short stretches of one kind. */
export function anyText(longest = 60): fc.Arbitrary<string> {
  const unit = fc.oneof(
    fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)),
    fc.constantFrom('a', ' ', '\n', 'é', '語', '🚀', '\u{10ffff}'),
  );
  return fc.array(unit, { maxLength: longest }).map((units) => units.join(''));
}
