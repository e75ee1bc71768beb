import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { collected, failureIn, textIn } from '../../../support/collected-answer.ts';
import { refuses, says } from '../../../support/loopback/answers.ts';
import { clientOf, question } from '../../../support/loopback/clients.ts';

const serve = fileURLToPath(new URL('../../../support/loopback/serve.ts', import.meta.url));

describe('the loopback server as a process', () => {
  let folder: string;
  let child: ChildProcessWithoutNullStreams;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'segue-serve-'));
  });

  afterEach(async () => {
    child.kill();
    await rm(folder, { recursive: true });
  });

  it('answers as its script says, takes commands, tells what it received, and ends with its input', async () => {
    const script = path.join(folder, 'script.json');
    await writeFile(script, JSON.stringify([says('from the file')]));
    child = spawn(process.execPath, ['--import', 'tsx', serve, script]);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const line = async () => JSON.parse((await lines.next()).value as string) as unknown;
    const command = async (value: unknown) => {
      child.stdin.write(`${JSON.stringify(value)}\n`);
      return line();
    };

    const { port } = (await line()) as { port: number };
    const client = clientOf('anthropic', { baseUrl: () => `http://127.0.0.1:${port}` });
    const ask = () => collected(client.stream(question(), new AbortController().signal));
    assert.equal(textIn(await ask()), 'from the file');

    assert.deepEqual(await command({ answers: [refuses('unauthorized')] }), {});
    assert.equal(failureIn(await ask())?.kind, 'auth');

    const requests = (await command({ requests: true })) as { wire: string }[];
    assert.deepEqual(
      requests.map(({ wire }) => wire),
      ['anthropic', 'anthropic'],
    );

    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.end();
    assert.equal(await exited, 0);
  });
});
