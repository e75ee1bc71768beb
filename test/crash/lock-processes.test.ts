// The lock between real processes: a second writer, a killed one, and several racing for a stale lock.

import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createFileSessionStore } from '../../src/adapters/disk/file-session-store.ts';
import { compileChild } from '../support/child-script.ts';
import { realDiskPorts, realStore } from '../support/disk-store.ts';
import { errorOf, never, valueOf } from '../support/expect.ts';

const rounds = process.env['SEGUE_LONG'] === undefined ? 60 : 1000;

class Contender {
  readonly process: ChildProcess;
  private readonly lines: AsyncIterator<string>;
  private readonly reader: Interface;

  constructor(program: string) {
    this.process = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.reader = createInterface({ input: this.process.stdout! });
    this.lines = this.reader[Symbol.asyncIterator]();
  }

  async ask(command: string): Promise<string> {
    this.process.stdin?.write(`${command}\n`);
    const answer = await this.lines.next();
    assert.ok(answer.done !== true, `no answer to ${command}`);
    return answer.value;
  }

  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
  }
}

describe('the lock between processes', function () {
  this.timeout(300_000);
  let folder = '';
  let program = '';
  let path = '';
  let contenders: Contender[] = [];

  const start = (count: number): readonly Contender[] => {
    contenders = Array.from({ length: count }, () => new Contender(program));
    return contenders;
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'segue-lock-'));
    program = await compileChild(fileURLToPath(new URL('./contend.ts', import.meta.url)), folder);
    const handle = valueOf(await realStore(join(folder, 'sessions')).create({ name: 'Contended' }, never));
    path = handle.path;
    await handle.close();
  });

  afterEach(() => Promise.all(contenders.map((contender) => contender.kill())));

  after(() => rm(folder, { recursive: true, force: true }));

  it('refuses a second process and names the first, until that closes', async () => {
    const [child] = start(1);
    assert.equal(await child?.ask(`open ${path}`), 'opened');
    const failure = errorOf(await realStore('').open(path, 'write', never));
    assert.ok(failure.kind === 'locked');
    assert.equal(failure.owner.pid, child?.process.pid);
    assert.equal(failure.owner.host, hostname());
    assert.equal(await child?.ask('close'), 'closed');
    const handle = valueOf(await realStore('').open(path, 'write', never));
    assert.equal(await child?.ask(`open ${path}`), 'locked');
    await handle.close();
  });

  it('waits for a process that is about to close', async () => {
    const [child] = start(1);
    assert.equal(await child?.ask(`open ${path}`), 'opened');
    const patient = createFileSessionStore(realDiskPorts(), { root: folder });
    const opening = patient.open(path, 'write', never);
    assert.equal(await child?.ask('close'), 'closed');
    await valueOf(await opening).close();
  });

  it('is taken over at once from a process that was killed', async () => {
    const [child] = start(1);
    assert.equal(await child?.ask(`open ${path}`), 'opened');
    await child?.kill();
    const handle = valueOf(await realStore('').open(path, 'write', never));
    await handle.close();
  });

  it('goes to exactly one of three processes that race for a stale lock', async () => {
    const racers = start(3);
    for (const racer of racers) assert.equal(await racer.ask('close'), 'closed');
    for (let round = 1; round <= rounds; round++) {
      // The owner's number may be in use again: its start tells them apart.
      const stale = {
        pid: process.pid,
        host: hostname(),
        start: 'long ago',
        token: `stale-${round}`,
        since: 'then',
      };
      await writeFile(join(path, '.lock'), JSON.stringify(stale));
      const answers = await Promise.all(racers.map((racer) => racer.ask(`open ${path}`)));
      assert.deepEqual(answers.sort(), ['locked', 'locked', 'opened'], `round ${round}`);
      for (const racer of racers) assert.equal(await racer.ask('close'), 'closed');
      const left = (await readdir(path)).filter((name) => name.startsWith('.lock'));
      assert.deepEqual(left, [], `round ${round}`);
    }
    console.log(`    stale lock: ${rounds} races of three processes, one winner each`);
  });
});
