// Passwords in addresses: `scheme://user:password@host`. Only the password is masked, so the host stays readable.

import { isPlaceholder } from './placeholders.ts';
import { maskableSpan, type Span } from './spans.ts';

/** The literal every such address holds. */
export const addressOpening = '://';

const credentials = /:\/\/([^\s:@/"'`<>\\]{0,256}):([^\s@/"'`<>\\]{1,256})@(?=[\w.[-])/y;
/** What an address says in place of a password: a word for it, or a name everybody uses on their own machine. */
const noPassword = /^(?:pass|pw|secret|root|admin|user|guest|test|x-oauth-basic|x-access-token)$/i;
const shortestPassword = 4;

/** The password of the address whose `://` stands at `at`; see `passwordSpan` for short ones. */
export function addressPasswordAt(text: string, at: number): Span | undefined {
  credentials.lastIndex = at;
  const match = credentials.exec(text);
  if (match === null) return undefined;
  const [, user = '', password = ''] = match;
  const start = at + addressOpening.length;
  if (password === 'x-oauth-basic')
    return isPlaceholder(user) ? undefined : maskableSpan(start, start + user.length);
  return passwordSpan(start, user, password);
}

/**
 * The place of a password behind `user:` at `start`. One that is shorter than what would stand in its place takes its
 * user with it, and is left alone where even that is too short.
 */
export function passwordSpan(start: number, user: string, password: string): Span | undefined {
  if (password.length < shortestPassword || noPassword.test(password) || isPlaceholder(password))
    return undefined;
  const from = start + user.length + 1;
  const end = from + password.length;
  return maskableSpan(from, end) ?? maskableSpan(start, end);
}
