import assert from 'node:assert/strict';
import { describeRepair } from '../../../../src/core/sessions/describe-repair.ts';
import type { Repair } from '../../../../src/core/sessions/store.ts';

describe('the words of a repair', () => {
  const repairs: readonly Repair['what'][] = [
    ...(['torn-line', 'missing-line-end', 'orphan-segment'] as const),
    ...(['unfinished-rotation', 'leftover-file', 'recorded-outbox-entry'] as const),
  ];
  for (const what of repairs) {
    it(`name the file and where its bytes are: ${what}`, () => {
      assert.match(
        describeRepair({ file: 'f', what, kept: 'f.torn-1' }),
        /^f: .+; its bytes are kept in f\.torn-1$/,
      );
      assert.match(describeRepair({ file: 'f', what, kept: null }), /^f: [^;]+$/);
    });
  }
});
