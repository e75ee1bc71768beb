// The matching lines of one file, read piece by piece; none when the file is binary.

import { open, type FileHandle } from 'node:fs/promises';
import { err, ok, type Result } from '../../base/result.ts';
import type { SearchFault, TextMatch } from '../../core/tools/workspace-files.ts';
import { ifReadable } from './if-readable.ts';
import type { LineMatcher } from './line-matcher.ts';
import { shownLine } from './matched-line.ts';

const pieceBytes = 256 * 1024;
/** UTF-16 units of one line that are looked at. */
const longestLine = 1024 * 1024;

export interface FileSearch {
  readonly path: string;
  readonly matcher: LineMatcher;
  /** Most matching lines. */
  readonly most: number;
}

/** A file that cannot be read has no matches. */
export async function searchFile(
  search: FileSearch,
  signal: AbortSignal,
): Promise<Result<readonly TextMatch[], SearchFault>> {
  const file = await ifReadable(open(search.path, 'r'));
  if (file === undefined) return ok([]);
  try {
    return await new Scan(file, search).run(signal);
  } finally {
    await file.close();
  }
}

class Scan {
  private readonly file: FileHandle;
  private readonly search: FileSearch;
  private readonly matches: TextMatch[] = [];
  private rest = '';
  private line = 0;

  constructor(file: FileHandle, search: FileSearch) {
    this.file = file;
    this.search = search;
  }

  async run(signal: AbortSignal): Promise<Result<readonly TextMatch[], SearchFault>> {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    let decoder: InstanceType<typeof TextDecoder> | undefined;
    while (!signal.aborted && this.matches.length < this.search.most) {
      const read = await ifReadable(this.file.read(buffer, 0, pieceBytes));
      if (read === undefined) return ok([]);
      const bytes = buffer.subarray(0, read.bytesRead);
      const encoding = decoder?.encoding ?? encodingOf(bytes);
      if (encoding === 'utf-8' && bytes.includes(0)) return ok([]);
      decoder ??= new TextDecoder(encoding);
      const isEnd = bytes.length === 0;
      const fault = await this.take(decoder.decode(bytes, { stream: !isEnd }), isEnd ? 'end' : 'more');
      if (fault !== undefined) return err(fault);
      if (isEnd) break;
    }
    return ok(this.matches.slice(0, this.search.most));
  }

  private async take(text: string, then: 'more' | 'end'): Promise<SearchFault | undefined> {
    const lines = (this.rest + text).split('\n');
    const last = lines.pop() ?? '';
    this.rest = then === 'end' ? '' : last.slice(0, longestLine);
    if (then === 'end' && last !== '') lines.push(last);
    const bare = lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line).slice(0, longestLine));
    const found = await this.search.matcher.find(bare);
    if (!found.ok) return found.error;
    for (const [at, start] of found.value.entries()) {
      if (start < 0) continue;
      const text = shownLine(bare[at] ?? '', start);
      this.matches.push({ path: this.search.path, line: this.line + at + 1, text });
    }
    this.line += lines.length;
    return undefined;
  }
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}
