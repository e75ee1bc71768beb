// The tool read_file: lines of a text file or an artifact, or a picture, and nothing twice.

import * as z from 'zod';
import { base64Of } from '../../base/base64.ts';
import { counted } from '../../base/counted.ts';
import { ok } from '../../base/result.ts';
import type { Sha256 } from '../../base/sha256.ts';
import { withLines } from '../export/main-argument.ts';
import type { PromptLibrary } from '../prompts/prompts.ts';
import type { ArtifactReader } from '../transcript/parts.ts';
import type { Place } from './workspace.ts';
import { readLines, type ByteSource, type FileLines, type LineRange } from './file-lines.ts';
import { signatureOf, type Picture } from './file-signature.ts';
import { linesAnswer } from './lines-answer.ts';
import { answer, refusal } from './outcomes.ts';
import { faultAt, needFor, reach, type Reach } from './reach.ts';
import type { ReadMemory, ReadSpan } from './read-memory.ts';
import { readableText, sniff, sniffedBytes } from './text-file.ts';
import type { FileTouch, Tool, ToolOutcome } from './tool.ts';
import type { FileFacts, FileFault } from './workspace-files.ts';

export interface ReadFileDeps extends Reach {
  readonly memory: ReadMemory;
  readonly artifacts: ArtifactReader;
  readonly sha256: Sha256;
  readonly prompts: PromptLibrary;
}

const usualLines = 800;
/** What services take of one picture. */
const mostPictureBytes = 3_750_000;
/** Text of two bytes a character is read whole. */
const mostWideBytes = 16 * 1024 * 1024;

const input = z
  .object({
    path: z.string().min(1).optional().describe('the file, relative to the workspace folder'),
    artifact: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .describe('instead of a path: the rest of a long result, by the name that result gave'),
    offset: z.int().min(1).max(1e9).optional().describe('the first line, from 1'),
    limit: z.int().min(1).max(5000).optional().describe(`how many lines, ${usualLines} unless given`),
    column: z
      .int()
      .min(1)
      .max(4e6)
      .optional()
      .describe('where to begin in the first line, for very long lines'),
  })
  .check((given) => {
    if ((given.value.path === undefined) === (given.value.artifact === undefined)) {
      given.issues.push({
        code: 'custom',
        message: 'give either path or artifact',
        input: given.value,
        path: [],
      });
    }
  });

type Input = z.infer<typeof input>;

export function readFileTool(deps: ReadFileDeps): Tool<Input> {
  return {
    name: 'read_file',
    description: deps.prompts.text('tools/read_file', {}),
    input,
    needsTrust: true,
    label: (given) => withLines(given.path ?? `artifact ${(given.artifact ?? '').slice(0, 8)}`, given),
    need: async ({ path }, signal) =>
      path === undefined ? { kind: 'none' } : needFor(path, deps.workspace, signal),
    run: async (given, call, signal) => {
      if (given.path === undefined) return readArtifact(given, deps);
      const reached = await reach(given.path, call, deps, signal);
      return reached.ok ? new Reading(reached.value, given, deps, signal).run() : reached.error;
    },
  };
}

async function readArtifact(given: Input, deps: ReadFileDeps): Promise<ToolOutcome> {
  const { artifact = '' } = given;
  const text = await deps.artifacts.text(artifact);
  if (text === undefined) return refusal('There is no such artifact in this conversation.');
  const read = await readLines(bytesOf(text), rangeOf(given));
  return read.ok
    ? linesAnswer(read.value, { ...given, shown: `artifact ${artifact.slice(0, 8)}` })
    : refusal('The artifact cannot be read.');
}

/** One read of one file. */
class Reading {
  private readonly place: Place;
  private readonly given: Input;
  private readonly deps: ReadFileDeps;
  private readonly signal: AbortSignal;

  constructor(place: Place, given: Input, deps: ReadFileDeps, signal: AbortSignal) {
    this.place = place;
    this.given = given;
    this.deps = deps;
    this.signal = signal;
  }

  async run(): Promise<ToolOutcome> {
    const { files } = this.deps.workspace;
    const facts = await files.facts(this.place.real, this.signal);
    if (!facts.ok) return this.fault(facts.error);
    if (facts.value.kind !== 'file')
      return this.fault({ kind: facts.value.kind === 'folder' ? 'is-folder' : 'special' });
    const range = rangeOf(this.given);
    const span = { first: range.first, last: range.first + range.count - 1 };
    if (range.column === 1 && this.deps.memory.isUnchanged(this.place.real, span, facts.value.stamp))
      return answer(
        `${this.place.shown}: unchanged since you read it; what you read still holds.`,
        this.touches,
      );
    const head = await files.read(this.place.real, { offset: 0, length: sniffedBytes }, this.signal);
    if (!head.ok) return this.fault(head.error);
    return this.readAs(head.value.bytes, facts.value, range);
  }

