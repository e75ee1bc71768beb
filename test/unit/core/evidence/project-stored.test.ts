// Evidence of contents that are kept in artifacts.

import assert from 'node:assert/strict';
import { conversation } from '../../../support/conversation.ts';
import { ArtifactShelf } from './artifact-shelf.ts';
import { itemsOf, linesOf } from './projected.ts';

describe('evidence of stored contents', () => {
  let shelf: ArtifactShelf;

  beforeEach(() => {
    shelf = new ArtifactShelf();
  });

  it('holds the whole of what a person wrote', async () => {
    const text = `Read this.\n${'word '.repeat(60_000)}end`;
    assert.deepEqual(await itemsOf(conversation().user([shelf.keep(text)]), undefined, shelf), [
      { provenance: 'user', text },
    ]);
  });

  it('says what is missing when the artifact of a prompt is gone', async () => {
    const [item] = await itemsOf(conversation().user([shelf.lost('w'.repeat(300_000))]), undefined, shelf);
    assert.equal(item?.text, `${'w'.repeat(16_384)}\n[segue: the rest of this text is missing on disk]`);
  });

  it('cuts a stored result at the cap without reading its artifact', async () => {
    const talk = conversation()
      .user('go')
      .calls('Read')
      .results([shelf.keep('z'.repeat(300_000))]);
    const text = (await itemsOf(talk, undefined, shelf))[2]?.text;
    assert.equal(text, `${'z'.repeat(8000)}\n[segue: tool output truncated; omitted 292000 chars]`);
    assert.deepEqual(shelf.read, []);
  });

  it('holds a stored skill result whole (behaviour 4.6)', async () => {
    const body = 'Rule after rule. '.repeat(20_000).trim();
    const talk = conversation()
      .user('go')
      .calls('Skill')
      .results([shelf.keep(body)]);
    assert.equal((await itemsOf(talk, undefined, shelf))[2]?.text, body);
  });

  it('shows the structure of stored arguments, their strings cut (behaviour 4.4)', async () => {
    const input = { content: 'x'.repeat(300_000), file_path: 'src/large.ts', mode: 7 };
    const storedInput = shelf.keep(JSON.stringify(input));
    const talk = conversation().add({
      kind: 'tool-call',
      callId: 'c',
      name: 'Write',
      input: null,
      storedInput,
    });
    const marker = '\n[segue: string argument truncated; omitted 299200 chars]';
    const shown = { tool: 'Write', arguments: { ...input, content: `${'x'.repeat(800)}${marker}` } };
    assert.deepEqual(await linesOf(talk, undefined, shelf), [`tool-call: ${JSON.stringify(shown)}`]);
  });
});
