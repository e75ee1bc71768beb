// Whether what stands behind a name that announces a secret looks like one, or like code, prose, a path or a checksum.

import { isPlaceholder } from './placeholders.ts';
import type { NameKind } from './secret-names.ts';

/** How the value is written: between quotes, in an environment file (`NAME=value`), or bare in code, YAML or a header. */
export type Writing = 'quoted' | 'environment' | 'bare';

const shortest = 8;
const longest = 2048;
/** A name that means other things as well needs a value nobody types. */
const shortestVague = 16;

const printable = /^[!-~]+$/;
const letter = /[A-Za-z]/;
const digit = /\d/;
const passwordSign = /[\d!@#$%^&*?~+=]/;

const reference = /^(?:process\.env|import\.meta|os\.environ|os\.getenv|env\.|secrets\.|vars\.|config\.)/;
const dottedNames = /^[A-Za-z_$][\w$]*(?:(?:\.|\?\.|::|->)[A-Za-z_$][\w$]*)+$/;
const codeSign = /[()[\]{}<>|\\]|=>|&&/;
const address = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//;
const path = /^(?:~|\.{1,2}|[A-Za-z]:|@[\w-]+)?[\\/][\w.@~-]+(?:[\\/][\w.@~-]*)*$/;
const date = /^\d{4}-\d\d-\d\d(?:[T ]|$)/;
const checksum = /^(?:sha\d+[-:])?[0-9a-f]{32,128}$/i;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True when the value may be masked. `kind` is what its name announces. */
export function looksSecret(value: string, kind: NameKind, writing: Writing): boolean {
  if (value.length < shortest || value.length > longest || !printable.test(value)) return false;
  if (!letter.test(value) && !(kind === 'password' && digit.test(value))) return false;
  if (isPlaceholder(value) || isCode(value, writing)) return false;
  if (address.test(value) || path.test(value) || date.test(value)) return false;
  switch (kind) {
    case 'password':
      return passwordSign.test(value);
    case 'key':
      return isGenerated(value);
    case 'vague':
      return (
        value.length >= shortestVague && !checksum.test(value) && !uuid.test(value) && isGenerated(value)
      );
  }
}

function isCode(value: string, writing: Writing): boolean {
  if (reference.test(value)) return true;
  return writing === 'bare' && (codeSign.test(value) || dottedNames.test(value));
}

/**
 * True when some part between separators mixes letters and digits as no word, version or size does: `a1b2c3d4`, but
 * neither `user-settings-v2` nor `gpt-4o-2024`.
 */
function isGenerated(value: string): boolean {
  return value.split(/[^A-Za-z0-9]/).some((part) => {
    if (part.length < shortest || !letter.test(part)) return false;
    const switches = part.match(/[A-Za-z]\d|\d[A-Za-z]/g)?.length ?? 0;
    return switches >= 2 || (switches === 1 && part.length >= 24);
  });
}
