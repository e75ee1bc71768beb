// Why a foreign file could not be imported, and how a person is told: what, why, what to do.

import { assertNever } from '../../base/fail.ts';
import type { ReadFailure } from './read-transcript.ts';

export type ImportFailure =
  | (ReadFailure & { readonly path: string })
  | { readonly kind: 'missing'; readonly path: string }
  | { readonly kind: 'directory'; readonly path: string }
  /** A device, a pipe or a socket. */
  | { readonly kind: 'no-plain-file'; readonly path: string }
  | { readonly kind: 'not-readable'; readonly path: string; readonly code: string }
  | { readonly kind: 'binary'; readonly path: string }
  /** More than the machine's JavaScript can hold at once, as one line or as a file. */
  | {
      readonly kind: 'too-large';
      readonly path: string;
      readonly what: 'file' | 'json';
      readonly bytes: number;
    }
  | { readonly kind: 'out-of-memory'; readonly path: string }
  | { readonly kind: 'io'; readonly path: string; readonly code: string }
  | { readonly kind: 'cancelled'; readonly path: string };

const formatNames: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  pi: 'pi',
  openai: 'OpenAI messages',
  'vscode-chat': 'VS Code chat export',
  anthropic: 'Anthropic messages',
  'swe-agent': 'SWE-agent trajectory',
  openhands: 'OpenHands',
  cline: 'Cline',
  'gemini-cli': 'gemini-cli session',
  specstory: 'SpecStory',
  aider: 'aider chat history',
};

const seenNames = {
  json: 'It is one JSON value without messages of a known shape',
  'json-lines': 'It holds lines of JSON, but none of a known shape',
  'broken-json': 'It begins like JSON and cannot be read as such: it may have been cut short',
  text: 'It is text without marks of a known format',
};

/** One line: what happened, why, what to do. */
export function describeImportFailure(failure: ImportFailure): string {
  const { path } = failure;
  switch (failure.kind) {
    case 'missing':
      return `There is no file at ${path}: check the path`;
    case 'directory':
      return `${path} is a folder, not a transcript: name the file in it`;
    case 'no-plain-file':
      return `${path} is not a plain file: copy its content to a file first`;
    case 'not-readable':
      return `${path} may not be read (${failure.code}): change its permissions or copy it`;
    case 'binary':
      return `${path} is not text: name a transcript file`;
    case 'too-large':
      return `${path} holds ${inMegabytes(failure.bytes)} in one ${failure.what === 'json' ? 'JSON value' : 'file'}, more than can be read at once: split it`;
    case 'out-of-memory':
      return `${path} needs more memory than there is to read it: split it`;
    case 'io':
      return `${path} could not be read (${failure.code}): try again or copy it to another disk`;
    case 'cancelled':
      return `The import of ${path} was cancelled`;
    default:
      return describeReadFailure(failure);
  }
}

function describeReadFailure(failure: ReadFailure & { readonly path: string }): string {
  const { path } = failure;
  switch (failure.kind) {
    case 'empty':
      return `${path} is empty: there is nothing to import`;
    case 'unknown-format': {
      const known = failure.lookedFor.map(formatName).join(', ');
      return `${path} is in no format Segue reads. ${seenNames[failure.seen]}. Looked for: ${known}. Name the format with --format if you know it`;
    }
    case 'not-built-yet':
      return `${path} is in the format ${formatName(failure.format)}, which cannot be imported yet`;
    case 'does-not-fit': {
      const found = failure.found === undefined ? '' : `; it looks like ${formatName(failure.found)}`;
      return `${path} holds nothing in the format ${formatName(failure.format)}${found}: leave --format out or name another`;
    }
    case 'nothing-readable': {
      const damage = failure.damaged[0];
      const why = damage === undefined ? '' : ` (first damage: line ${damage.line}, ${damage.reason})`;
      return `${path} holds no message that can be read as ${formatName(failure.format)}${why}: there is nothing to import`;
    }
    default:
      return assertNever(failure);
  }
}

/** How a format is called in a sentence. */
export function formatName(format: string): string {
  return formatNames[format] ?? format;
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
