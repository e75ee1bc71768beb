// What is said of outcomes and failures: always what happened and what to do, in one line.

import assert from 'node:assert/strict';
import { asOneLine, quote } from '../../../src/cli/failure.ts';
import {
  decisionText,
  outcomeReason,
  provenanceText,
  storeFailureText,
  thousands,
} from '../../../src/cli/texts.ts';
import type { StartRefusal } from '../../../src/core/compaction/eligibility.ts';
import type { CompactionOutcome } from '../../../src/core/compaction/outcome.ts';
import type { ProviderFailure } from '../../../src/core/provider/failures.ts';
import type { StoreFailure } from '../../../src/core/sessions/failures.ts';

const path = '/sessions/one';
const owner = { pid: 7, host: 'h', since: '2026-11-30T12:00:00.000Z' };

const storeFailures: readonly StoreFailure[] = [
  { kind: 'not-found', path },
  { kind: 'not-a-session', path, why: 'its sidecar is damaged' },
  { kind: 'newer-format', path, format: 2 },
  { kind: 'locked', path, owner, elsewhere: false, lock: `${path}/.lock` },
  { kind: 'locked', path, owner, elsewhere: true, lock: `${path}/.lock` },
  { kind: 'lock-lost', path, owner },
  { kind: 'lock-lost', path, owner: null },
  { kind: 'not-readable', path },
  { kind: 'not-writable', path },
  { kind: 'disk-full', path },
  { kind: 'changed-on-disk', path, how: 'edited' },
  { kind: 'damaged', path, lines: [3] },
  { kind: 'read-only-handle', path },
  { kind: 'needs-reopen', path },
  { kind: 'closed', path },
  { kind: 'cancelled' },
  ...['ENOTDIR', 'EISDIR', 'EEXIST', 'ELOOP', 'ENAMETOOLONG', 'EMFILE', 'EIO'].map((code): StoreFailure => ({
    kind: 'io',
    path,
    operation: 'open',
    code,
  })),
];

const detail = 'their words';
const providerFailures: readonly ProviderFailure[] = [
  { kind: 'unsendable', detail },
  { kind: 'overflow', detail },
  { kind: 'too-large', detail },
  { kind: 'rate-limit', detail },
  { kind: 'rate-limit', detail, retryAfterSeconds: 6.2 },
  { kind: 'auth', detail },
  { kind: 'not-found', detail },
  { kind: 'rejected', status: 422, detail },
  { kind: 'server', status: 500, detail },
  { kind: 'network', detail },
  { kind: 'cut-short', detail },
  { kind: 'malformed', detail },
  { kind: 'refused', detail },
  { kind: 'idle', seconds: 120 },
  { kind: 'cancelled' },
];

const refusals: readonly StartRefusal[] = [
  ...(['auto-off', 'switched-off', 'in-progress', 'read-only'] as const),
  ...(['not-on-disk', 'not-active-segment', 'agent-owns-history', 'damaged'] as const),
];

const asked = { isOffline: false, isWhole: false };

function failed(failure: (CompactionOutcome & { outcome: 'failed' })['failure']): string {
  return outcomeReason({ outcome: 'failed', failure }, asked) ?? '';
}

describe('what is said of a failure', () => {
  for (const failure of storeFailures) {
    const code = failure.kind === 'io' ? ` ${failure.code}` : '';
    it(`of the store says what happened to what, and what to do: ${failure.kind}${code}`, () => {
      const text = storeFailureText(failure);
      assert.match(text, /^[^;].+; [a-z].+[^.]$/);
      if ('path' in failure) assert.ok(text.includes(path));
      assert.doesNotMatch(text, /\n|undefined/);
    });
  }

  for (const failure of providerFailures) {
    it(`of a provider says what happened, how often, and what to do: ${failure.kind}`, () => {
      const text = failed({ class: 'provider', message: 'it failed', failure, attempts: 3 });
      assert.match(text, /^it failed \(3 attempts\); [a-z].+[^.]$/);
    });
  }

  it('of a provider says for how long to wait when that is known', () => {
    const failure = { kind: 'rate-limit', detail, retryAfterSeconds: 6.2 } as const;
    assert.match(
      failed({ class: 'provider', message: 'm', failure, attempts: 1 }),
      /\(1 attempt\); wait 7 s and run/,
    );
  });

  it('of a size never advises what was done already', () => {
    const failure = { class: 'size', estimate: 9000, usable: 1000 } as const;
    assert.match(failed(failure), /\(9000 tokens, estimated\) .*\(1000 tokens\); .*, or --provider offline$/);
    const offline = outcomeReason({ outcome: 'failed', failure }, { ...asked, isOffline: true });
    assert.match(offline ?? '', /; use a model with a larger window$/);
  });

  it('of other classes says what and what to do', () => {
    assert.match(failed({ class: 'irreducible', tokens: 9, threshold: 8 }), /9 tokens \(estimated\).*8; use/);
    assert.match(
      failed({ class: 'validation', message: 'no heading', attempts: 3 }),
      /no usable summary \(3 attempts: no heading\); run it again/,
    );
    assert.match(
      failed({ class: 'apply', failure: { kind: 'disk-full', path } }),
      /^The disk is full: .*; free/,
    );
  });
});

