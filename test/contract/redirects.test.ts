// What the real SDKs make of servers that redirect, and of error answers without an end, on the loopback address.

import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collected, failureIn, textIn } from '../support/collected-answer.ts';
import { deferred } from '../support/deferred.ts';
import { says } from '../support/loopback/answers.ts';
import { clientOf, question } from '../support/loopback/clients.ts';
import { startLoopback, type Loopback } from '../support/loopback/server.ts';
import { wireNames, type WireName } from '../support/loopback/wire.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

describe('a provider whose server redirects', () => {
  let real: Loopback;
  const fronts: Server[] = [];

  beforeEach(async () => {
    real = await startLoopback();
    real.answers(says('Arrived.'));
  });

  afterEach(async () => {
    for (const front of fronts.splice(0)) {
      front.closeAllConnections();
      front.close();
    }
    await real.close();
  });

  async function front(handle: Handle): Promise<string> {
    const server = createServer(handle);
    fronts.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Hands what it gets behind `/moved` on to the real server, and redirects everything else there. */
  function moving(wire: WireName, status: number, bodies: string[]): Promise<string> {
    return front((request, response) => {
      const url = request.url ?? '';
      if (!url.startsWith('/moved')) {
        request.resume();
        response.writeHead(status, { location: `/moved${url}` }).end();
        return;
      }
      const { origin } = new URL(real.baseUrl(wire));
      void (async () => {
        const body = await bytesOf(request);
        bodies.push(body.toString('utf8'));
        const headers = { 'content-type': 'application/json', ...keysOf(request) };
        const answer = await fetch(origin + url.slice('/moved'.length), { method: 'POST', headers, body });
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
        response.end(Buffer.from(await answer.arrayBuffer()));
      })();
    });
  }

  const ask = (wire: WireName, origin: string) => {
    const path = new URL(real.baseUrl(wire)).pathname;
    const baseUrl = () => origin + (path === '/' ? '' : path);
    return collected(clientOf(wire, { baseUrl }).stream(question(), new AbortController().signal));
  };

  for (const wire of wireNames) {
    for (const status of [307, 308]) {
      it(`is followed within its origin, with the whole body (${wire}, ${status})`, async () => {
        const bodies: string[] = [];
        const events = await ask(wire, await moving(wire, status, bodies));
        assert.equal(textIn(events), 'Arrived.');
        assert.equal(bodies.length, 1);
        assert.match(bodies[0] ?? '', /Hello/);
        assert.equal(real.requests.length, 1);
      });
    }

    for (const status of [301, 302, 303, 307, 308]) {
      it(`is not followed to another host, and says where it leads (${wire}, ${status})`, async () => {
        const other: string[] = [];
        const elsewhere = await front((request, response) => {
          other.push(request.url ?? '');
          response.end();
        });
        const location = `${elsewhere}/v9/chat?token=s3cr3t`;
        const events = await ask(
          wire,
          await front((request, response) => {
            request.resume();
            response.writeHead(status, { location }).end();
          }),
        );
        assert.deepEqual(failureIn(events), {
          kind: 'not-found',
          detail: `the server redirects to ${elsewhere}/v9/chat; give its address as the base URL`,
        });
        assert.deepEqual(other, []);
      });
    }

    it(`ends a circle of redirects (${wire})`, async () => {
      let asked = 0;
      const origin = await front((request, response) => {
        asked++;
        request.resume();
        response.writeHead(307, { location: '/round' }).end();
      });
      assert.equal(failureIn(await ask(wire, origin))?.kind, 'not-found');
      assert.equal(asked, 6);
    });

    it(`reads an error answer that does not end no further than a bound (${wire})`, async () => {
      const letGo = deferred();
      const piece = Buffer.alloc(64 * 1024, 'x');
      const origin = await front((request, response) => {
        request.resume();
        response.writeHead(400, { 'content-type': 'text/plain' });
        const more = (): void => {
          while (response.write(piece));
          response.once('drain', more);
        };
        response.on('close', () => letGo.resolve());
        response.on('error', () => undefined);
        more();
      });
      const failure = failureIn(await ask(wire, origin));
      assert.equal(failure?.kind, 'rejected');
      await letGo.promise;
    });
  }
});

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function keysOf({ headers }: IncomingMessage): Record<string, string> {
  const names = ['authorization', 'x-api-key', 'anthropic-version'];
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}
