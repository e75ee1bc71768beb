// An export's file: complete under its name, or not there at all.

import assert from 'node:assert/strict';
import { writeExport } from '../../../src/cli/export-file.ts';
import { MemoryComputer, memoryRoot } from '../../support/disk-store.ts';
import { never } from '../../support/expect.ts';

const target = `${memoryRoot}/a.json`;

async function* pieces(...texts: readonly string[]): AsyncGenerator<string> {
  for (const text of texts) yield text;
}

async function computerWithFolder(
  options: ConstructorParameters<typeof MemoryComputer>[0] = {},
): Promise<MemoryComputer> {
  const computer = new MemoryComputer(options);
  await computer.disk.files.folders.create(memoryRoot);
  await computer.disk.files.folders.sync('/');
  return computer;
}

async function filesOf(computer: MemoryComputer): Promise<Readonly<Record<string, string>>> {
  const { files } = computer.disk;
  const names = await files.folders.list(memoryRoot);
  const found: Record<string, string> = {};
  for (const name of names.ok ? names.value : []) {
    const read = await files.read(`${memoryRoot}/${name}`);
    found[name] = read.ok ? new TextDecoder().decode(read.value) : 'not readable';
  }
  return found;
}

describe('the file of an export', () => {
  it('survives a power cut once it was reported as written', async () => {
    const computer = await computerWithFolder();
    assert.ok((await writeExport(computer.ports(), target, pieces('one ', 'two'), never)).ok);
    computer.crash();
    assert.deepEqual(await filesOf(computer), { 'a.json': 'one two' });
  });

  it('is whole or not there, whenever writing it fails', async () => {
    const clean = await computerWithFolder();
    clean.disk.effects = [];
    await writeExport(clean.ports(), target, pieces('one ', 'two'), never);
    const effects = clean.disk.effects.length;
    assert.ok(effects > 4);
    for (let failing = 1; failing <= effects; failing++) {
      const computer = await computerWithFolder();
      let count = 0;
      computer.disk.fault = () =>
        ++count === failing ? { kind: 'fail', code: 'ENOSPC', part: 0.5 } : undefined;
      const written = await writeExport(computer.ports(), target, pieces('one ', 'two'), never);
      computer.disk.fault = () => undefined;
      const { 'a.json': whole, ...beside } = await filesOf(computer);
      assert.ok(whole === undefined || whole === 'one two', `effect ${failing}`);
      if (written.ok) assert.equal(whole, 'one two');
      else assert.match(written.error.message, /^the export was not written: /);
      assert.ok(Object.keys(beside).every((name) => name.endsWith('.tmp')));
    }
  });

  it('is not there, nor anything beside it, when the export was cancelled half-way', async () => {
    const computer = await computerWithFolder();
    const controller = new AbortController();
    async function* cancelled(): AsyncGenerator<string> {
      yield 'one';
      controller.abort();
    }
    const written = await writeExport(computer.ports(), target, cancelled(), controller.signal);
    assert.deepEqual(written.ok ? undefined : written.error.exit, 130);
    assert.deepEqual(await filesOf(computer), {});
  });

  it('never replaces one that came up while the export was being written', async () => {
    for (const withoutLinks of [false, true]) {
      const computer = await computerWithFolder({ withoutLinks });
      const { files } = computer.disk;
      async function* slow(): AsyncGenerator<string> {
        yield 'one';
        const opened = await files.open(target, 'create');
        if (opened.ok) await opened.value.write(new TextEncoder().encode('theirs'));
      }
      const written = await writeExport(computer.ports(), target, slow(), never);
      assert.match(written.ok ? '' : written.error.message, /is there already and is not replaced/);
      assert.deepEqual(await filesOf(computer), { 'a.json': 'theirs' });
    }
  });

  it('is written on a file system without hard links too', async () => {
    const computer = await computerWithFolder({ withoutLinks: true });
    assert.ok((await writeExport(computer.ports(), target, pieces('one'), never)).ok);
    assert.deepEqual(await filesOf(computer), { 'a.json': 'one' });
  });
});