describe('what is said of an outcome', () => {
  for (const reason of refusals) {
    it(`that was refused at the start says why and what to do: ${reason}`, () => {
      const text = outcomeReason({ outcome: 'refused', refusal: { kind: 'start', reason } }, asked);
      assert.match(text ?? '', /^\w.+; [a-z].+[^.]$/);
    });
  }

  it('that was refused for too little content advises --all only where that would help', () => {
    const outcome = { outcome: 'refused', refusal: { kind: 'too-little-content' } } as const;
    const few = outcomeReason(outcome, asked) ?? '';
    const none = outcomeReason(outcome, { ...asked, isWhole: true }) ?? '';
    assert.match(few, /^Not enough conversation content to compact: .*; --all summarises those too$/);
    assert.match(none, /^Not enough conversation content to compact: .*; go on with the conversation first$/);
  });

  it('that was skipped, blocked or cancelled says so', () => {
    assert.match(outcomeReason({ outcome: 'skipped' }, asked) ?? '', /no older part/);
    const blocked = { outcome: 'blocked', by: 'hook', reason: 'not now' } as const;
    assert.equal(outcomeReason(blocked, asked), 'a PreCompact hook stopped it: not now');
    assert.match(outcomeReason({ outcome: 'cancelled' }, asked) ?? '', /as it was before$/);
  });
});

describe('what is said of figures and repairs', () => {
  it('floors thousands', () => {
    assert.deepEqual([0, 999, 1000, 1999, 84_999].map(thousands), ['0', '999', '1k', '1k', '84k']);
  });

  it('says how a window is known (design 6.10)', () => {
    assert.match(
      provenanceText('model-metadata', 1),
      /^declared locally, not confirmed by the provider; check/,
    );
    assert.match(provenanceText('configured-fallback', 1), /^from your setting budget\.contextLimit; check/);
    assert.match(
      provenanceText('built-in-fallback', 128_000),
      /^128k assumed: nothing known about this model; check/,
    );
  });

  it('says what a gate would decide, and why', () => {
    const texts = [
      decisionText({ decision: 'send' }),
      decisionText({ decision: 'send-uncompacted', reason: 'auto-off', warn: true }),
      decisionText({ decision: 'compact' }),
      decisionText({ decision: 'block', estimate: 9, threshold: 8 }),
    ];
    assert.match(texts[0]!, /goes as it is/);
    assert.match(texts[1]!, /over the threshold.*compaction\.auto/);
    assert.match(texts[2]!, /compacted first/);
    assert.match(texts[3]!, /stopped: 9 tokens.* is 8; use a model with a larger window$/);
  });
});

describe('a message', () => {
  it('is one line that steers no terminal and keeps its spaces', () => {
    assert.equal(
      asOneLine(' a  b\r\nc\td\u2028e\u001b[0m\u202ef\ufeffg '),
      'a  b c d e\\x1b[0m\\u202ef\\ufeffg',
    );
  });

  it('quotes a word so that its ends are seen, and cuts a long one', () => {
    assert.equal(quote('a "b"\n'), '"a \\"b\\"\\n"');
    assert.equal(quote('\ud800\u202e'), '"\\ud800\\u202e"');
    assert.equal(quote('🙂'.repeat(200)), `"${'🙂'.repeat(120)}…"`);
  });
});
