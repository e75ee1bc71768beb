// The instruction files that apply to a request: those of each workspace root, and those beside what the conversation
// touched. Read from disk every time, never summarised (design 13.9). What is missing or cannot be read is simply absent.

import type { Place, Workspace } from '../../tools/workspace.ts';
import { isBelow, joinPath, parentOf } from '../../tools/paths.ts';
import { readableText } from '../../tools/text-file.ts';

export interface InstructionFile {
  /** As the model names it: relative to its root. */
  readonly shown: string;
  readonly text: string;
  /** Bytes of the file, and how many of them `text` is; equal unless it was cut. */
  readonly bytes: number;
  readonly takenBytes: number;
}

const names = ['AGENTS.md', 'CLAUDE.md'];
/** Bytes taken of one file, and of all together. */
const mostOfOne = 32 * 1024;
const mostOfAll = 128 * 1024;
/** Folders below the roots that are looked into, those touched last first: a request must not wait for thousands. */
const mostFolders = 32;
/** Files asked for at the same time: each of them listens to the signal. */
const atOnce = 4;

/**
 * Outermost first, AGENTS.md before CLAUDE.md; a file that is another one by a link, or says the same, comes once. A link
 * that leads out of the workspace is not followed. `touched` are absolute paths, oldest touch first.
 */
export async function instructionFiles(
  touched: readonly string[],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<readonly InstructionFile[]> {
  const roots = (await workspace.places(signal)).map(({ real }) => real);
  const candidates = foldersOf(touched, roots).flatMap((folder) =>
    names.map((name) => joinPath(folder, name)),
  );
  const found = await each(candidates, (path) => placeOf(path, workspace, signal));
  const places = new Map(
    found.flatMap((place) => (place === undefined ? [] : [[place.real, place] as const])),
  );
  const read = await each([...places.values()], (place) => contentOf(place, workspace, signal));
  const files: InstructionFile[] = [];
  const texts = new Set<string>();
  let room = mostOfAll;
  for (const content of read) {
    if (content === undefined) continue;
    const bytes = cut(content.bytes, Math.min(mostOfOne, room), content.size);
    const text = readableText(bytes)?.trim();
    const isBlank = text === '' && bytes.length === content.size;
    if (text === undefined || isBlank || (text !== '' && texts.has(text))) continue;
    texts.add(text);
    room -= bytes.length;
    files.push({ shown: content.shown, text, bytes: content.size, takenBytes: bytes.length });
  }
  return files;
}

/** What is made of each item, in order. */
async function each<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    made.push(...(await Promise.all(items.slice(at, at + atOnce).map(make))));
  return made;
}

/** The roots and every folder from them down to a touched path, each once, a folder before those in it. */
function foldersOf(touched: readonly string[], roots: readonly string[]): readonly string[] {
  const below = new Set<string>();
  for (const path of [...touched].reverse()) {
    const root = roots.filter((candidate) => isBelow(path, candidate)).sort((a, b) => b.length - a.length)[0];
    if (root === undefined) continue;
    const way: string[] = [];
    for (let folder = parentOf(path); folder !== root && isBelow(folder, root); folder = parentOf(folder))
      way.unshift(folder);
    if (below.size + way.filter((folder) => !below.has(folder)).length > mostFolders) break;
    for (const folder of way) below.add(folder);
  }
  const nested = [...below].filter((folder) => !roots.includes(folder)).sort();
  return [...roots, ...nested];
}

/** Undefined when there is no such file, or it lies outside. */
async function placeOf(path: string, workspace: Workspace, signal: AbortSignal): Promise<Place | undefined> {
  const facts = await workspace.files.facts(path, signal);
  if (!facts.ok || facts.value.kind !== 'file') return undefined;
  const located = await workspace.locate(path, signal);
  return located.ok && located.value.isInside ? located.value : undefined;
}

interface Content {
  readonly shown: string;
  readonly bytes: Uint8Array;
  /** Of the whole file. */
  readonly size: number;
}

async function contentOf(
  { real, shown }: Place,
  { files }: Workspace,
  signal: AbortSignal,
): Promise<Content | undefined> {
  const read = await files.read(real, { offset: 0, length: mostOfOne }, signal);
  if (!read.ok) return undefined;
  const { bytes, stamp } = read.value;
  return { shown, bytes, size: Math.max(stamp.bytes, bytes.length) };
}

/** At most so many bytes, whole lines where there are any, never a part of a character. */
function cut(bytes: Uint8Array, most: number, size: number): Uint8Array {
  if (size <= most) return bytes;
  const part = bytes.subarray(0, most);
  const lineEnd = part.lastIndexOf(10);
  if (lineEnd > 0) return part.subarray(0, lineEnd + 1);
  let end = part.length;
  while (end > 0 && ((part[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  return part.subarray(0, Math.max(0, end - 1));
}
