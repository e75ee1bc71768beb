// Which links an answer may have. None of them is followed by the page: a click is told to the host, which decides.

/** Web addresses, mail addresses, and paths without a scheme; `a.ts:12` is a path although it reads like a scheme. */
export function isAllowedLink(href: string): boolean {
  // Browsers skip these characters in front of and inside a scheme.
  const bare = href.replace(/[\u0000-\u0020\u007f-\u00a0]+/g, '');
  if (/^(https?|mailto):/i.test(bare)) return true;
  if (/^(\/\/|\\)/.test(bare)) return false;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(bare)) return true;
  return /^[^:/?#\\]*\.[a-z0-9_-]+:\d+(:\d+)?$/i.test(bare);
}
