// What every command prints when all is well: the JSON values of design 7, and texts a stranger can read.

import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderState } from './folder-state.ts';
import type { CompactJson } from './compact-against.ts';
import { oneLine } from './one-line.ts';
import { segue, textIn, usesProgram, valueIn } from './program.ts';
import { sample, sampleFile, usesFolder } from './sample.ts';

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function keysOf(value: unknown): readonly string[] {
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value));
  return Object.keys(value);
}

describe('what the commands print', () => {
  usesProgram();
  const place = usesFolder();
  let compacted: string;

  before(async () => {
    compacted = await place.session('compacted');
    textIn(await segue(['compact', compacted]));
  });

  const json = async <T>(...args: readonly string[]): Promise<T> =>
    valueIn(await segue([...args, '--json'])) as T;

  it('import: the format, the sessions with their counts, and the damaged lines', async () => {
    const args = ['import', sampleFile, '--sessions', place.folder];
    const value = await json<{ sessions: { session: string; records: number }[] }>(...args);
    const [{ session, records }] = value.sessions as [{ session: string; records: number }];
    assert.deepEqual(value, {
      format: 'claude-code',
      sessions: [
        { session, turns: sample.turns, records, toolCalls: sample.toolCalls, unpaired: 0, images: 0 },
      ],
      damaged: [],
    });
    assert.ok(path.isAbsolute(session) && (await readdir(session)).includes('session.json'));
    const text = textIn(await segue(args)).split('\n');
    assert.equal(text[0], 'Read as Claude Code: 1 conversation');
    assert.match(text[1]!, /^ {2}session {2}\//);
    assert.equal(text[2], `           9 turns, ${records} records, 23 tool calls, 0 images`);
    assert.equal(text.length, 4);
  });

  it('compact: what became of it, with every figure of the design', async () => {
    const session = await place.session();
    const value = await json<CompactJson>('compact', session, '--provider', 'offline');
    const { tokens, summary, ms } = value;
    assert.deepEqual(keysOf(value).slice(0, 4), ['outcome', 'session', 'segment', 'tokens']);
    assert.equal(value.outcome, 'applied');
    assert.equal(value.session, session);
    assert.deepEqual(value.segment, { from: 1, to: 2 });
    assert.deepEqual(keysOf(tokens), ['before', 'after', 'source']);
    assert.ok(tokens.after > 0 && tokens.after < tokens.before);
    assert.equal(tokens.source, 'fresh-estimate');
    assert.deepEqual(value.turns, { total: sample.turns, kept: 2 });
    const { provider, model, attempts, characters, carried } = summary;
    assert.deepEqual({ provider, model, attempts }, { provider: 'offline', model: 'offline', attempts: 1 });
    assert.ok(characters > 0 && Array.isArray(carried));
    assert.deepEqual(keysOf(ms), ['total', 'local']);
    assert.ok(ms.local >= 0 && ms.local <= ms.total);
  });

  it('compact: a line of what happened, where it is, and how to read it', async () => {
    const session = await place.session();
    const lines = textIn(await segue(['compact', session, '--set', 'compaction.tailTurns=1'])).split('\n');
    assert.match(
      lines[0]!,
      /^Conversation compacted · \d+k? → \d+k? tokens of transcript \(estimated\) · 1 of 9 turns kept · \d+ tool outputs? shortened · segment 2$/,
    );
    const rest = lines.slice(1).join('\n');
    assert.ok(rest.includes(`  session  ${session}\n`));
    assert.match(rest, /^ {2}model {4}anthropic\/claude-sonnet-4-5, the session's own$/m);
    assert.match(rest, /^ {2}summary {2}\d+ characters by the offline model in 1 attempt$/m);
    assert.ok(rest.includes(`  read it  segue show ${session}\n`));
    assert.ok(rest.includes(`  before   segue show ${session} --segment 1\n`));
  });

  it('compact: the accuracy notice once in a conversation, unless it is switched off (behaviour 7.21)', async () => {
    const session = await place.session();
    const notice = /^Long conversations with many compactions can make a model less accurate/m;
    assert.match(textIn(await segue(['compact', session])), notice);
    assert.doesNotMatch(textIn(await segue(['compact', session, '--all'])), notice);
    const off = ['compact', await place.session(), '--set', 'compaction.warnOnCompletion=false'];
    assert.doesNotMatch(textIn(await segue(off)), notice);
  });

  it('compact: the reason when there is nothing to do, and nothing is changed', async () => {
    const before = await folderState(compacted);
    const ended = await segue(['compact', compacted, '--json']);
    const value = JSON.parse(ended.out) as CompactJson;
    assert.equal(ended.exit, 1);
    assert.equal(value.outcome, 'refused');
    assert.match(
      value.reason ?? '',
      /^Not enough conversation content to compact: .*; --all summarises those too$/,
    );
    assert.equal(`refused: ${value.reason}`, oneLine(ended));
    assert.deepEqual(value.segment, { from: 2, to: 2 });
    assert.equal(value.tokens.before, value.tokens.after);
    assert.deepEqual(value.turns, { total: 2, kept: 2 });
    assert.deepEqual(await folderState(compacted), before);
    const text = await segue(['compact', compacted]);
    assert.equal(text.out, '');
    assert.equal(text.err, ended.err);
  });

  it('compact: what opening the session put right', async () => {
    const session = await place.session();
    await writeFile(path.join(session, 'segment-0001.jsonl'), '{"kind":"user","id":"torn', { flag: 'a' });
    const copy = await place.session();
    await writeFile(path.join(copy, 'segment-0001.jsonl'), '{"kind":"user","id":"torn', { flag: 'a' });
    const words =
      'segment-0001.jsonl: its last line was cut short and was taken out; its bytes are kept in segment-0001.jsonl.torn-1';
    assert.ok(textIn(await segue(['compact', session])).includes(`\n  repaired ${words}\n`));
    const value = await json<{ repairs: unknown }>('compact', copy);
    assert.deepEqual(value.repairs, [
      { file: 'segment-0001.jsonl', what: 'torn-line', kept: 'segment-0001.jsonl.torn-1' },
    ]);
  });

  it('segments: one entry a segment', async () => {
    const rows = await json<{ records: number; createdAt: string; finalizedAt?: string }[]>(
      'segments',
      compacted,
    );
    const [first, second] = rows as [(typeof rows)[0], (typeof rows)[0]];
    assert.deepEqual(rows, [
      {
        number: 1,
        file: 'segment-0001.jsonl',
        status: 'finalized',
        records: first.records,
        turns: 7,
        createdAt: first.createdAt,
        finalizedAt: first.finalizedAt,
      },
      {
        number: 2,
        file: 'segment-0002.jsonl',
        status: 'active',
        records: second.records,
        turns: 2,
        createdAt: second.createdAt,
      },
    ]);
    for (const stamp of [first.createdAt, first.finalizedAt, second.createdAt])
      assert.match(stamp ?? '', time);
    const lines = textIn(await segue(['segments', compacted])).split('\n');
    assert.match(
      lines[0]!,
      /^ {2}1 {2}finalized {4}7 turns, {2}\d+ records {2}\d{4}-\d\d-\d\d \d\d:\d\d to [\d-]+ [\d:]+ \(UTC\)$/,
    );
    assert.match(lines[1]!, /^ {2}2 {2}active {7}2 turns, +\d+ records {2}[\d-]+ [\d:]+ \(UTC\)$/);
    assert.equal(lines.length, 3);
  });

  it('show: the segment and its records', async () => {
    const value = await json<{ records: { kind: string }[] }>('show', compacted);
    assert.deepEqual(keysOf(value), ['segment', 'records']);
    assert.equal((value as unknown as { segment: number }).segment, 2);
    assert.equal(value.records[0]?.kind, 'summary');
    const all = await json<{ segment: string }>('show', compacted, '--segment', 'all');
    assert.equal(all.segment, 'all');
  });

  it('diagnose: the figures of both models and what follows from them', async () => {
    const value = await json<Record<string, unknown>>('diagnose', compacted);
    const figures = {
      model: 'anthropic/claude-sonnet-4-5',
      window: 200_000,
      provenance: 'model-metadata',
      reserve: 20_000,
      usable: 180_000,
      threshold: 144_000,
    };
    assert.equal(value['ratio'], 0.8);
    assert.equal(value['winningThreshold'], 144_000);
    assert.deepEqual(value['target'], figures);
    assert.deepEqual(value['summary'], figures);
    assert.deepEqual(keysOf(value['estimate']), ['tokens', 'source']);
    const text = textIn(await segue(['diagnose', compacted]));
    assert.match(text, /^transcript {2}\d+ tokens \(estimated\), 0\.\d % of the threshold$/m);
    assert.match(text, /^threshold {3}144000 tokens, 80 % of what the smaller of the two models can use$/m);
    assert.match(text, /^decision {4}the next request goes as it is: the estimate is below the threshold$/m);
    assert.match(text, /declared locally, not confirmed by the provider/);
  });

  it('diagnose: another model, and settings of the run', async () => {
    const small = [
      '--model',
      'mine',
      '--set',
      'budget.contextLimit=3000',
      '--set',
      'budget.reserveTokens=500',
    ];
    const value = await json<{ target: object; decision: { decision: string } }>(
      'diagnose',
      compacted,
      ...small,
    );
    assert.deepEqual(value.target, {
      model: 'anthropic/mine',
      window: 3000,
      provenance: 'configured-fallback',
      reserve: 500,
      usable: 2500,
      threshold: 2000,
    });
    const tiny = ['--model', 'mine', '--set', 'budget.contextLimit=500', '--set', 'compaction.auto=false'];
    const text = textIn(await segue(['diagnose', compacted, ...tiny]));
    assert.match(
      text,
      /^decision {4}over the threshold, but the next request would go as it is: auto-compaction is disabled/m,
    );
    assert.match(text, /^automatic {3}off by compaction\.auto$/m);
    assert.match(text, /from your setting budget\.contextLimit/);
  });

  it('verify: that all is well, or every problem', async () => {
    assert.deepEqual(await json('verify', compacted), { ok: true, problems: [], settled: [] });
    const session = await place.session();
    const file = path.join(session, 'segment-0001.jsonl');
    await writeFile(file, 'oops\n', { flag: 'a' });
    const ended = await segue(['verify', session, '--json']);
    const { ok, problems } = JSON.parse(ended.out) as { ok: boolean; problems: object[] };
    assert.equal(ended.exit, 1);
    assert.equal(ok, false);
    assert.deepEqual(keysOf(problems[0]), ['file', 'line', 'problem', 'kept']);
  });

  it('request: the exact body of each wire, alone', async () => {
    for (const provider of ['anthropic', 'openai', 'openai-chat']) {
      const ended = await segue([
        ...['request', compacted, '--provider', provider, '--prompt', 'Go on: “é”'],
        ...['--workspace', place.folder],
      ]);
      const body = JSON.parse(textIn(ended)) as Record<string, unknown>;
      assert.equal(body['model'], provider === 'anthropic' ? 'claude-sonnet-4-5' : 'gpt-5');
      assert.ok(JSON.stringify(body).includes('Go on: “é”'));
      assert.ok(JSON.stringify(body).includes('You are Segue'));
      assert.ok(Array.isArray(body['tools']) && body['tools'].length > 5);
    }
  });

  it('request: refuses to guess a prompt where the conversation ends with an answer', async () => {
    const talk = path.join(place.folder, 'answered.json');
    await writeFile(talk, '[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi."}]');
    const imported = await json<{ sessions: { session: string }[] }>(
      'import',
      talk,
      '--sessions',
      place.folder,
    );
    const ended = await segue(['request', imported.sessions[0]!.session, '--provider', 'openai']);
    assert.match(
      oneLine(ended),
      /^nothing is pending in this session: .*; give a prompt with --prompt TEXT$/,
    );
    assert.equal(ended.out, '');
    assert.equal(ended.exit, 1);
  });

  it('request: refuses to guess a prompt where everything was summarised', async () => {
    const talk = path.join(place.folder, 'summarised.json');
    await writeFile(
      talk,
      '[{"role":"user","content":"Rename the module alpha to beta in src/alpha.ts"},{"role":"assistant","content":"Done."}]',
    );
    const compacted = await json<{ session: string }>(
      ...['compact', talk, '--sessions', place.folder, '--provider', 'offline', '--all'],
    );
    const ended = await segue(['request', compacted.session, '--provider', 'anthropic']);
    assert.match(oneLine(ended), /^nothing is pending in this session: /);
    assert.equal(ended.exit, 1);
  });

  it('export: the conversation alone on standard output, or the file that was written', async () => {
    const markdown = await segue(['export', compacted, '--format', 'markdown']);
    assert.match(markdown.out, /^# /);
    const out = path.join(place.folder, 'talk.md');
    const written = await segue(['export', compacted, '--format', 'markdown', '--out', out]);
    assert.equal(written.out, `${out}\n`);
    const again = await segue(['export', compacted, '--format', 'markdown', '--out', out]);
    assert.match(
      oneLine(again),
      /talk\.md is there already and is not replaced; remove it or choose another name$/,
    );
    assert.equal(again.exit, 1);
  });

  it('reading changes nothing at all', async () => {
    const session = await place.session();
    const before = await folderState(session);
    for (const args of [
      ['show'],
      ['segments'],
      ['diagnose'],
      ['verify'],
      ['request', '--provider', 'openai', '--workspace', place.folder],
    ]) {
      const [command = '', ...flags] = args;
      textIn(await segue([command, session, ...flags]));
    }
    assert.deepEqual(await folderState(session), before);
  });
});
