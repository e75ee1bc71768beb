// The commands and their flags, as data: parsing, help and wrong-usage messages all come from this table.

import { exportFormats } from '../core/export/format.ts';
import { laterFormats } from '../core/import/later-formats.ts';
import { importFormats } from '../core/import/source.ts';
import { guidanceMaxLength } from '../core/summary/generate.ts';

export interface FlagSpec {
  readonly type: 'string' | 'boolean' | 'list';
  /** What stands for the value in help. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly required?: true;
  /** Begins with a small letter, for it is often followed by the choices. */
  readonly help: string;
}

export interface CommandSpec {
  readonly operand: string;
  /** A flag that may stand in place of the operand. */
  readonly insteadOfOperand?: string;
  /** One line for the list of commands. */
  readonly help: string;
  /** What else a person should know before running it. */
  readonly details: string;
  readonly flags: Readonly<Record<string, FlagSpec>>;
}

const json: FlagSpec = { type: 'boolean', help: 'print one JSON value instead of text' };
const sessions: FlagSpec = {
  type: 'string',
  value: 'DIR',
  help: 'folder that holds sessions; a session in it may be named without its path',
};
const setting: FlagSpec = {
  type: 'list',
  value: 'key=value',
  help: 'a setting for this run, its value as JSON; may be repeated',
};
const workspace: FlagSpec = {
  type: 'string',
  value: 'DIR',
  help: 'make this folder the workspace of the session; naming it is trusting it',
};
const baseUrl: FlagSpec = {
  type: 'string',
  value: 'URL',
  help: 'address of a compatible server, such as http://127.0.0.1:11434/v1',
};
const wireProviders = ['anthropic', 'openai', 'openai-chat'] as const;
const sessionOperand = 'A session is the folder that import and compact print.';

export const commands = {
  import: {
    operand: 'file',
    help: 'read a transcript of another agent and keep it as a session',
    details:
      'The file is only read. A file with several conversations becomes several sessions. Lines that cannot be read are listed and kept as they are.',
    flags: {
      sessions: {
        type: 'string',
        value: 'DIR',
        required: true,
        help: 'folder that will hold the session; created when it is not there',
      },
      format: {
        type: 'string',
        value: 'FORMAT',
        choices: ['auto', ...importFormats, ...laterFormats],
        help: `the file's format, found out by content (auto) when not given: ${importFormats.join(', ')}; known, but not readable yet: ${laterFormats.join(', ')}`,
      },
      json,
    },
  },
  compact: {
    operand: 'session | file',
    help: 'summarise the older part of a session; a file is imported first',
    details:
      'The newest turns stay word for word, everything earlier stays readable in its segment. Nothing changes unless the summary passes its checks. Keys are taken from ANTHROPIC_API_KEY and OPENAI_API_KEY.',
    flags: {
      sessions: {
        ...sessions,
        help: `${sessions.help}; needed for a file, whose session is kept there`,
      },
      provider: {
        type: 'string',
        value: 'NAME',
        choices: ['offline', ...wireProviders],
        help: `who summarises: offline, ${wireProviders.join(', ')}; when not given, the session's own provider, or offline where an imported one has no key`,
      },
      model: {
        type: 'string',
        value: 'ID',
        help: "the provider's model that summarises; when not given, the session's own or a usual one",
      },
      'base-url': baseUrl,
      instructions: {
        type: 'string',
        value: 'TEXT',
        help: `what the summary should pay attention to, at most ${guidanceMaxLength} characters`,
      },
      all: { type: 'boolean', help: 'summarise everything, keep no turn' },
      'accept-damage': {
        type: 'boolean',
        help: 'go on although lines of the active segment are damaged; they stay where they are',
      },
      set: setting,
      workspace,
      json,
    },
  },
  request: {
    operand: 'session',
    help: 'print the exact body the next request would carry',
    details: `JSON on standard output; nothing is sent and no key is needed. ${sessionOperand}`,
    flags: {
      sessions,
      provider: {
        type: 'string',
        value: 'NAME',
        choices: wireProviders,
        required: true,
        help: `whose wire format: ${wireProviders.join(', ')}`,
      },
      model: { type: 'string', value: 'ID', help: "when not given, the session's own or a usual one" },
      prompt: {
        type: 'string',
        value: 'TEXT',
        help: 'the prompt that would be sent; needed unless the conversation ends with one',
      },
      set: setting,
      workspace: {
        type: 'string',
        value: 'DIR',
        help: "folder whose system prompt and tools the request carries; the session's own when not given",
      },
    },
  },
  show: {
    operand: 'session',
    help: 'show the records of a session',
    details: sessionOperand,
    flags: {
      sessions,
      segment: {
        type: 'string',
        value: 'N|all',
        help: 'an earlier segment, or all of them; the active one when not given',
      },
      visible: { type: 'boolean', help: 'only what the model would see, in order' },
      json,
    },
  },
  segments: {
    operand: 'session',
    help: 'list the segments of a session',
    details: `A segment is one file of records; each compaction begins a new one. ${sessionOperand}`,
    flags: { sessions, json },
  },
  diagnose: {
    operand: 'session',
    help: 'say how full the context is, and when and why it would be compacted',
    details: sessionOperand,
    flags: {
      sessions,
      model: { type: 'string', value: 'ID', help: 'judge as if the session used this model of its provider' },
      set: setting,
      json,
    },
  },
  verify: {
    operand: 'session',
    help: 'check every file of a session without changing any',
    details: `Ends with status 1 when it finds a problem. ${sessionOperand}`,
    flags: { sessions, json },
  },
  export: {
    operand: 'session',
    help: 'write the whole conversation in another format, secrets masked',
    details: `Every record of every segment once. ${sessionOperand}`,
    flags: {
      sessions,
      format: {
        type: 'string',
        value: 'FORMAT',
        choices: exportFormats,
        required: true,
        help: exportFormats.join(', '),
      },
      out: {
        type: 'string',
        value: 'FILE',
        help: 'file to write, which must not be there yet; standard output when not given',
      },
      unmasked: { type: 'boolean', help: 'leave keys and tokens as they are' },
    },
  },
  run: {
    operand: 'session',
    insteadOfOperand: 'sessions',
    help: 'send one prompt through the whole agent loop, tools and compactions included',
    details:
      'Without a session a new one begins in the folder of --sessions. The answer goes to standard output. Tools work in the folder of --workspace only. Nobody can be asked: what would need a permission is refused. Ctrl-C stops the turn; what it did stays. Keys are taken from ANTHROPIC_API_KEY and OPENAI_API_KEY.',
    flags: {
      prompt: { type: 'string', value: 'TEXT', required: true, help: 'what to say' },
      sessions,
      name: { type: 'string', value: 'NAME', help: 'what a new session is called' },
      workspace: {
        ...workspace,
        help: 'the folder tools may read, change and run commands in; naming it is trusting it',
      },
      provider: {
        type: 'string',
        value: 'NAME',
        choices: ['offline', ...wireProviders],
        help: `who answers: offline, a small guide without a key, ${wireProviders.join(', ')}; when not given, the session's own`,
      },
      model: {
        type: 'string',
        value: 'ID',
        help: "the provider's model; when not given, the session's own or a usual one",
      },
      'base-url': baseUrl,
      permissions: {
        type: 'string',
        value: 'MODE',
        choices: ['ask', 'edits', 'full-auto'],
        help: 'what tools may do in the workspace: ask refuses edits and commands, edits allows edits, full-auto allows both; ask when not given',
      },
      set: setting,
      json: { type: 'boolean', help: 'print one JSON object a line as things happen' },
    },
  },
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof commands;
