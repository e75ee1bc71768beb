// Absolute paths as text, of POSIX and of Windows, for code that has no path module. Nothing here follows a link.

const drive = /^[A-Za-z]:[\\/]/;

export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || path.startsWith('\\\\') || drive.test(path);
}

/** True for the folder itself and everything under it. Both absolute and normal; compared as they are spelled. */
export function isBelow(path: string, folder: string): boolean {
  if (path === folder) return true;
  const start = endsWithSeparator(folder) ? folder : folder + separatorOf(folder);
  return path.startsWith(start);
}

/** What is left of the path below the folder, with `/` between the names; `''` for the folder itself. */
export function below(path: string, folder: string): string {
  const rest = path.slice(folder.length);
  const separator = separatorOf(folder);
  return (rest.startsWith(separator) ? rest.slice(1) : rest).replaceAll(separator, '/');
}

export function joinPath(folder: string, name: string): string {
  return endsWithSeparator(folder) ? folder + name : folder + separatorOf(folder) + name;
}

/** The folder a path is in; a root is in itself. */
export function parentOf(path: string): string {
  const separator = separatorOf(path);
  const at = path.lastIndexOf(separator);
  if (at === -1) return path;
  const parent = path.slice(0, at);
  return parent === '' || /^[A-Za-z]:$/.test(parent) ? path.slice(0, at + 1) : parent;
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(separatorOf(path)) + 1);
}

/** The names a path is made of, without its root. */
export function namesIn(path: string): readonly string[] {
  return path.split(separatorOf(path)).filter((name) => name !== '' && !/^[A-Za-z]:$/.test(name));
}

/** A backslash is a letter like any other in the names of POSIX. */
function separatorOf(absolute: string): '/' | '\\' {
  return absolute.startsWith('/') ? '/' : '\\';
}

function endsWithSeparator(path: string): boolean {
  return path.endsWith(separatorOf(path));
}
