// The program on a terminal and in a pipe: progress for people only, and readers that go away or cannot take it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { lockName } from '../../src/core/sessions/names.ts';
import { says, silence } from '../support/loopback/answers.ts';
import { startLoopback, type Loopback } from '../support/loopback/server.ts';
import { compactArgs, goodSummary, type CompactJson } from './compact-against.ts';
import { assertFails, oneLine } from './one-line.ts';
import { program, root, segue, textIn, usesProgram } from './program.ts';
import { usesFolder } from './sample.ts';

const erase = '\r\u001b[2K';

describe('the program on a terminal', function () {
  usesProgram();
  const place = usesFolder();
  let server: Loopback;

  before(function () {
    if (process.platform !== 'linux') {
      console.log(`    terminals: the script command of ${process.platform} takes other flags`);
      this.skip();
    }
  });

  beforeEach(async () => {
    server = await startLoopback();
  });

  afterEach(() => server.close());

  const itself = [process.execPath, program];
  const throughNpm = ['npm', 'run', '--silent', 'segue', '--'];

  /** Standard error and input are a terminal of 60 columns, standard output is a file. `type` sends keys to it. */
  function onTerminal(args: readonly string[], command: readonly string[] = itself) {
    const out = path.join(place.folder, 'out');
    const quoted = [...command, ...args].map((word) => `'${word}'`).join(' ');
    const words = [
      '--quiet',
      '--return',
      '--flush',
      '--command',
      `stty cols 60; ${quoted} > '${out}'`,
      '/dev/null',
    ];
    const child = spawn('script', words, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
    const shows = async (what: RegExp): Promise<void> => {
      while (!what.test(shown)) {
        assert.equal(child.exitCode, null, `ended without ${what}: ${shown}`);
        await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
      }
    };
    const ended = once(child, 'close').then(async ([exit]) => {
      return { exit: exit as number, shown, out: await readFile(out, 'utf8') };
    });
    return { ended, shows, type: (keys: string) => child.stdin.write(keys) };
  }

  it('shows what a compaction is at, in lines that fit, and takes them away', async () => {
    server.answers(says('No summary.'), says(goodSummary));
    const { exit, shown, out } = await onTerminal(compactArgs(await place.session(), server, 'anthropic'))
      .ended;
    assert.equal(exit, 0);
    assert.equal((JSON.parse(out) as CompactJson).outcome, 'applied');
    const lines = shown.split(erase);
    assert.equal(lines[0], '');
    assert.equal(lines.at(-1), '', 'nothing is left on the terminal');
    for (const line of lines) assert.ok(line.length < 60 && !line.includes('\n'), line);
    for (const words of [
      /^Opening /,
      /reading the conversation/,
      /attempt 1 of 3/,
      /trying again in 1 s; /,
      /saving/,
    ]) {
      assert.ok(
        lines.some((line) => words.test(line)),
        String(words),
      );
    }
  });

  it('counts the seconds it waits for an answer', async () => {
    server.answers(
      says(goodSummary, { delivery: { cut: 'frames', pause: { after: 1, then: { gate: 'go' } } } }),
    );
    const terminal = onTerminal(compactArgs(await place.session(), server, 'openai'));
    await terminal.shows(/attempt 1 of 3; .* · 1 s/);
    server.open('go');
    assert.equal((await terminal.ended).exit, 0);
  });

  for (const [what, command] of [['itself', itself] as const, ['npm run segue', throughNpm] as const]) {
    it(`is cancelled by Ctrl-C when it was started as ${what}`, async () => {
      server.answers(silence);
      const session = await place.session();
      const terminal = onTerminal(compactArgs(session, server, 'anthropic'), command);
      await server.request(0);
      terminal.type('\u0003');
      const { exit, shown, out } = await terminal.ended;
      assert.equal(exit, 130);
      assert.equal((JSON.parse(out) as CompactJson).outcome, 'cancelled');
      assert.ok(shown.endsWith(`${erase}segue: cancelled, the session is as it was before\r\n`), shown);
      assert.ok(!(await readdir(session)).includes(lockName));
    });
  }
});

describe('the program in a pipe', () => {
  usesProgram();
  const place = usesFolder();

  it('shows no progress', async () => {
    const ended = await segue(['compact', await place.session(), '--provider', 'offline']);
    assert.match(textIn(ended), /^Conversation compacted/);
  });

  it('ends quietly when its reader has gone', async () => {
    const session = await place.session();
    const commands = [
      ['show', session, '--json'],
      ['export', session, '--format', 'markdown'],
      ['request', session, '--provider', 'openai', '--workspace', '.'],
    ];
    for (const args of commands) {
      const through = ['sh', '-c', '{ "$@"; echo "status $?" >&2; } | head -c 1', 'sh'];
      const ended = await segue(args, { through });
      assert.equal(ended.err, 'status 0\n');
      assert.equal(ended.out.length, 1);
    }
  });

  it('says so when its output cannot be written, and has done what it was asked', async function () {
    if (process.platform !== 'linux') {
      console.log(`    full devices: ${process.platform} has none`);
      this.skip();
    }
    const session = await place.session();
    const through = ['sh', '-c', '"$@" > /dev/full', 'sh'];
    for (const args of [['show', session], ['compact', session], ['--help']]) {
      assertFails(
        await segue(args, { through }),
        1,
        /^standard output could not be written \(ENOSPC\); make room/,
      );
    }
    assert.match(textIn(await segue(['verify', session])), /^ok: 2 segments checked/);
  });

  it('fails with its own status when nobody hears its errors', async () => {
    const through = ['sh', '-c', '"$@" 2>&-', 'sh'];
    assert.equal((await segue(['show'], { through })).exit, 2);
    assert.equal((await segue(['show', 'nothing-there'], { through })).exit, 1);
  });

  it('keeps its one line apart from its output', async () => {
    const ended = await segue(['show', 'nothing-there', '--json']);
    assert.equal(ended.out, '');
    assert.match(oneLine(ended), /^nothing is at "nothing-there"; give its path/);
  });
});
