// Edits and the person: who has to see one, and what the model hears of it.

import assert from 'node:assert/strict';
import { ToolBench } from '../../../support/tool-bench.ts';

describe('the review of an edit', () => {
  let bench: ToolBench;
  const edit = (path = 'src/a.txt'): Promise<string> =>
    bench.text('edit_file', { path, old: 'one', new: 'two' });

  beforeEach(() => {
    bench = new ToolBench();
    bench.mode = 'ask';
    bench.files.put('/w/src/a.txt', 'one\n').put('/w/src/deep/b.txt', 'one\n').put('/w/c.txt', 'one\n');
  });

  it('shows the whole file before and after', async () => {
    assert.match(await edit(), /^Changed src\/a\.txt\.\n@@/);
    assert.deepEqual(bench.reviews, [
      {
        callId: 'call-1',
        path: '/w/src/a.txt',
        before: 'one\n',
        after: 'two\n',
        isNew: false,
        rule: 'edits below /w/src',
      },
    ]);
    assert.deepEqual(bench.progress, ['running', 'waiting', 'running']);
  });

  it('writes nothing when the person rejects it, and passes on why', async () => {
    bench.onReview = () => ({ answer: 'reject', why: 'use three' });
    assert.equal(
      await edit(),
      'ERROR The person rejected this change of src/a.txt; the file is as it was. They say: use three',
    );
    assert.equal(bench.files.text('/w/src/a.txt'), 'one\n');
  });

  it('writes what the person made of it, and shows the model what was really written', async () => {
    bench.onReview = () => ({ answer: 'accept', content: 'three\n' });
    assert.equal(
      await edit(),
      'Changed src/a.txt. The person altered the change before accepting it; this is what was written.\n@@ -1,1 +1,1 @@\n-one\n+three',
    );
    assert.equal(bench.files.text('/w/src/a.txt'), 'three\n');
  });

  it('writes nothing when the person took everything back', async () => {
    bench.onReview = ({ before }) => ({ answer: 'accept', content: before });
    assert.match(await edit(), /^src\/a\.txt stays as it was/);
  });

  it('keeps Windows line ends when an editor hands back others', async () => {
    bench.files.put('/w/src/a.txt', 'one\r\nx\r\n');
    bench.onReview = ({ after }) => ({ answer: 'accept', content: after.replaceAll('\r\n', '\n') });
    await edit();
    assert.equal(bench.files.text('/w/src/a.txt'), 'two\r\nx\r\n');
  });

  it('writes nothing when the file was changed while the person looked', async () => {
    bench.onReview = ({ after }) => {
      bench.files.put('/w/src/a.txt', 'theirs\n');
      return { answer: 'accept', content: after };
    };
    assert.match(await edit(), /^ERROR src\/a\.txt was changed since you read it/);
    assert.equal(bench.files.text('/w/src/a.txt'), 'theirs\n');
  });

  it('asks no more below a folder once the person has accepted for good', async () => {
    bench.onReview = ({ after }) => ({ answer: 'accept', content: after, always: true });
    await edit();
    assert.deepEqual(bench.rules, [{ kind: 'edits', folder: '/w/src' }]);
    await edit('src/deep/b.txt');
    assert.equal(bench.reviews.length, 1);
    await edit('c.txt');
    assert.equal(bench.reviews.length, 2);
  });

  it('asks nothing in the modes that allow edits', async () => {
    for (const mode of ['edits', 'full-auto'] as const) {
      bench.mode = mode;
      bench.files.put(`/w/${mode}.txt`, 'one\n');
      assert.match(await edit(`${mode}.txt`), /^Changed/);
    }
    assert.deepEqual(bench.reviews, []);
  });

  it('always shows edits of files that make an editor or version control run something', async () => {
    bench.mode = 'edits';
    bench.rules = [{ kind: 'edits', folder: '/w' }];
    for (const path of ['.git/hooks/x', '.vscode/tasks.json', 'sub/.GIT/config']) {
      bench.files.put(`/w/${path}`, 'one\n');
      await edit(path);
      assert.equal(bench.reviews.at(-1)?.path, `/w/${path}`);
      assert.equal(bench.reviews.at(-1)?.rule, undefined);
    }
  });

  it('is of a new file as well', async () => {
    bench.onReview = ({ after }) => ({ answer: 'accept', content: `${after}more\n` });
    const text = await bench.text('write_file', { path: 'src/new.txt', content: 'mine\n' });
    assert.match(text, /^Created src\/new\.txt\. The person altered/);
    assert.equal(bench.reviews[0]?.isNew, true);
    assert.equal(bench.files.text('/w/src/new.txt'), 'mine\nmore\n');
  });

  it('ends with nothing written when the call is stopped meanwhile', async () => {
    const abort = new AbortController();
    bench.onReview = async ({ after }) => {
      abort.abort();
      return { answer: 'accept', content: after };
    };
    const outcome = await bench.run('edit_file', { path: 'c.txt', old: 'one', new: 'two' }, abort.signal);
    assert.equal(outcome.isError, true);
    assert.equal(bench.files.text('/w/c.txt'), 'one\n');
  });
});
