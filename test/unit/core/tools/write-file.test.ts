import assert from 'node:assert/strict';
import { ToolBench } from '../../../support/tool-bench.ts';

describe('write_file', () => {
  let bench: ToolBench;
  const write = (path: string, content: string): Promise<string> =>
    bench.text('write_file', { path, content });

  beforeEach(() => {
    bench = new ToolBench();
  });

  it('makes a new file with the folders it needs', async () => {
    assert.equal(await write('src/new/a.txt', 'one\ntwo'), 'Created src/new/a.txt. 2 lines.');
    assert.equal(await write('b.txt', 'one\n'), 'Created b.txt. 1 line.');
    assert.equal(bench.files.text('/w/src/new/a.txt'), 'one\ntwo');
  });

  it('replaces a file only when it was read and is still the same', async () => {
    bench.files.put('/w/a.txt', 'old\n');
    assert.match(await write('a.txt', 'new\n'), /^ERROR a\.txt exists, and you have not read it/);
    await bench.text('read_file', { path: 'a.txt', limit: 1 });
    assert.match(await write('a.txt', 'new\n'), /^Changed a\.txt\.\n@@/);
    bench.files.put('/w/a.txt', 'theirs\n');
    assert.match(await write('a.txt', 'mine\n'), /^ERROR a\.txt was changed since you read it/);
    assert.equal(bench.files.text('/w/a.txt'), 'theirs\n');
  });

  it('writes again what it has written itself', async () => {
    await write('a.txt', 'one\n');
    assert.match(await write('a.txt', 'two\n'), /^Changed/);
  });

  it('keeps line ends and the last of them', async () => {
    bench.files.put('/w/a.txt', 'one\r\ntwo\r\n');
    await bench.text('read_file', { path: 'a.txt' });
    await write('a.txt', 'one\n2');
    assert.equal(bench.files.text('/w/a.txt'), 'one\r\n2\r\n');
    await write('a.txt', '');
    assert.equal(bench.files.text('/w/a.txt'), '');
  });

  it('keeps the encoding, and writes UTF-8 where the file has no place for the new text', async () => {
    bench.files.put('/w/a.txt', Buffer.from('caf\xe9', 'latin1'));
    await bench.text('read_file', { path: 'a.txt' });
    await write('a.txt', 'th\xe9');
    assert.deepEqual([...(bench.files.bytes('/w/a.txt') ?? [])], [...Buffer.from('th\xe9', 'latin1')]);
    await write('a.txt', 'th\xe9 語');
    assert.equal(bench.files.text('/w/a.txt'), 'thé 語');
  });

  it('says that nothing would change', async () => {
    await write('a.txt', 'one\n');
    assert.match(await write('a.txt', 'one'), /^ERROR a\.txt already has exactly this content/);
  });

  it('refuses folders, devices and binary files', async () => {
    bench.files.folder('/w/folder').special('/w/pipe').put('/w/bin', 'a\0').put('/w/file', 'x');
    assert.match(await write('folder', 'x'), /^ERROR folder is a folder/);
    assert.match(await write('pipe', 'x'), /^ERROR pipe is a device/);
    assert.match(await write('bin', 'x'), /^ERROR bin is binary/);
    assert.match(await write('file/below', 'x'), /^ERROR A part of file\/below is a file and no folder/);
  });

  it('does not write over a file that appeared meanwhile', async () => {
    bench.mode = 'ask';
    bench.onReview = ({ after }) => {
      bench.files.put('/w/a.txt', 'theirs');
      return { answer: 'accept', content: after };
    };
    assert.equal(await write('a.txt', 'mine'), 'ERROR a.txt is there by now. Read it first.');
    assert.equal(bench.files.text('/w/a.txt'), 'theirs');
  });

  it('makes one file of two that are written at the same time', async () => {
    const done = await Promise.all([write('a.txt', 'one'), write('a.txt', 'two')]);
    assert.match(done[0], /^Created/);
    assert.match(done[1], /^Changed/);
    assert.equal(bench.files.text('/w/a.txt'), 'two');
  });
});
