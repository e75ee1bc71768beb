import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentWaiting, createPatientFetch } from '../../../../src/adapters/system/patient-fetch.ts';

describe('patient fetch', () => {
  it('still waits where an agent with a limit has given up for want of headers', async () => {
    const waiting: ServerResponse[] = [];
    const server = createServer((_, response) => waiting.push(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const dispatcher = agentWaiting(1);
    assert.ok(dispatcher, 'this platform has an agent of its own');
    try {
      const patient = createPatientFetch()(address);
      await assert.rejects(fetch(address, { dispatcher }));
      for (const response of waiting) response.end('late');
      assert.equal(await (await patient).text(), 'late');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
