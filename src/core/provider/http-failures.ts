// What an HTTP status means for a provider's answer, and how the provider's own words are shown. Adapters own what
// their error bodies look like and which codes say more than the status.

import { firstCodePoints, isLongerThan } from '../../base/code-points.ts';
import type { ProviderFailure } from './failures.ts';

export interface StatusReport {
  /** The provider's words. */
  readonly detail: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** The one mapping from a status that is no success; a code in the body may have decided before. */
export function failureOfStatus(status: number, report: StatusReport): ProviderFailure {
  const { detail, retryAfterSeconds } = report;
  if (status === 401 || status === 403) return { kind: 'auth', detail };
  if (status === 404) return { kind: 'not-found', detail };
  if (status === 413) return { kind: 'too-large', detail };
  if (status === 429) {
    return { kind: 'rate-limit', detail, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
  }
  return status >= 500 ? { kind: 'server', status, detail } : { kind: 'rejected', status, detail };
}

/** What is asked of HTTP headers: one value by its name, in any case. */
export interface HeaderReader {
  get(name: string): string | null;
}

/**
 * Seconds to wait, from `retry-after-ms` or `retry-after`. A date is measured against the answer's own `date`, so
 * neither clock matters; without that date it says nothing. Never negative.
 */
export function retryAfterSeconds(headers: HeaderReader | undefined): number | undefined {
  const milliseconds = amount(headers?.get('retry-after-ms'));
  if (milliseconds !== undefined) return milliseconds / 1000;
  const given = headers?.get('retry-after');
  const seconds = amount(given);
  if (seconds !== undefined) return seconds;
  const apart = Date.parse(given ?? '') - Date.parse(headers?.get('date') ?? '');
  return Number.isFinite(apart) ? Math.max(0, apart / 1000) : undefined;
}

/** A connection that could not be made or broke. Of all causes, the innermost that has a code says most. */
export function connectionFailure(error: unknown): ProviderFailure {
  let code = '';
  let words = '';
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    words = cause.message === '' ? words : cause.message;
    if ('code' in cause && typeof cause.code === 'string') code = cause.code;
  }
  return { kind: 'network', detail: code === '' || words.includes(code) ? words : `${code}: ${words}` };
}

const mostDetail = 300;
const mostRead = 20_000;

/**
 * Someone else's words as one short line: markup, control characters and line breaks gone, at most 300 characters, and
 * the secrets, should they repeat one, replaced (design 12). Never empty.
 */
export function readableDetail(text: string, secrets: readonly string[] = []): string {
  const read = text.slice(0, mostRead);
  const told = secrets.filter(({ length }) => length >= 8).sort((a, b) => b.length - a.length);
  const shown = told.reduce((before, secret) => before.replaceAll(secret, '…'), read);
  const line = withoutMarkup(shown)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line === '') return 'no details';
  return isLongerThan(line, mostDetail) ? `${firstCodePoints(line, mostDetail - 1)}…` : line;
}

/** What of an address is never shown: its key, and what headers with a telling name carry, `Bearer` and the like aside. */
export function secretsOf(
  key: string,
  headers: Readonly<Record<string, string>> | undefined,
): readonly string[] {
  const telling = Object.entries(headers ?? {}).filter(([name]) =>
    /auth|key|token|secret|pass|cookie/i.test(name),
  );
  return [key, ...telling.flatMap(([, value]) => [value.trim(), ...value.trim().split(/\s+/)])];
}

/** Only a page loses its tags: elsewhere a `<` is part of what was said. */
function withoutMarkup(text: string): string {
  if (!/^\s*<(?:!doctype|html|head|body|\?xml)\b/i.test(text)) return text;
  return text
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<[^>]*>/g, ' ');
}

function amount(value: string | null | undefined): number | undefined {
  if (value === null || value === undefined || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
