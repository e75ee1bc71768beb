// Secrets behind their names: `API_KEY=…`, `"apiKey": "…"`, `x-api-key: …`, also inside escaped JSON. The name, the
// quotes and all around them stay readable.

import { nameKind, type NameKind } from './secret-names.ts';
import { looksSecret, type Writing } from './secret-values.ts';
import { maskableSpan, type Span } from './spans.ts';

/**
 * Finds every sign that may stand between a secret and its name, cheaply enough to run over everything. It looks back
 * over at most 30 characters.
 */
export const assignmentSigns =
  /[:=](?<=(?:[Kk]ey|KEY|[Tt]oken|TOKEN|[Ss]ecret|SECRET|[Pp]assw(?:or)?d|PASSW(?:OR)?D|[Pp]ass(?:phrase|code)?|PASS(?:PHRASE|CODE)?|[Pp]wd|PWD|[Pp]w|PW|[Cc]redentials?|CREDENTIALS?|[Aa]uthorization|AUTHORIZATION)\d{0,2}\\{0,4}["'`]?\s{0,8}[:=])/g;

const nameBefore = /([A-Za-z0-9_.-]{1,64})\\{0,4}["'`]?(\s{0,8})$/;
const sign = /(?:=>|:=|[:=](?![:=]))([ \t]{0,8})/y;
const scheme = /(?:bearer|basic|token)[ \t]+/iy;
const openingQuote = /(\\{0,4})(["'`])/y;
const bareValue = /[^\s"'`,;]{8,2500}/y;
/** Another parameter of the same address. */
const nextParameter = /&(?=[\w.-]+=)/;

interface Written {
  readonly start: number;
  readonly value: string;
  readonly writing: Writing;
}

/** The secret behind the sign at `at`, or undefined when the name announces none or the value is none. */
export function assignedSecret(text: string, at: number): Span | undefined {
  const before = nameBefore.exec(text.slice(Math.max(0, at - 90), at));
  const kind = before?.[1] === undefined ? undefined : nameKind(before[1]);
  if (before === null || kind === undefined) return undefined;
  const tight = before[2] === '' && before[1] === before[1]?.toUpperCase();
  const written = valueBehind(text, at, tight ? 'environment' : 'bare');
  if (written === undefined || !isSecret(written, kind)) return undefined;
  return maskableSpan(written.start, written.start + written.value.length);
}

function isSecret({ value, writing }: Written, kind: NameKind): boolean {
  return looksSecret(value, kind, writing);
}

function valueBehind(text: string, at: number, unquoted: 'environment' | 'bare'): Written | undefined {
  const connected = matchAt(sign, text, at);
  if (connected === undefined) return undefined;
  const from = at + connected[0].length;
  const quote = matchAt(openingQuote, text, from);
  if (quote !== undefined) return quotedValue(text, from + quote[0].length, quote[0]);
  const start = from + (matchAt(scheme, text, from)?.[0].length ?? 0);
  const found = matchAt(bareValue, text, start)?.[0];
  if (found === undefined) return undefined;
  const whole = found.split(nextParameter)[0] ?? found;
  const environment = unquoted === 'environment' && text[at] === '=' && connected[1] === '';
  if (environment) return { start, value: whole, writing: 'environment' };
  return { start, value: whole.replace(/[)\]}.\\]+$/, ''), writing: 'bare' };
}

/** Up to the same quote on the same line, or up to the first space where the text breaks off before it. */
function quotedValue(text: string, from: number, quote: string): Written {
  const start = from + (matchAt(scheme, text, from)?.[0].length ?? 0);
  const line = /^[^\r\n]*/.exec(text.slice(start, start + 2500))?.[0] ?? '';
  const end = line.indexOf(quote);
  const value = end < 0 ? (/^\S*/.exec(line)?.[0] ?? '') : line.slice(0, end);
  return { start, value, writing: 'quoted' };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
