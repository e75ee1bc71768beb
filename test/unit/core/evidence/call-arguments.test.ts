// Arguments of a call with long strings cut, inline or kept in an artifact.

import assert from 'node:assert/strict';
import type { Json } from '../../../../src/base/json.ts';
import { shortArguments } from '../../../../src/core/evidence/call-arguments.ts';
import type { StoredText } from '../../../../src/core/transcript/parts.ts';
import type { RecordOf } from '../../../../src/core/transcript/record.ts';
import { ArtifactShelf } from './artifact-shelf.ts';

function call(input: Json, storedInput?: StoredText): RecordOf<'tool-call'> {
  const common = {
    kind: 'tool-call',
    id: 'r1',
    turn: 1,
    at: '',
    callId: 'c1',
    name: 'Write',
    input,
  } as const;
  return storedInput === undefined ? common : { ...common, input: null, storedInput };
}

describe('arguments of a call', () => {
  const shelf = new ArtifactShelf();

  it('gives inline arguments back unchanged when nothing in them is too long', async () => {
    const input = { file_path: 'a.ts', content: 'short' };
    assert.deepEqual(await shortArguments(call(input), 80, shelf), { value: input, shortened: false });
  });

  it('cuts the strings of stored arguments and keeps their structure (behaviour 4.4)', async () => {
    const input = { content: 'x'.repeat(300_000), file_path: 'src/large.ts' };
    const { value, shortened } = await shortArguments(
      call(null, shelf.keep(JSON.stringify(input))),
      800,
      shelf,
    );
    assert.equal(shortened, true);
    assert.deepEqual(value, {
      content: `${'x'.repeat(800)}\n[segue: string argument truncated; omitted 299200 chars]`,
      file_path: 'src/large.ts',
    });
  });

  it('cuts nothing of stored arguments that are many and short', async () => {
    const input = { lines: Array.from({ length: 20_000 }, (_, place) => `line ${place} of the text`) };
    const stored = shelf.keep(JSON.stringify(input));
    assert.deepEqual(await shortArguments(call(null, stored), 800, shelf), {
      value: input,
      shortened: false,
    });
  });

  it('counts the whole text when the artifact is gone and only its beginning is left', async () => {
    const text = JSON.stringify({ content: 'y'.repeat(300_000) });
    const { value, shortened } = await shortArguments(call(null, shelf.lost(text)), 800, shelf);
    assert.equal(shortened, true);
    assert.equal(
      value,
      `${text.slice(0, 800)}\n[segue: string argument truncated; omitted ${text.length - 800} chars]`,
    );
  });
});
