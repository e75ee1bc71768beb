// Digests by the offline model: factual bullets within the bounds of every digest.

import assert from 'node:assert/strict';
import { utf8Length } from '../../../../src/base/code-points.ts';
import { summariseOffline } from '../../../../src/adapters/offline/summarise.ts';
import { hostFactsItem } from '../../../../src/core/evidence/facts/host-facts.ts';
import { renderEvidence, type EvidenceItem } from '../../../../src/core/evidence/labels.ts';
import { digestMaxBytes, validateSummary } from '../../../../src/core/summary/validate.ts';
import { under } from './offline-summary.ts';
import { run } from '../../../support/transcripts/steps.ts';

const none = {
  constraints: [],
  changedPaths: [],
  failedCommand: null,
  trailingRequest: null,
  earlierRequests: [],
  openTurn: null,
  openRequests: 0,
};

function digest(...items: readonly (EvidenceItem | undefined)[]): string {
  const evidence = renderEvidence(items.filter((item) => item !== undefined));
  const text = run(summariseOffline({ purpose: 'digest', evidence }, 4000));
  const valid = validateSummary(text, 'digest');
  assert.ok(valid.ok, valid.ok ? '' : valid.error);
  return text;
}

const asked: EvidenceItem = { provenance: 'user', text: 'Make it faster.' };
const answered: EvidenceItem = { provenance: 'assistant', text: 'It takes half the time now.' };
const call: EvidenceItem = {
  provenance: 'tool-call',
  text: '{"tool":"Bash","arguments":{"command":"npm test"}}',
};
const failed: EvidenceItem = {
  provenance: 'tool-result',
  text: '[segue: the tool reported an error]\nError: out of memory',
};

describe('an offline digest', () => {
  it('tells what was done, which files changed, what failed and what is left', () => {
    const facts = hostFactsItem({
      ...none,
      changedPaths: ['src/fast.ts'],
      trailingRequest: 'And smaller.',
      openRequests: 1,
    });
    const text = digest(asked, call, failed, answered, { provenance: 'user', text: 'And smaller.' }, facts);
    assert.match(under(text, 'Done'), /half the time/);
    assert.match(under(text, 'Learned'), /src\/fast\.ts/);
    assert.match(under(text, 'Surprised'), /out of memory/);
    assert.match(under(text, 'Unfinished'), /And smaller\./);
  });

  it('says none where there is nothing', () => {
    const text = digest(asked, answered);
    for (const heading of ['Learned', 'Surprised', 'Unfinished'])
      assert.equal(under(text, heading), '- none');
  });

  it('is valid whatever the bullets are made of', () => {
    for (const word of ['none', '- none', '```', '## Done', '   ', '~~~\n## Learned', '`', '> quoted']) {
      digest({ ...asked, text: word }, { ...answered, text: word }, call, { ...failed, text: word });
    }
  });

  it('stays within 16384 bytes, also in scripts that take three or four bytes a character', () => {
    for (const character of ['a', '漢', '😀']) {
      const turns = Array.from({ length: 40 }, (_, turn): EvidenceItem[] => [
        { provenance: 'user', text: `${turn}` },
        call,
        { ...failed, text: `Error: ${turn} ${character.repeat(400)}` },
        { provenance: 'assistant', text: `${turn} ${character.repeat(400)}` },
      ]);
      const paths = Array.from({ length: 40 }, (_, path) => `${path}/${character.repeat(200)}.ts`);
      const text = digest(...turns.flat(), hostFactsItem({ ...none, changedPaths: paths }));
      assert.ok(utf8Length(text) <= digestMaxBytes, `${character}: ${utf8Length(text)}`);
      assert.ok(under(text, 'Done').includes('39 '));
    }
  });
});
