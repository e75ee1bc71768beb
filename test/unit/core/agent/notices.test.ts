import assert from 'node:assert/strict';
import { settledText, skippedText, startRefusalText } from '../../../../src/core/agent/notices.ts';
import type { SettledTurn, TurnFault } from '../../../../src/core/agent/settled-turn.ts';
import type { StartRefusal } from '../../../../src/core/compaction/eligibility.ts';
import type { CompactionOutcome, RunFailure } from '../../../../src/core/compaction/outcome.ts';

function failed(fault: TurnFault): string | undefined {
  return settledText({ outcome: 'failed', fault });
}

function compaction(outcome: CompactionOutcome, switchedOff = false): string | undefined {
  return failed({ kind: 'compaction', outcome, switchedOff });
}

describe('what a person reads of a turn', () => {
  it('is nothing when it went well or they stopped it', () => {
    const ends: readonly SettledTurn[] = [{ outcome: 'success' }, { outcome: 'cancelled' }];
    assert.deepEqual(
      ends.map((end) => settledText(end)),
      [undefined, undefined],
    );
  });

  it('says why a request was not sent', () => {
    assert.equal(settledText({ outcome: 'blocked', reason: 'no room' }), 'Request not sent: no room');
    assert.equal(failed({ kind: 'no-provider', why: 'no key' }), 'Request not sent: no key');
  });

  it('says what ended an answer', () => {
    const texts = [
      failed({ kind: 'provider', failure: { kind: 'idle', seconds: 120 } }),
      failed({ kind: 'stopped', reason: 'length' }),
      failed({ kind: 'stopped', reason: 'refusal' }),
      failed({ kind: 'store', failure: { kind: 'disk-full', path: '/s' } }),
      failed({ kind: 'fault', why: 'oops' }),
    ];
    assert.deepEqual(texts, [
      'No answer: no answer for 120 s',
      'The answer reached its length limit',
      'The model declined to go on',
      'The disk is full: /s could not be written',
      'Segue made a mistake: oops',
    ]);
  });

  it('names the failed compaction and, the third time, that it is off', () => {
    const provider: RunFailure = {
      class: 'provider',
      message: 'it broke off',
      failure: { kind: 'cut-short', detail: 'x' },
      attempts: 3,
    };
    assert.equal(
      compaction({ outcome: 'failed', failure: provider }),
      'Auto-compaction failed; request not sent: it broke off',
    );
    assert.equal(
      compaction({ outcome: 'failed', failure: provider }, true),
      'Auto-compaction disabled after repeated failures; request not sent: it broke off',
    );
  });

  it('gives the figures of a compaction that could not fit', () => {
    const failures: readonly RunFailure[] = [
      { class: 'size', estimate: 900, usable: 800 },
      { class: 'irreducible', tokens: 700, threshold: 600 },
      { class: 'validation', message: 'no headings', attempts: 3 },
      { class: 'apply', failure: { kind: 'disk-full', path: '/s' } },
    ];
    assert.deepEqual(
      failures.map((failure) => compaction({ outcome: 'failed', failure })?.split('sent: ')[1]),
      [
        'the summary request (900 tokens, estimated) exceeds what its model can take (800)',
        'what must stay takes 700 tokens (estimated), at or above the threshold of 600',
        'the model wrote no usable summary (no headings); try again, set models.summarization to another model, or compact with the offline model',
        'The disk is full: /s could not be written',
      ],
    );
    assert.equal(
      compaction({ outcome: 'refused', refusal: { kind: 'no-provider', provider: 'a/b', why: 'no key' } }),
      'Auto-compaction failed; request not sent: no answer can be had from a/b: no key',
    );
  });

  it('warns of a skipped compaction with its reason, each of them its own', () => {
    assert.equal(skippedText('auto-off'), 'Auto-compaction skipped: auto-compaction is disabled');
    const reasons: readonly StartRefusal[] = [
      ...(['auto-off', 'switched-off', 'in-progress', 'read-only'] as const),
      ...(['not-on-disk', 'not-active-segment', 'damaged', 'agent-owns-history'] as const),
    ];
    assert.equal(new Set(reasons.map((reason) => startRefusalText(reason))).size, reasons.length);
  });
});
