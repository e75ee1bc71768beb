// Servers that cannot be reached, or that the key or the model does not fit: what the network says becomes one line.

import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { refuses, sends } from '../support/loopback/answers.ts';
import { startLoopback } from '../support/loopback/server.ts';
import { folderState, type FolderState } from './folder-state.ts';
import { oneLine } from './one-line.ts';
import { segue, usesProgram, type Ended } from './program.ts';
import { usesFolder } from './sample.ts';

interface Case {
  /** Opens what is asked; its address, and what closes it. */
  readonly open: () => Promise<{ readonly address: string; readonly close: () => Promise<void> }>;
  readonly key?: string;
  readonly says: RegExp;
}

const secret = 'sk-verysecretkey-1234';

const cases: Readonly<Record<string, Case>> = {
  'an address where nothing listens': {
    open: async () => {
      const server = await startLoopback();
      await server.close();
      return { address: `http://127.0.0.1:${server.port}/v1`, close: async () => undefined };
    },
    says: /the connection failed \(connect ECONNREFUSED.*check the connection and --base-url/,
  },
  'https to a plain server': {
    open: async () => {
      const server = await startLoopback();
      return { address: `https://127.0.0.1:${server.port}/v1`, close: () => server.close() };
    },
    says: /the connection failed \(ERR_SSL/,
  },
  'a server that speaks another protocol': {
    open: async () => {
      const server = createServer((socket) => socket.resume().end('220 mail.example ESMTP\r\n'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      return {
        address: `http://127.0.0.1:${port}/v1`,
        close: () => new Promise<void>((resolve) => server.close(() => resolve())),
      };
    },
    says: /the connection failed \(HPE_/,
  },
  'a path the server does not know': {
    open: async () => {
      const server = await startLoopback();
      return { address: `http://127.0.0.1:${server.port}/elsewhere`, close: () => server.close() };
    },
    says: /no such model or address .*; check --model and --base-url/,
  },
  'a model the server does not know': {
    open: async () => {
      const server = await startLoopback();
      server.answers(refuses('not-found'));
      return { address: server.baseUrl('openai'), close: () => server.close() };
    },
    says: /no such model or address \(.*model: no-such-model\)/,
  },
  'a server that repeats the key': {
    open: async () => {
      const server = await startLoopback();
      const body = JSON.stringify({ error: { message: `Incorrect API key: ${secret}` } });
      server.answers(sends(body, { status: 401, contentType: 'application/json' }));
      return { address: server.baseUrl('openai'), close: () => server.close() };
    },
    key: secret,
    says: /the API key was not accepted \(.*Incorrect API key: .*\).*; check the key/,
  },
};

describe('a provider that cannot be reached', function () {
  this.timeout(60_000);
  usesProgram();
  const place = usesFolder();
  const outcomes = new Map<string, { ended: Ended; before: FolderState; after: FolderState }>();

  before(async () => {
    await place.session();
    // Each waits three seconds between its attempts: they wait together.
    await Promise.all(Object.entries(cases).map(async ([what, one]) => outcomes.set(what, await run(one))));
  });

  async function run({ open, key }: Case) {
    const session = await place.session();
    const before = await folderState(session);
    const { address, close } = await open();
    const env = key === undefined ? {} : { OPENAI_API_KEY: key };
    const flags = ['--provider', 'openai', '--model', 'm', '--base-url', address];
    const ended = await segue(['compact', session, ...flags], { env });
    await close();
    return { ended, before, after: await folderState(session) };
  }

  for (const [what, { key, says }] of Object.entries(cases)) {
    it(`fails the compaction, in one line, as ${what}`, () => {
      const { ended, before, after } = outcomes.get(what)!;
      assert.match(oneLine(ended), says);
      assert.equal(ended.out, '');
      assert.equal(ended.exit, 1);
      if (key !== undefined) assert.ok(!ended.err.includes(key));
      assert.deepEqual(after, before);
    });
  }
});
