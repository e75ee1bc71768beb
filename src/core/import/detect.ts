// Which format a foreign file is in. Its content decides, never its name.

import { assertNever } from '../../base/fail.ts';
import { isJsonObject, type Json } from '../../base/json.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Steps } from '../../base/steps.ts';
import { isClaudeLine } from './claude-code/line.ts';
import { isCodexLine } from './codex/line.ts';
import { laterFormat, laterFormats, type LaterFormat } from './later-formats.ts';
import { conversationsIn, isMessage } from './openai/conversations.ts';
import { isPiEntry } from './pi/entries.ts';
import { parseSourceJson } from './source-json.ts';
import { importFormats, type ImportFormat, type SourceText } from './source.ts';
import { chatExport } from './vscode-chat/export.ts';

export type DetectFailure =
  | { readonly kind: 'empty' }
  /** None of `lookedFor` was found in what looks like `seen`. */
  | {
      readonly kind: 'unknown-format';
      readonly lookedFor: readonly ImportFormat[];
      readonly seen: 'json' | 'json-lines' | 'broken-json' | 'text';
    }
  | { readonly kind: 'not-built-yet'; readonly format: LaterFormat }
  /** A format was asked for by name and nothing in the file is of it. `found` is what the file is, where known. */
  | {
      readonly kind: 'does-not-fit';
      readonly format: ImportFormat;
      readonly found: ImportFormat | LaterFormat | undefined;
    };

export type AskedFormat = 'auto' | ImportFormat | LaterFormat;

/** Lines and characters looked at; lines beyond do not change the verdict. */
const sampleLines = 200;
const sampleCharacters = 1_000_000;

/** The format of a file, or the one asked for when the file has anything of it. Yields between lines and formats. */
export function* detectFormat(
  source: SourceText,
  asked: AskedFormat,
): Steps<Result<ImportFormat, DetectFailure>> {
  if (isLater(asked)) return err({ kind: 'not-built-yet', format: asked });
  if (!source.lines.some((line) => line.trim() !== '')) return err({ kind: 'empty' });
  const sample = yield* sampleOf(source);
  const found = yield* bestFormat(source, sample);
  if (asked === 'auto' && found !== undefined) return ok(found);
  if (asked !== 'auto' && hits(asked, source, sample) > 0) return ok(asked);
  const later = found === undefined ? laterFormat(source, sample) : undefined;
  if (asked !== 'auto') return err({ kind: 'does-not-fit', format: asked, found: found ?? later });
  if (later !== undefined) return err({ kind: 'not-built-yet', format: later });
  return err({ kind: 'unknown-format', lookedFor: importFormats, seen: looksLike(source, sample) });
}

function isLater(asked: AskedFormat): asked is LaterFormat {
  return laterFormats.some((format) => format === asked);
}

/** The format most of the sample is in. A list of messages that only another API writes is not of OpenAI's. */
function* bestFormat(source: SourceText, sample: readonly Json[]): Steps<ImportFormat | undefined> {
  let best: { readonly format: ImportFormat; readonly count: number } | undefined;
  for (const format of importFormats) {
    const count = hits(format, source, sample);
    if (count > (best?.count ?? 0)) best = { format, count };
    yield;
  }
  if (best === undefined) return undefined;
  return best.format === 'openai' && laterFormat(source, sample) !== undefined ? undefined : best.format;
}

function hits(format: ImportFormat, source: SourceText, sample: readonly Json[]): number {
  const count = (test: (value: Json) => boolean): number => sample.filter(test).length;
  switch (format) {
    case 'claude-code':
      return count((value) => isJsonObject(value) && isClaudeLine(value));
    case 'codex':
      return count((value) => isJsonObject(value) && isCodexLine(value));
    case 'pi':
      return count((value) => isJsonObject(value) && isPiEntry(value));
    case 'vscode-chat':
      return chatExport(source.whole) === undefined ? 0 : 1;
    case 'openai': {
      const inWhole = source.whole === undefined ? 0 : conversationsIn(source.whole, 0).length;
      return inWhole + count((value) => isMessage(value) || conversationsIn(value, 0).length > 0);
    }
    default:
      return assertNever(format);
  }
}

/** The JSON values of the first lines; of a file that is one JSON value over many lines, none. */
function* sampleOf(source: SourceText): Steps<readonly Json[]> {
  if (source.whole !== undefined && source.lines.length > 1) return [];
  const sample: Json[] = [];
  let characters = 0;
  for (const line of source.lines.slice(0, sampleLines)) {
    characters += line.length;
    if (sample.length > 0 && characters > sampleCharacters) break;
    const parsed = parseSourceJson(line);
    if (parsed.ok) sample.push(parsed.value);
    yield;
  }
  return sample;
}

function looksLike(
  source: SourceText,
  sample: readonly Json[],
): Extract<DetectFailure, { kind: 'unknown-format' }>['seen'] {
  if (source.whole !== undefined) return 'json';
  if (sample.some(isJsonObject)) return 'json-lines';
  const first = source.lines.find((line) => line.trim() !== '')?.trimStart() ?? '';
  return first.startsWith('{') || first.startsWith('[') ? 'broken-json' : 'text';
}
