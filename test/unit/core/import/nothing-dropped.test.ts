// Every string of a file is found in what is made of it, visible or hidden, wherever in the file it stands.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Json } from '../../../../src/base/json.ts';
import { importFormats } from '../../../../src/core/import/source.ts';
import type { WholeSession } from '../../../../src/core/sessions/store.ts';
import { jsonFile, mutatedLines } from '../../../support/transcripts/mutations.ts';
import { readAs, settled } from '../../../support/transcripts/steps.ts';
import { stringsOf } from '../../../support/transcripts/strings.ts';

/** Neither base64, nor a time, nor a call id, and of every type a field may wrongly have. */
const strange = fc.constantFrom<Json>(
  'odd thing!',
  ['odd thing!'],
  { a: 'odd thing!' },
  { type: 'text', text: 'odd thing!' },
  [{ type: 'text', text: 'odd thing!' }],
  { url: 'odd thing!' },
);

function keptStrings({ segments, agents, artifacts, init }: WholeSession): readonly string[] {
  const contents = artifacts.map(({ content }) => content.text);
  return [...stringsOf(segments), ...stringsOf([...agents.values()]), ...contents, ...stringsOf(init)];
}

describe('a reader drops nothing of a file', () => {
  for (const format of importFormats) {
    it(`of the format ${format}`, () => {
      fc.assert(
        fc.property(mutatedLines(strange, 3), (values) => {
          const { conversations } = readAs(format, jsonFile(values));
          const spoken = conversations.some(({ drafts }) => drafts.some(({ kind }) => kind === 'user'));
          // A chat export is one JSON value; where it is none, there is no conversation to keep anything in.
          fc.pre(conversations.length > 0 && (format !== 'vscode-chat' || spoken));
          const kept = new Set(conversations.flatMap((one) => keptStrings(settled(one, format).session)));
          const source = stringsOf(values).filter((text) => !text.startsWith('data:'));
          assert.deepEqual(
            source.filter((text) => !kept.has(text)),
            [],
          );
        }),
        { numRuns: format === 'vscode-chat' ? 20 : 500, maxSkipsPerRun: 2000 },
      );
    });
  }
});