  private get touches(): readonly FileTouch[] {
    return [{ path: this.place.real, access: 'read' }];
  }

  private readAs(head: Uint8Array, facts: FileFacts, range: LineRange): Promise<ToolOutcome> | ToolOutcome {
    const signature = signatureOf(head);
    if (signature?.kind === 'picture') return this.picture(signature, facts);
    const encoding = sniff(head);
    if (encoding === 'binary') {
      const what = signature?.what ?? 'not text';
      return refusal(
        `${this.place.shown} is binary (${what}, ${counted(facts.stamp.bytes, 'byte')}): it cannot be read as text.`,
      );
    }
    const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
    return isWide ? this.wideLines(facts, range) : this.lines(encoding === 'utf-8-bom' ? 3 : 0, range);
  }

  private async lines(start: number, range: LineRange): Promise<ToolOutcome> {
    const { files } = this.deps.workspace;
    const source: ByteSource = (offset, length) =>
      files.read(this.place.real, { offset, length }, this.signal);
    const read = await readLines(source, range, start);
    return read.ok ? this.noted(read.value, range) : this.fault(read.error);
  }

  private async wideLines(facts: FileFacts, range: LineRange): Promise<ToolOutcome> {
    const { bytes, stamp } = { bytes: facts.stamp.bytes, stamp: facts.stamp };
    if (bytes > mostWideBytes) return this.fault({ kind: 'too-large', bytes, most: mostWideBytes });
    const whole = await this.deps.workspace.files.read(
      this.place.real,
      { offset: 0, length: bytes },
      this.signal,
    );
    if (!whole.ok) return this.fault(whole.error);
    const read = await readLines(bytesOf(readableText(whole.value.bytes) ?? ''), range);
    return read.ok ? this.noted({ ...read.value, stamp }, range) : this.fault(read.error);
  }

  private noted(read: FileLines, range: LineRange): ToolOutcome {
    const outcome = linesAnswer(read, { ...this.given, shown: this.place.shown }, this.touches);
    const { stamp } = read;
    if (stamp === undefined || (read.lines.length === 0 && read.total !== 0)) return outcome;
    const span = spanOf(read, range);
    return { ...outcome, whenKept: () => this.deps.memory.noteRead(this.place.real, span, stamp) };
  }

  private async picture({ mime }: Picture, { stamp }: FileFacts): Promise<ToolOutcome> {
    const { place, deps } = this;
    if (stamp.bytes > mostPictureBytes)
      return this.fault({ kind: 'too-large', bytes: stamp.bytes, most: mostPictureBytes });
    const whole = await deps.workspace.files.read(
      place.real,
      { offset: 0, length: stamp.bytes },
      this.signal,
    );
    if (!whole.ok) return this.fault(whole.error);
    const { bytes } = whole.value;
    const artifact = deps.sha256.of(bytes);
    const { stamp: read } = whole.value;
    return {
      ...answer(`${place.shown} is a picture (${mime}, ${counted(bytes.length, 'byte')}):`, this.touches),
      content: [
        { type: 'text', text: `${place.shown} is a picture (${mime}, ${counted(bytes.length, 'byte')}):` },
        { type: 'media', media: 'image', mime, artifact, bytes: bytes.length, path: place.shown },
      ],
      artifacts: [{ name: artifact, content: { encoding: 'base64', text: base64Of(bytes) } }],
      whenKept: () => deps.memory.noteRead(place.real, { first: 1, last: Number.MAX_SAFE_INTEGER }, read),
    };
  }

  private fault(fault: FileFault): Promise<ToolOutcome> {
    return faultAt(fault, this.place, this.deps.workspace, this.signal);
  }
}

function rangeOf({ offset = 1, limit = usualLines, column = 1 }: Input): LineRange {
  return { first: offset, count: limit, column };
}

/** The lines that are in the context whole; a cut line, or the end of one, is worth another look. */
function spanOf({ lines, isEnd }: FileLines, { first, count, column }: LineRange): ReadSpan {
  if (column > 1 || lines.some(({ isCut }) => isCut)) return { first: 0, last: 0 };
  return { first, last: isEnd ? first + count - 1 : (lines.at(-1)?.number ?? 0) };
}

/** Text in memory as a file of UTF-8. */
function bytesOf(text: string): ByteSource {
  const bytes = new TextEncoder().encode(text);
  const stamp = { bytes: bytes.length, modifiedMs: 0, inode: '' };
  return (offset, length) => Promise.resolve(ok({ bytes: bytes.subarray(offset, offset + length), stamp }));
}
