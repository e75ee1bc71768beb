// A result's text under a cap, inline or kept in an artifact.

import assert from 'node:assert/strict';
import { cappedOutput } from '../../../../src/core/evidence/capped-output.ts';
import type { Part } from '../../../../src/core/transcript/parts.ts';
import { ArtifactShelf } from './artifact-shelf.ts';

const mark = (omitted: number): string => `\n[segue: tool output truncated; omitted ${omitted} chars]\n`;

describe('capped output', () => {
  let shelf: ArtifactShelf;
  const trimmed = (content: readonly Part[], characters: number): Promise<string> =>
    cappedOutput(content, { characters, edges: 'trimmed' }, shelf);

  beforeEach(() => {
    shelf = new ArtifactShelf();
  });

  it('behaviour 4.5: trims the text before it is measured', async () => {
    const content: Part[] = [{ type: 'text', text: `\n  ${'x'.repeat(10)}  \n` }];
    assert.equal(await trimmed(content, 10), 'x'.repeat(10));
    assert.equal(await trimmed(content, 9), `${'x'.repeat(9)}${mark(1)}`);
  });

  it('keeps the white space around a text that is to stay word for word', async () => {
    const content: Part[] = [{ type: 'text', text: ' a \n' }];
    assert.equal(await cappedOutput(content, { characters: 10, edges: 'kept' }, shelf), ' a \n');
  });

  it('joins the texts of several parts and leaves media out', async () => {
    const content: Part[] = [
      { type: 'text', text: 'one' },
      { type: 'media', media: 'image', mime: 'image/png' },
      { type: 'text', text: 'two' },
    ];
    assert.equal(await trimmed(content, 100), 'one\ntwo');
  });

  it('does not read an artifact whose stored beginning already fills the cap', async () => {
    const part = shelf.keep(`\n\n${'z'.repeat(300_000)}`);
    assert.equal(await trimmed([part], 8000), `${'z'.repeat(8000)}${mark(292_000)}`);
    assert.deepEqual(shelf.read, []);
  });

  it('reads an artifact when the cap is larger than the stored beginning', async () => {
    const part = shelf.keep('z'.repeat(300_000));
    assert.equal(await trimmed([part], 20_000), `${'z'.repeat(20_000)}${mark(280_000)}`);
    assert.deepEqual(shelf.read, [part.artifact]);
  });

  it('reads an artifact that begins with a long stretch of white space, and counts emoji as one', async () => {
    const part = shelf.keep(`${' '.repeat(10_000)}${'😀'.repeat(100_000)}`);
    assert.equal(await trimmed([part], 8000), `${'😀'.repeat(8000)}${mark(92_000)}`);
  });

  it('says that the rest is missing when the artifact is gone and the cap would show more', async () => {
    const text = await trimmed([shelf.lost('z'.repeat(300_000))], 20_000);
    assert.equal(text, `${'z'.repeat(16_384)}\n[segue: the rest of this text is missing on disk]`);
  });
});
