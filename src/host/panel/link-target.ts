// What a link of an answer means. Whoever wrote it, a model or a page it read, may want anything: only addresses of the
// web, of mail, and paths of files are anything at all (design 12).

export type LinkTarget =
  | { readonly kind: 'web'; readonly address: string }
  /** As written, relative or absolute; `line` counts from 1. */
  | { readonly kind: 'file'; readonly path: string; readonly line: number | undefined }
  | { readonly kind: 'refused' };

const refused: LinkTarget = { kind: 'refused' };
const longest = 4096;

export function linkTarget(href: string): LinkTarget {
  const text = href.trim();
  if (text === '' || text.length > longest || hasControl(text)) return refused;
  if (/^(?:https?|mailto):/i.test(text)) {
    return URL.canParse(text) ? { kind: 'web', address: new URL(text).href } : refused;
  }
  if (text.startsWith('#')) return refused;
  const decoded = decodedPath(text);
  // Windows would ask another computer for it, and tell that computer who is asking.
  if (decoded === undefined || hasControl(decoded) || /^[\\/]{2}/.test(decoded)) return refused;
  const place = /^(.+?)(?:#L(\d+)(?:-L?\d+)?|:(\d+)(?::\d+)?)?$/.exec(decoded);
  const path = place?.[1];
  if (path === undefined || isScheme(path)) return refused;
  const line = place?.[2] ?? place?.[3];
  return { kind: 'file', path, line: line === undefined ? undefined : Number(line) };
}

/** `command:`, `vscode:`, `file:` and the like; a drive letter is none. */
function isScheme(path: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(path);
}

function decodedPath(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that stands for itself.
    return text;
  }
}

function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
