// `segue run` as a program: interrupted or killed in the middle of a command, it leaves a session that goes on and no
// process behind.

import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lockName } from '../../src/core/sessions/names.ts';
import { says, saysParts, silence, type Answer } from '../support/loopback/answers.ts';
import { call } from '../support/loopback/reply.ts';
import { startLoopback, type Loopback } from '../support/loopback/server.ts';
import { wireNames, type WireName } from '../support/loopback/wire.ts';
import { Running, segue, textIn, usesProgram } from './program.ts';
import { usesFolder } from './sample.ts';

describe('segue run as a program', function () {
  this.timeout(60_000);
  usesProgram();
  const place = usesFolder();
  let server: Loopback;
  let session: string;
  let workspace: string;

  beforeEach(async () => {
    server = await startLoopback();
    session = await place.session();
    workspace = path.join(session, '..', `${path.basename(session)}-workspace`);
    await mkdir(workspace);
  });

  afterEach(() => server.close());

  function words(prompt: string, wire: WireName = 'anthropic'): string[] {
    return [
      ...['run', session, '--prompt', prompt, '--workspace', workspace, '--permissions', 'full-auto'],
      ...['--provider', wire, '--model', 'scripted', '--base-url', server.baseUrl(wire)],
    ];
  }

  for (const wire of wireNames) {
    it(`goes on with an imported session over ${wire}, which accepts every request`, async () => {
      const looks = saysParts(call('c1', 'run_command', { command: 'echo seen' }), call('c2', 'list_folder'));
      server.answers(looks, says('Good.'));
      assert.equal(textIn(await segue(words('Look', wire))), 'Good.\n');
      assert.deepEqual(
        server.requests.map((request) => [request.wire, request.violations]),
        [
          [wire, []],
          [wire, []],
        ],
      );
    });
  }

  /** A command that minds no signal but a kill, and tells its process. */
  const stubborn = saysParts(
    call('c1', 'run_command', { command: "trap '' TERM INT; echo $$ > pid; sleep 60" }),
  );

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`by ${signal} ends its command and itself, and says that what was done is kept`, async () => {
      const running = await startsCommand(stubborn);
      running.send(signal);
      const ended = await running.ended;
      assert.equal(ended.exit, 130);
      assert.match(ended.err, /^segue: cancelled; what was done so far is kept$/m);
      await assertGone(await commandId());
      assert.ok(!(await readdir(session)).includes(lockName));
      await assertGoesOn(/^Good\.\n$/);
    });
  }

  it('that is killed leaves no command behind, and the next one says what was interrupted', async function () {
    if (process.platform === 'win32') {
      console.log('    a killed run: its commands are not guarded on win32');
      this.skip();
    }
    const running = await startsCommand(stubborn);
    const id = await commandId();
    await running.kill();
    await assertGone(id);
    server.answers(says('Good.'));
    const again = await segue(words('Again'));
    assert.equal(again.exit, 0, again.err);
    assert.match(again.err, /^segue: turn \d+ was interrupted before it ended; what it did stands/m);
    assert.deepEqual(server.requests.at(-1)?.violations, []);
  });

  it('that is killed while it waits for an answer has its prompt in the session', async () => {
    server.answers(silence);
    const running = new Running(words('Are you there?'));
    await server.request(0);
    await running.kill();
    assert.match(textIn(await segue(['show', session, '--visible', '--json'])), /"Are you there\?"/);
    await assertGoesOn(/^Good\.\n$/);
  });

  it('that is in the middle of a turn keeps a second one out, which says who writes, and goes on undisturbed', async () => {
    const waits = call('c1', 'run_command', {
      command: 'echo $$ > pid; until [ -e go ]; do sleep 0.05; done; echo went on',
    });
    const running = await startsCommand(saysParts(waits));
    const asked = server.requests.length;
    const second = await segue(words('Me too'));
    assert.equal(second.exit, 1);
    assert.match(
      second.err,
      new RegExp(`is in use by process ${running.pid} since .*; close it there, or wait`),
    );
    assert.equal(server.requests.length, asked);
    assert.match(textIn(await segue(['show', session, '--visible', '--json'])), /"Start it"/);
    server.answers(says('Good.'));
    await writeFile(path.join(workspace, 'go'), '');
    const ended = await running.ended;
    assert.deepEqual([ended.exit, ended.out], [0, 'Good.\n']);
    assert.match(JSON.stringify(server.requests.at(-1)?.body), /went on/);
    assert.match(textIn(await segue(['verify', session])), /^ok/);
  });

  async function startsCommand(answer: Answer): Promise<Running> {
    server.answers(answer);
    const running = new Running(words('Start it'));
    while (!(await readdir(workspace)).includes('pid') || Number.isNaN(await commandId()))
      await running.turn();
    return running;
  }

  /** NaN while it is not written yet. */
  async function commandId(): Promise<number> {
    const text = await readFile(path.join(workspace, 'pid'), 'utf8');
    return text.endsWith('\n') ? Number(text) : Number.NaN;
  }

  async function assertGoesOn(answer: RegExp): Promise<void> {
    server.answers(says('Good.'));
    const again = await segue(words('Again'));
    assert.equal(again.exit, 0, again.err);
    assert.match(again.out, answer);
    assert.deepEqual(server.requests.at(-1)?.violations, []);
    assert.match(textIn(await segue(['verify', session])), /^ok/);
  }
});

/** The test runs into its time limit when the process never ends. */
async function assertGone(id: number): Promise<void> {
  for (;;) {
    try {
      process.kill(id, 0);
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH');
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
