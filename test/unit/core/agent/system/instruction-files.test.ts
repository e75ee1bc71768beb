import assert from 'node:assert/strict';
import { instructionFiles } from '../../../../../src/core/agent/system/instruction-files.ts';
import { Workspace } from '../../../../../src/core/tools/workspace.ts';
import { never } from '../../../../support/expect.ts';
import { MemoryWorkspace } from '../../../../support/memory-workspace.ts';

interface Asked {
  readonly touched?: readonly string[];
  readonly roots?: readonly string[];
}

const filesOf = (disk: MemoryWorkspace, { touched = [], roots = ['/w'] }: Asked = {}) =>
  instructionFiles(touched, new Workspace(disk, () => roots), never);

async function shown(disk: MemoryWorkspace, asked: Asked = {}): Promise<readonly string[]> {
  return (await filesOf(disk, asked)).map((file) => file.shown);
}

const disk = (): MemoryWorkspace => new MemoryWorkspace().folder('/w');

describe('instruction files', () => {
  it('are AGENTS.md and CLAUDE.md of the workspace folder, in this order', async () => {
    const files = await filesOf(disk().put('/w/CLAUDE.md', 'Two.').put('/w/AGENTS.md', 'One.\n'));
    assert.deepEqual(
      files.map(({ shown: name, text }) => [name, text]),
      [
        ['AGENTS.md', 'One.'],
        ['CLAUDE.md', 'Two.'],
      ],
    );
  });

  it('are read from every root, named by it', async () => {
    const roots = ['/w/one', '/w/two'];
    const both = disk().put('/w/one/AGENTS.md', 'One.').put('/w/two/AGENTS.md', 'Two.');
    assert.deepEqual(await shown(both, { roots }), ['one/AGENTS.md', 'two/AGENTS.md']);
  });

  it('come from every folder between the root and a touched path, outermost first', async () => {
    const nested = disk()
      .put('/w/AGENTS.md', 'Root.')
      .put('/w/src/AGENTS.md', 'Source.')
      .put('/w/src/core/CLAUDE.md', 'Core.')
      .put('/w/docs/AGENTS.md', 'Documents.');
    assert.deepEqual(await shown(nested, { touched: ['/w/src/core/turn.ts'] }), [
      'AGENTS.md',
      'src/AGENTS.md',
      'src/core/CLAUDE.md',
    ]);
    assert.deepEqual(await shown(nested), ['AGENTS.md']);
  });

  it('of folders outside the workspace are left alone, whatever was touched there', async () => {
    const outside = disk().put('/etc/AGENTS.md', 'Outside.').put('/AGENTS.md', 'Above.');
    assert.deepEqual(await shown(outside, { touched: ['/etc/hosts'] }), []);
  });

  it('come once when one is a link to the other', async () => {
    const linked = disk().put('/w/AGENTS.md', 'One.').link('/w/CLAUDE.md', 'AGENTS.md');
    assert.deepEqual(await shown(linked), ['AGENTS.md']);
  });

  it('come once when they say the same', async () => {
    const copied = disk().put('/w/AGENTS.md', 'One.').put('/w/CLAUDE.md', 'One.\n');
    assert.deepEqual(await shown(copied), ['AGENTS.md']);
  });

  it('are refused when a link leads out of the workspace', async () => {
    const out = disk().put('/secret/AGENTS.md', 'Outside.').link('/w/AGENTS.md', '/secret/AGENTS.md');
    assert.deepEqual(await shown(out), []);
    assert.deepEqual(out.reads, []);
  });

  it('that are missing, a folder, binary, blank, or not for us to read are simply absent', async () => {
    const odd = disk()
      .folder('/w/AGENTS.md')
      .put('/w/CLAUDE.md', new Uint8Array([0, 1, 2, 0]))
      .put('/w/a/AGENTS.md', ' \n')
      .put('/w/b/AGENTS.md', 'Closed.')
      .close('/w/b/AGENTS.md')
      .special('/w/c/AGENTS.md')
      .put('/w/c/CLAUDE.md', 'Fine.');
    assert.deepEqual(await shown(odd, { touched: ['/w/a/x', '/w/b/x', '/w/c/x'] }), ['c/CLAUDE.md']);
  });

  it('of a workspace whose folder is gone are none', async () => {
    assert.deepEqual(await shown(new MemoryWorkspace()), []);
  });

  it('are cut at a line end once they are longer than 32 KB, and say how much is there', async () => {
    const line = `${'x'.repeat(99)}\n`;
    const [file] = await filesOf(disk().put('/w/AGENTS.md', line.repeat(400)));
    assert.deepEqual([file?.bytes, file?.takenBytes], [40_000, 32_700]);
    assert.equal(file?.text.split('\n').length, 327);
  });

  it('are cut between two characters when there is no line end', async () => {
    const [file] = await filesOf(disk().put('/w/AGENTS.md', `a${'é'.repeat(20_000)}`));
    assert.equal(file?.text, `a${'é'.repeat(16_383)}`);
  });

  it('take 128 KB together: what comes later is cut, and still named', async () => {
    const many = disk();
    const touched: string[] = [];
    for (const letter of ['a', 'b', 'c', 'd', 'e', 'f']) {
      many.put(`/w/${letter}/AGENTS.md`, `${letter}\n`.repeat(15_000));
      touched.push(`/w/${letter}/x`);
    }
    const files = await filesOf(many, { touched });
    assert.deepEqual(
      files.map(({ takenBytes }) => takenBytes),
      [30_000, 30_000, 30_000, 30_000, 11_072, 0],
    );
  });

  it('are read anew every time', async () => {
    const changing = disk().put('/w/AGENTS.md', 'Old.');
    assert.equal((await filesOf(changing))[0]?.text, 'Old.');
    changing.put('/w/AGENTS.md', 'New.');
    assert.equal((await filesOf(changing))[0]?.text, 'New.');
  });

  it('are looked for beside what was touched last when a conversation touched thousands of folders', async () => {
    const wide = disk();
    const touched: string[] = [];
    for (let folder = 0; folder < 1000; folder++) {
      wide.put(`/w/${folder}/AGENTS.md`, `Rules of ${folder}.`);
      touched.push(`/w/${folder}/x`);
    }
    const names = await shown(wide, { touched });
    assert.equal(names.length, 32);
    assert.ok(names.includes('999/AGENTS.md'));
  });
});
