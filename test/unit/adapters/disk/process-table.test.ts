// The real process table: who runs, and who only has the same number.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { nodeProcessTable } from '../../../../src/adapters/disk/process-table.ts';

describe('process table', () => {
  it('knows its own process, and that it runs', async () => {
    const self = await nodeProcessTable.self();
    assert.equal(self.pid, process.pid);
    assert.equal(self.host, hostname());
    assert.equal(await nodeProcessTable.runs(self), true);
  });

  it('knows that a process which was killed is gone', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
    const identity = { pid: child.pid ?? 0, host: hostname(), start: null, space: null };
    assert.equal(await nodeProcessTable.runs(identity), true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await nodeProcessTable.runs(identity), false);
  });

  it('does not claim to see a process of another host or of another container, whose numbers mean nothing here', async () => {
    const self = await nodeProcessTable.self();
    assert.equal(await nodeProcessTable.sees(self), true);
    assert.equal(await nodeProcessTable.sees({ ...self, host: `not-${self.host}` }), false);
    assert.equal(await nodeProcessTable.sees({ ...self, space: null }), true);
    const [boot = ''] = (self.space ?? '').split(' ');
    assert.equal(self.space !== null, process.platform === 'linux');
    assert.equal(await nodeProcessTable.sees({ ...self, space: `${boot} pid:[1]` }), self.space === null);
    // From before the machine was started anew: gone for certain.
    assert.equal(await nodeProcessTable.sees({ ...self, space: 'another-boot pid:[1]' }), true);
  });

  it('tells a process from an earlier one with the same number by its start, where the system tells it', async () => {
    const self = await nodeProcessTable.self();
    const told = self.start !== null;
    assert.equal(told, process.platform === 'linux');
    assert.equal(await nodeProcessTable.runs({ ...self, start: 'earlier' }), !told);
    assert.equal(await nodeProcessTable.runs({ ...self, start: null }), true);
  });
});
