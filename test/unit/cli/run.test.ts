// `segue run`: the same loop, gates, tools and events as in the panel, told to programs and to people.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CompactJson } from '../../cli/compact-against.ts';
import { oneLine } from '../../cli/one-line.ts';
import { conversation } from '../../support/conversation.ts';
import { realStore } from '../../support/disk-store.ts';
import { never, valueOf } from '../../support/expect.ts';
import { soundSummary } from '../../support/compaction-bench.ts';
import { paused, refuses, says, saysParts, type Answer } from '../../support/loopback/answers.ts';
import { call, reasoning, reply, text } from '../../support/loopback/reply.ts';
import { startLoopback, type Loopback } from '../../support/loopback/server.ts';
import { segue, type Ran } from './segue.ts';

type Event = Readonly<Record<string, unknown>> & { readonly event: string };

describe('segue run', function () {
  this.timeout(20_000);
  let folder: string;
  let workspace: string;
  let server: Loopback;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'segue-run-'));
    workspace = path.join(folder, 'workspace');
    await mkdir(workspace);
    await writeFile(path.join(workspace, 'a.txt'), 'one line\n');
    server = await startLoopback();
  });

  afterEach(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  /** Asks the scripted model; in a new session unless one is named first. */
  function run(
    more: readonly string[],
    answers: readonly Answer[],
    host: Parameters<typeof segue>[2] = {},
  ): Promise<Ran> {
    server.answers(...answers);
    const [session, ...flags] = more[0]?.startsWith('-') === false ? more : ['', ...more];
    const place = session === '' ? ['--sessions', 'sessions'] : [session ?? ''];
    const model = [
      '--provider',
      'anthropic',
      '--model',
      'scripted',
      '--base-url',
      server.baseUrl('anthropic'),
    ];
    return segue(folder, ['run', ...place, ...model, ...flags], host);
  }

  const inWorkspace = ['--workspace', 'workspace'];

  it('prints the answer, and where a new session is', async () => {
    const ran = await run(['--prompt', 'Hello', ...inWorkspace], [says('Good day.')]);
    assert.equal(ran.exit, 0);
    assert.equal(ran.out, 'Good day.\n');
    assert.equal(oneLine(ran), `the session is ${await onlySession()}`);
  });

  it('goes on in a session that is named', async () => {
    await run(['--prompt', 'Hello', ...inWorkspace], [says('Good day.')]);
    const session = await onlySession();
    const ran = await run([session, '--prompt', 'And again', ...inWorkspace], [says('Again.')]);
    assert.deepEqual(ran, { exit: 0, out: 'Again.\n', err: '' });
    const [first, second] = server.requests;
    const messages = ({ body }: { body: unknown }) => (body as { messages: unknown[] }).messages;
    assert.equal(messages(first!).length, 1);
    assert.equal(messages(second!).length, 3);
  });

  it('tells with --json what happens, one object a line', async () => {
    const looks = saysParts(reasoning('Hm.'), text('I look.'), call('c1', 'read_file', { path: 'a.txt' }));
    const ran = await run(['--prompt', 'Look', '--json', ...inWorkspace], [looks, says('One line.')]);
    const events = eventsOf(ran);
    const told = events.map(({ event }) => event).filter((event, place, all) => event !== all[place - 1]);
    assert.deepEqual(told, [
      ...['gate', 'reasoning', 'text', 'tool-call', 'usage', 'tool-result'],
      ...['gate', 'text', 'usage', 'done'],
    ]);
    const { thresholds, ...gate } = only(events, 'gate', 2)[0]!;
    assert.deepEqual(gate, {
      event: 'gate',
      where: 'pre-send',
      estimate: 1,
      source: 'fresh-estimate',
      decision: 'send',
    });
    assert.deepEqual(Object.keys(thresholds as object), ['target', 'summary']);
    assert.deepEqual(only(events, 'tool-call', 1), [
      { event: 'tool-call', callId: 'c1', name: 'read_file', input: { path: 'a.txt' } },
    ]);
    const result = only(events, 'tool-result', 1)[0]!;
    assert.equal(result['name'], 'read_file');
    assert.equal(result['isError'], false);
    assert.match(JSON.stringify(result['content']), /one line/);
    assert.deepEqual(events.at(-1), {
      ...{ event: 'done', outcome: 'success', session: await onlySession(), segment: 1, requests: 2 },
    });
    for (const request of server.requests) assert.deepEqual(request.violations, []);
  });

  const edit = saysParts(call('c1', 'write_file', { path: 'b.txt', content: 'new' }));
  const command = saysParts(call('c2', 'run_command', { command: 'echo made > c.txt' }));
  const modes = [
    { mode: undefined, made: [], refused: 2 },
    { mode: 'ask', made: [], refused: 2 },
    { mode: 'edits', made: ['b.txt'], refused: 1 },
    { mode: 'full-auto', made: ['b.txt', 'c.txt'], refused: 0 },
  ] as const;

  for (const { mode, made, refused } of modes) {
    it(`with ${mode === undefined ? 'no' : `--permissions ${mode} has`} permission for ${refused} of an edit and a command less`, async () => {
      const flags = mode === undefined ? [] : ['--permissions', mode];
      const ran = await run(['--prompt', 'Do', ...flags, ...inWorkspace], [edit, command, says('Done.')]);
      assert.equal(ran.exit, 0);
      assert.deepEqual((await readdir(workspace)).sort(), ['a.txt', ...made]);
      const said = new RegExp(`${refused} calls? would have needed a permission`);
      if (refused > 0) assert.match(ran.err, said);
      else assert.doesNotMatch(ran.err, /permission/);
    });
  }

  it('tells person and model that nobody could be asked, and what allows it, not that the person refused', async () => {
    const outside = saysParts(call('c3', 'read_file', { path: path.join(folder, 'other.txt') }));
    const answers = [edit, command, outside, says('Done.')];
    const ran = await run(['--prompt', 'Do', '--json', ...inWorkspace], answers);
    const results = only(eventsOf(ran), 'tool-result', 3).map((event) => JSON.stringify(event['content']));
    const allows = [/--permissions edits allows/, /--permissions full-auto allows/, /--workspace names/];
    for (const [place, told] of results.entries()) {
      assert.match(told, /needs a permission, and nobody can be asked here; /);
      assert.match(told, allows[place]!);
      assert.doesNotMatch(told, /The person|They say/);
    }
    const guide = ['--provider', 'offline', '--workspace', 'workspace', '--sessions', 'other'];
    const guided = await segue(folder, ['run', ...guide, '--prompt', 'run npm test'], {});
    assert.match(guided.out, /npm test`? was not done: .*nobody can be asked here; --permissions full-auto/);
    assert.doesNotMatch(guided.out, /You did not/);
  });

  it('gives tools no folder when none is named, and says so', async () => {
    const looks = saysParts(call('c1', 'read_file', { path: path.join(workspace, 'a.txt') }));
    const ran = await run(['--prompt', 'Look', '--json'], [looks, says('I cannot.')]);
    const events = eventsOf(ran);
    assert.match(String(only(events, 'notice', 1)[0]?.['text']), /--workspace DIR/);
    assert.equal(only(events, 'tool-result', 1)[0]?.['isError'], true);
  });

  it('compacts before the prompt when it has to, and tells how as segue compact does', async () => {
    const session = await longSession();
    const small = ['--set', 'budget.contextLimit=8000', '--set', 'budget.reserveTokens=0'];
    server.answersTo('Answer the next question', says('Here.'));
    const ran = await run(
      [session, '--prompt', 'Answer the next question', '--json', ...small, ...inWorkspace],
      [says(soundSummary)],
    );
    const events = eventsOf(ran);
    const compactions = events.filter(({ event }) => event === 'compaction');
    assert.deepEqual(compactions.map(({ phase }) => phase).slice(0, 2), ['preparing', 'summarizing']);
    const { tokens, turns, segment, outcome, summary } = compactions.at(-1) as unknown as CompactJson;
    assert.equal(outcome, 'applied');
    assert.deepEqual(segment, { from: 1, to: 2 });
    assert.ok(tokens.after < tokens.before);
    assert.ok(turns.kept < turns.total);
    assert.equal(summary.attempts, 1);
    const done = events.at(-1);
    assert.deepEqual([done?.['outcome'], done?.['segment'], done?.['requests']], ['success', 2, 1]);
  });

  it('that cannot compact sends nothing, exits with 1 and leaves no prompt behind', async () => {
    const session = await longSession();
    const small = ['--set', 'budget.contextLimit=8000', '--set', 'budget.reserveTokens=0'];
    const ran = await run(
      [session, '--prompt', 'Next', '--json', ...small, ...inWorkspace],
      [refuses('unauthorized')],
    );
    assert.equal(ran.exit, 1);
    const done = ran.out.trim().split('\n').at(-1) ?? '';
    assert.match(done, /"outcome":"failed","reason":"Auto-compaction failed; request not sent: /);
    assert.match(done, /"segment":1,"requests":0/);
    const handle = valueOf(await realStore('').open(session, 'read', never));
    assert.deepEqual(handle.session().outbox, []);
  });

  it('says in one line why there was no answer and what to do', async () => {
    const ran = await run(['--prompt', 'Hello', ...inWorkspace], [refuses('unauthorized')]);
    assert.equal(ran.exit, 1);
    assert.equal(ran.out, '');
    assert.match(ran.err, /^segue: No answer: .*; check the key and whether it may use this model$/m);
  });

  it('is stopped by Ctrl-C, keeps what was done and lets the next prompt go on', async () => {
    const control = new AbortController();
    const hanging = says('The beginning of a long answer.', { delivery: paused(6, 'hang') });
    const ran = await run(['--prompt', 'Tell me', '--json', ...inWorkspace], [hanging], {
      signal: control.signal,
      onOut: () => control.abort('user'),
    });
    assert.equal(ran.exit, 130);
    const done = JSON.parse(ran.out.trim().split('\n').at(-1) ?? '') as Event;
    assert.equal(done['outcome'], 'cancelled');
    const session = String(done['session']);
    assert.match((await segue(folder, ['verify', session])).out, /^ok/);
    const again = await run([session, '--prompt', 'Once more', ...inWorkspace], [says('Now.')]);
    assert.deepEqual(again, { exit: 0, out: 'Now.\n', err: '' });
  });

  it('is stopped by Ctrl-C as an answer ends: what waits in the session is kept, and it says that it was cancelled', async () => {
    const store = realStore(path.join(folder, 'sessions'));
    const handle = valueOf(await store.create({ name: 'Queued' }, never));
    const followUps = ['Second', 'Third'].map((text) => ({ id: text, text, at: '2026-11-30T12:00:00.000Z' }));
    const queue = { ...handle.session().queue, followUps };
    valueOf(await handle.write.update({ queue }, never));
    await handle.close();
    const control = new AbortController();
    const ran = await run(
      [handle.path, '--prompt', 'First', '--json', ...inWorkspace],
      [says('One.'), says('Two.'), says('Three.')],
      {
        signal: control.signal,
        onOut: (text) => {
          if (text.includes('"usage"')) control.abort('user');
        },
      },
    );
    assert.equal(ran.exit, 130);
    assert.match(ran.out.trim().split('\n').at(-1) ?? '', /"done","outcome":"cancelled"/);
    assert.equal(server.requests.length, 1);
    const again = valueOf(await store.open(handle.path, 'write', never));
    assert.deepEqual(again.session().queue.followUps, followUps);
    await again.close();
  });

  it('ends a command in the background with itself, and tells its end', async () => {
    const command = 'echo $$ > pid; exec sleep 60';
    const starts = saysParts(call('c1', 'run_command', { command, yield_seconds: 0.5 }));
    const flags = ['--prompt', 'Start it', '--json', '--permissions', 'full-auto', ...inWorkspace];
    const ran = await run(flags, [starts, says('It runs.')]);
    const states = only(eventsOf(ran), 'execution').map(({ state }) => state);
    assert.deepEqual([states[0], states.at(-1)], ['running', 'ended']);
    const pid = Number(await readFile(path.join(workspace, 'pid'), 'utf8'));
    assert.ok(pid > 0);
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  });

  it('says that a turn was interrupted, and that a prompt still waits', async () => {
    const store = realStore(path.join(folder, 'sessions'));
    const handle = valueOf(await store.create({ name: 'Broken off' }, never));
    valueOf(await handle.write.append(conversation().user('Do it').records(), never));
    const outbox = [{ id: 'waiting', text: 'And that', at: '2026-11-30T12:00:00.000Z' }];
    valueOf(await handle.write.update({ outbox }, never));
    await handle.close();
    const ran = await run([handle.path, '--prompt', 'Go on', ...inWorkspace], [says('Yes.')]);
    assert.equal(ran.exit, 0);
    assert.match(
      ran.err,
      /^segue: turn 1 was interrupted before it ended; .*this prompt goes on behind it$/m,
    );
    assert.match(ran.err, /^segue: 1 earlier prompt that was not sent still waits in the session$/m);
  });

  it('makes no session when nobody can be asked', async () => {
    const ran = await segue(folder, [
      'run',
      '--sessions',
      'sessions',
      '--provider',
      'openai',
      '--prompt',
      'Hello',
    ]);
    assert.equal(ran.exit, 1);
    assert.match(oneLine(ran), /OPENAI_API_KEY is not set/);
    assert.ok(!(await readdir(folder)).includes('sessions'));
  });

  it('steers no terminal by what a model says', async () => {
    const ran = await run(['--prompt', 'Hello', ...inWorkspace], [says('a\u001b[31mred\u0007')]);
    assert.equal(ran.out, 'a\\x1b[31mred\\x07\n');
  });

  it('shows a watching person what is done meanwhile, and takes it away', async () => {
    const looks = saysParts(text('I look.'), call('c1', 'read_file', { path: 'a.txt' }));
    const ran = await run(['--prompt', 'Look', ...inWorkspace], [looks, says('One line.')], {
      watched: true,
    });
    assert.equal(ran.out, 'I look.\nOne line.\n');
    assert.match(ran.err, /Thinking… Ctrl-C stops/);
    assert.match(ran.err, /\u001b\[2K {2}read_file a\.txt\n/);
  });

  it('says that an answer reached its limit', async () => {
    const cut = says(reply([text('And so')], { stop: 'length' }));
    const ran = await run(['--prompt', 'Tell', ...inWorkspace], [cut]);
    assert.equal(ran.exit, 1);
    assert.equal(ran.out, 'And so\n');
    assert.match(ran.err, /length limit; go on with another --prompt/);
  });

  async function onlySession(): Promise<string> {
    const [name = '', ...others] = await readdir(path.join(folder, 'sessions'));
    assert.deepEqual(others, []);
    return path.join(folder, 'sessions', name);
  }

  /** About 7500 tokens in settled turns. */
  async function longSession(): Promise<string> {
    const story = conversation();
    for (let turn = 1; turn <= 10; turn++)
      story.user(`Question ${turn}`).assistant(`Answer ${turn} `.padEnd(3000, 'x')).settled();
    const handle = valueOf(await realStore(path.join(folder, 'sessions')).create({ name: 'Long' }, never));
    valueOf(await handle.write.append(story.records(), never));
    await handle.close();
    assert.ok((await readFile(path.join(handle.path, 'segment-0001.jsonl'))).length > 30_000);
    return handle.path;
  }
});

function eventsOf(ran: Ran): readonly Event[] {
  assert.equal(ran.exit, 0, ran.err);
  return ran.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);
}

/** The events of one name, of which there must be so many. */
function only(events: readonly Event[], name: string, count?: number): readonly Event[] {
  const found = events.filter(({ event }) => event === name);
  if (count !== undefined) assert.equal(found.length, count, `${name} is told ${count} times`);
  return found;
}
