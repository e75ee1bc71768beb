// Where a path really leads: links followed as far as there is anything, dangling ones included, since writing through
// one would make a file where it points.

import { lstat, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../base/result.ts';
import type { FileFault, ResolvedPath } from '../../core/tools/workspace-files.ts';
import { codeOf, faultOf } from './file-fault.ts';

/** As many links as Linux follows. */
const mostLinks = 40;

/** `given` is absolute. On Windows, names that are devices or streams in every folder are refused. */
export async function resolvePath(given: string): Promise<Result<ResolvedPath, FileFault>> {
  const plain = path.resolve(given);
  if (isWindowsDevice(plain)) return err({ kind: 'special' });
  let rest: string[] = [];
  let head = plain;
  for (let links = 0; links <= mostLinks;) {
    const real = await orCode(() => realpath(head));
    if ('value' in real)
      return ok({ real: path.join(real.value, ...rest), plain, exists: rest.length === 0 });
    if (real.code !== 'ENOENT' && real.code !== 'ENOTDIR') return err(faultOf(real.code));
    const target = await danglingTarget(head);
    if (target === undefined) {
      rest = [path.basename(head), ...rest];
      head = path.dirname(head);
    } else {
      head = target;
      links++;
    }
  }
  return err({ kind: 'other', code: 'ELOOP' });
}

/**
 * Whether no folder on the way to the path is a link, as when it was resolved. Somebody may have put one there since,
 * and the system would follow it (design 12).
 */
export async function stillLeads(real: string): Promise<Result<undefined, FileFault>> {
  const folder = path.dirname(real);
  const now = await resolvePath(folder);
  if (!now.ok) return now;
  return now.value.real === folder ? ok() : err({ kind: 'moved' });
}

/** Where the link at the end of the path points, when it is one. */
async function danglingTarget(head: string): Promise<string | undefined> {
  const facts = await orCode(() => lstat(head));
  if (!('value' in facts) || !facts.value.isSymbolicLink()) return undefined;
  const folder = await orCode(() => realpath(path.dirname(head)));
  const target = await orCode(() => readlink(head));
  return 'value' in target && 'value' in folder ? path.resolve(folder.value, target.value) : undefined;
}

async function orCode<Value>(
  step: () => Promise<Value>,
): Promise<{ readonly value: Value } | { readonly code: string }> {
  try {
    return { value: await step() };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return { code };
  }
}

const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])[ .]*(?:\..*)?$/i;

function isWindowsDevice(plain: string): boolean {
  if (process.platform !== 'win32') return false;
  const { root } = path.parse(plain);
  const names = plain.slice(root.length).split(path.sep);
  return root.startsWith('\\\\.\\') || names.some((name) => deviceName.test(name) || name.includes(':'));
}
