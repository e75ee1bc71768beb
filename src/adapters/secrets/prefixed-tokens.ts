// Tokens that are known by how they begin, whatever stands before them. The lengths are those that remain of a token
// when an output was cut short, so a beginning is masked like the whole.

import { isPlaceholder } from './placeholders.ts';
import { maskableSpan, type Span } from './spans.ts';

export interface PrefixedToken {
  /** For people: whose token it is. */
  readonly name: string;
  /** The literal beginnings; one of them stands where the pattern is tried. */
  readonly openings: readonly string[];
  /** Sticky, and matches the least there must be. The secret is what its only group holds, or all of it. */
  readonly pattern: RegExp;
  /** The signs beside letters and digits that the rest of the token may hold. */
  readonly signs: string;
}

/** Not inside a word: otherwise base64 would be full of tokens. */
const free = '(?<![A-Za-z0-9])';
const tokenSigns = '_-';
const judgedLength = 512;

function token(name: string, openings: readonly string[], least: string, signs = tokenSigns): PrefixedToken {
  const starts = openings.map((opening) => opening.replace(/[.-]/g, '\\$&')).join('|');
  return { name, openings, pattern: new RegExp(`${free}(?:${starts})${least}`, 'y'), signs };
}

const encodedKeyBlocks = ['', 'RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED '].map((kind) => {
  const encoded = btoa(`-----BEGIN ${kind}PRIVATE KEY-----`);
  return encoded.slice(0, 36);
});

export const prefixedTokens: readonly PrefixedToken[] = [
  token('AWS key id', ['AKIA', 'ASIA'], '[A-Z0-9]{16}'),
  token('Google API key', ['AIza'], '[A-Za-z0-9_-]{24}'),
  token('Google client secret', ['GOCSPX-'], '[A-Za-z0-9_-]{20}'),
  token('GitLab', ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-'], '[A-Za-z0-9_-]{16}', '_-.'),
  token('Hugging Face', ['hf_'], '[A-Za-z0-9]{24}'),
  token('Groq', ['gsk_'], '[A-Za-z0-9]{24}'),
  token('xAI', ['xai-'], '[A-Za-z0-9]{24}'),
  token('DigitalOcean', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[a-f0-9]{32}'),
  token('Vercel storage', ['vercel_blob_rw_'], '[A-Za-z0-9_]{24}'),
  token('Stripe', ['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_'], '[A-Za-z0-9]{16}'),
  token('Stripe webhook', ['whsec_'], '[A-Za-z0-9+/]{20}', '+/='),
  token('npm', ['npm_'], '[A-Za-z0-9]{24}'),
  token('PyPI', ['pypi-'], 'AgE[A-Za-z0-9_-]{24}'),
  token('GitHub', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], '[A-Za-z0-9]{24}'),
  token('GitHub, fine-grained', ['github_pat_'], '[A-Za-z0-9]{16}'),
  token(
    'OpenAI and Anthropic',
    ['sk-'],
    '(?:(?:ant|proj|svcacct|admin|or|lf)-[A-Za-z0-9_-]{20}|[A-Za-z0-9]{32})',
  ),
  token('Slack', ['xoxb-', 'xoxp-', 'xoxa-', 'xoxo-', 'xoxr-', 'xoxs-', 'xapp-'], '[A-Za-z0-9-]{16}'),
  token('private key in base64', encodedKeyBlocks, '[A-Za-z0-9+/]{20}', '+/='),
  token('Bearer', ['Bearer ', 'bearer '], ' {0,8}([A-Za-z0-9._~+/-]{20})', '._~+/-='),
  token(
    'JSON web token',
    ['eyJ'],
    '(?<![_-]eyJ)[A-Za-z0-9_-]{8,8192}\\.(?:eyJ[A-Za-z0-9_-]{8}|[A-Za-z0-9_-]{0,8192}\\.[A-Za-z0-9_-])',
    '_-.',
  ),
];

/** The token that begins at `at`, or undefined: too short, an example, or a word that merely begins like one. */
export function tokenAt(text: string, at: number, { pattern, signs }: PrefixedToken): Span | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const least = at + match[0].length;
  const start = match[1] === undefined ? at : least - match[1].length;
  // Judged by its beginning and read to its end only then, so that a huge word costs nothing.
  const judged = text.slice(start, tokenEnd(text, least, { signs, limit: start + judgedLength }));
  if (!/\d/.test(judged) || isPlaceholder(judged)) return undefined;
  return maskableSpan(start, tokenEnd(text, least, { signs, limit: text.length }));
}

interface Rest {
  readonly signs: string;
  readonly limit: number;
}

/** Where the token ends; a full stop at its end is the sentence's. In a loop: a pattern overflows on a huge token. */
function tokenEnd(text: string, from: number, { signs, limit }: Rest): number {
  let end = from;
  while (end < limit && (isLetterOrDigit(text.charCodeAt(end)) || signs.includes(text.charAt(end)))) end++;
  while (end > from && text[end - 1] === '.') end--;
  return end;
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
