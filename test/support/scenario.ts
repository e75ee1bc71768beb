// A whole conversation played through the engine and told as Markdown: what was there, what was asked, what came of it.

import assert from 'node:assert/strict';
import { nodeSha256 } from '../../src/adapters/system/sha256.ts';
import { codePointLength } from '../../src/base/code-points.ts';
import type { CompactionOutcome } from '../../src/core/compaction/outcome.ts';
import type { CompactionPhase } from '../../src/core/compaction/phases.ts';
import type { CompactionRequest } from '../../src/core/compaction/request.ts';
import type { ChatRequest } from '../../src/core/provider/request.ts';
import type { SessionStore } from '../../src/core/sessions/store.ts';
import type { TelemetryEvent } from '../../src/core/telemetry/events.ts';
import { inlineText } from '../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { isVisible, withoutSuperseded } from '../../src/core/transcript/visibility.ts';
import { compactionBench, prompts, type Bench, type BenchOptions } from './compaction-bench.ts';
import { countingIds } from './counting-ids.ts';
import { MemoryComputer } from './disk-store.ts';
import { never, valueOf } from './expect.ts';
import { assertGolden } from './golden.ts';
import { createMemoryStore } from './memory-store.ts';
import { RecordingProvider } from './recording-provider.ts';
import { ScriptedProvider } from './scripted-provider.ts';
import { hurriedClock, type VirtualClock } from './virtual-clock.ts';

/** What happens next: records come, then a compaction is asked for. */
export interface Step {
  readonly append?: readonly TranscriptRecord[];
  readonly run: Partial<CompactionRequest>;
}

export interface Scenario {
  /** The name of its golden. */
  readonly name: string;
  readonly title: string;
  readonly records: readonly TranscriptRecord[];
  readonly options?: Omit<BenchOptions, 'records' | 'store' | 'clock'>;
  readonly steps: readonly Step[];
  /** A secret of the conversation: the golden says `<secret>` for it. */
  readonly secret?: string;
}

/** Plays a scenario in memory and in files; both must tell the same, and what the golden beside the test says. */
export async function assertTold(testFile: string, scenario: Scenario): Promise<void> {
  const [memory, files] = [hurriedClock(), hurriedClock()];
  const store = createMemoryStore({ clock: memory, ids: countingIds(), sha256: nodeSha256 });
  const inMemory = await played(scenario, { store, clock: memory });
  const computer = new MemoryComputer({ clock: files });
  assert.equal(await played(scenario, { store: computer.store(), clock: files }), inMemory);
  assertGolden(testFile, `${scenario.name}.md`, inMemory);
}

async function played(
  scenario: Scenario,
  place: { readonly store: SessionStore; readonly clock: VirtualClock },
): Promise<string> {
  const { options = {}, records } = scenario;
  const provider = new RecordingProvider(options.provider ?? new ScriptedProvider(options.scripts ?? []));
  const bench = await compactionBench({ ...options, ...place, records, provider });
  const story = [`# ${scenario.title}`];
  for (const [number, step] of scenario.steps.entries()) {
    if (step.append !== undefined) valueOf(await bench.session.write.append(step.append, never));
    story.push(...(await told(bench, { step, number: number + 1, provider })));
  }
  const text = story.join('\n\n').replaceAll(bench.session.path, '<session>');
  return scenario.secret === undefined ? text : text.replaceAll(scenario.secret, '<secret>');
}

async function told(
  bench: Bench,
  { step, number, provider }: { step: Step; number: number; provider: RecordingProvider },
): Promise<string[]> {
  const before = bench.session.active();
  const from = {
    phases: bench.phases.length,
    payloads: bench.payloads.length,
    events: bench.log.events.length,
    requests: provider.requests.length,
  };
  const outcome = await bench.run(step.run);
  const after = bench.session.active();
  const parts = [
    `## Run ${number}`,
    `### Before: segment ${before.number}`,
    fenced(before.records.map(recordText).join('\n')),
    ...provider.requests.slice(from.requests).flatMap(requestText),
    '### Outcome',
    fenced(outcomeText(outcome)),
  ];
  if (after.number !== before.number) {
    const finalized = valueOf(await bench.session.segment(before.number, never)).finalized;
    parts.push(
      `### After: segment ${after.number}, its predecessor cut at ${finalized?.cut ?? 'its end'}`,
      fenced(withoutSuperseded(after.records).map(recordText).join('\n')),
    );
  }
  return [
    ...parts,
    '### Phases',
    bench.phases.slice(from.phases).map(phaseText).join('\n'),
    '### Hooks',
    list(bench.payloads.slice(from.payloads).map((payload) => shortJson(payload))),
    '### Telemetry',
    list(bench.log.events.slice(from.events).map(eventText)),
  ];
}

/** A request whose bytes are those of the one before is only named. */
function requestText(request: ChatRequest, place: number, all: readonly ChatRequest[]): string[] {
  const title = `### Summary request ${place + 1}`;
  const earlier = all[place - 1];
  if (earlier !== undefined && JSON.stringify(earlier) === JSON.stringify(request)) {
    return [title, 'The same bytes as the one before.'];
  }
  const { system, messages, tools, stream } = request;
  const input = messages.flatMap(({ content }) =>
    content.map((part) => (part.type === 'text' ? part.text : '')),
  );
  const facts = [`rule: ${ruleOf(system)}`, `${tools.length} tools`, stream ? 'streamed' : 'one-shot'];
  return [title, facts.join(' · '), fenced(input.join('\n'))];
}

function ruleOf(system: string): string {
  const names = ['create', 'update', 'handoff'] as const;
  const name = names.find((rule) => system.includes(prompts.text(`context-summary/${rule}`, {})));
  return name ?? 'none';
}

function recordText(record: TranscriptRecord): string {
  const head = `${record.id} · turn ${record.turn} · ${record.kind}`;
  if (record.kind === 'tool-call') return `${head}: ${record.name} ${JSON.stringify(record.input)}`;
  if (!isVisible(record)) return `${head} (hidden)${hiddenText(record)}`;
  const mark = record.kind === 'tool-result' && record.isError === true ? ' (error)' : '';
  return `${head}${mark}: ${inlineText(record.content)}`;
}

function hiddenText(record: TranscriptRecord): string {
  if (record.kind === 'fork-point') return `: ${record.outcome}`;
  if (record.kind === 'hook-audit') return `: ${JSON.stringify(record.handlers)}`;
  return record.kind === 'execution-archive' ? `: ${record.executionId}` : '';
}

function phaseText({ phase, ...rest }: CompactionPhase): string {
  return `- ${phase}${Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`}`;
}

function eventText({ event, ...fields }: TelemetryEvent): string {
  return `${event} ${shortJson(fields)}`;
}

function outcomeText(outcome: CompactionOutcome): string {
  return JSON.stringify(outcome, null, 2);
}

/** Long texts by their length: they stand elsewhere in the story. */
function shortJson(value: object): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'string' && item.length > 200 ? `(${codePointLength(item)} characters)` : item,
  );
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? 'None.' : lines.map((line) => `- \`${line}\``).join('\n');
}

/** A block that no text inside can end. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
