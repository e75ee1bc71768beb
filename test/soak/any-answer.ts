// A model that does anything a model may do, over the wire of any service: it talks, thinks, calls every tool well and
// badly, summarises well and badly, and its service fails in every way one does.

import type { Chance } from '../support/any-model.ts';
import { soundSummary } from '../support/compaction-bench.ts';
import {
  paused,
  refuses,
  says,
  sends,
  silence,
  type Answer,
  type ReplyAnswer,
} from '../support/loopback/answers.ts';
import { call, reasoning, reply, text, type ReplyPart } from '../support/loopback/reply.ts';
import type { Question } from '../support/loopback/server.ts';

export interface AnyAnswerOptions {
  readonly luck: Chance;
  /** Absolute: a place outside the workspace, which is refused. */
  readonly outside: string;
}

export function anyAnswer({ body }: Question, options: AnyAnswerOptions): Answer {
  const { luck } = options;
  const isSummary = !(typeof body === 'object' && body !== null && 'tools' in body);
  const fault = luck.is(isSummary ? 0.12 : 0.05) ? anyFault(luck) : undefined;
  return fault ?? (isSummary ? summary(luck) : answer(options));
}

function summary(luck: Chance): Answer {
  return says(luck.is(0.92) ? soundSummary : 'No summary at all.', delivery(luck));
}

function answer(options: AnyAnswerOptions): Answer {
  const { luck } = options;
  const parts: ReplyPart[] = [];
  if (luck.is(0.3)) parts.push(reasoning('Let me think about it. '.repeat(1 + luck.upTo(10)), seal(luck)));
  if (luck.is(0.8)) parts.push(text('Some words about it. '.repeat(1 + luck.upTo(30))));
  const calls = luck.is(0.5) ? 1 + luck.upTo(luck.is(0.06) ? 12 : 3) : 0;
  for (let place = 0; place < calls; place++) parts.push(anyCall(place, options));
  if (parts.length === 0) parts.push(text('Done.'));
  const over = luck.is(0.02) ? { stop: luck.one(['length', 'refusal'] as const) } : {};
  const usage = luck.is(0.3) ? { usage: null } : {};
  return says(reply(parts, { ...over, ...usage }), delivery(luck));
}

/** Base64, and never twice. */
function seal(luck: Chance): string {
  return Buffer.from(String(luck.upTo(1e15))).toString('base64');
}

function delivery(luck: Chance): Partial<ReplyAnswer> {
  return luck.is(0.03) ? { delivery: paused(luck.upTo(6), luck.one(['hang', 'close', 'end'])) } : {};
}

function anyFault(luck: Chance): Answer {
  if (luck.is(0.1)) return silence;
  if (luck.is(0.1)) return sends('<html>Bad gateway</html>', { status: luck.one([200, 502]) });
  return refuses(luck.one(['overflow', 'rate-limit', 'server', 'overloaded', 'rejected', 'unauthorized']));
}

function anyCall(place: number, options: AnyAnswerOptions): ReplyPart {
  const { luck } = options;
  const id = luck.is(0.1) ? 'same' : `call-${luck.upTo(1e9)}-${place}`;
  const [name, input] = anyUse(options);
  return call(id, name, input);
}

type Use = readonly [string, Record<string, unknown>];

function anyUse({ luck, outside }: AnyAnswerOptions): Use {
  const file = luck.one(['a.txt', 'b.txt', 'c/d.txt', 'README.md', 'none.txt']);
  const uses: readonly [() => Use, ...(() => Use)[]] = [
    () => ['read_file', { path: file }],
    () => ['read_file', { path: luck.one([outside, '../up.txt', '/dev/zero', '']) }],
    () => ['write_file', { path: file, content: 'one line\n'.repeat(1 + luck.upTo(200)) }],
    () => ['edit_file', { path: file, old: 'one line', new: 'another line', all: luck.is(0.5) }],
    () => ['list_folder', {}],
    () => ['find_files', { glob: '**/*.txt' }],
    () => ['search_text', { pattern: 'line' }],
    () => ['update_todo', { items: [{ text: 'Do it', state: luck.one(['open', 'doing', 'done']) }] }],
    () => ['ask_person', { question: 'Which one?' }],
    () => ['no_such_tool', { at: 1 }],
    () => ['run_command', { wrong: true }],
    () => ['run_command', anyCommand(luck)],
    () => ['run_command', anyCommand(luck)],
    () => ['run_command', anyCommand(luck)],
  ];
  return luck.one(uses)();
}

/** Commands that end, last, fork, print a lot, fail, or mind no signal. */
function anyCommand(luck: Chance): Record<string, unknown> {
  const command = luck.one([
    'echo one; echo two',
    'exit 3',
    'cat a.txt b.txt',
    'sleep 0.2; echo slow',
    'sleep 20; echo never',
    'sleep 30 & echo forked',
    "trap '' TERM INT; sleep 25; echo stubborn",
    'i=0; while [ $i -lt 3000 ]; do echo line $i; i=$((i+1)); done',
    'printf "\\001\\377binary\\n"; cat',
    'for n in 1 2 3; do (sleep 15; echo $n) & done; wait',
  ]);
  return luck.is(0.95) ? { command, yield_seconds: luck.one([0, 0.5, 1.5]) } : { command };
}
