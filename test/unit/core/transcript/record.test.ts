import assert from 'node:assert/strict';
import { parseRecord, recordValue } from '../../../../src/core/transcript/record.ts';

const common = { id: 'r1', turn: 2, at: '2026-11-30T12:00:00.000Z' };
const content = [{ type: 'text', text: 'Hello' }];
const hash = 'a'.repeat(64);
const stored = { type: 'stored-text', artifact: hash, characters: 300_000, bytes: 300_000, head: 'H' };

const oneOfEachKind: readonly Record<string, unknown>[] = [
  { kind: 'summary', content, author: { kind: 'offline' }, purpose: 'continuation', carried: ['- a'] },
  {
    kind: 'summary',
    content,
    author: { kind: 'offline' },
    purpose: 'continuation',
    figures: { before: 9000, after: 800.5, source: 'provider-context', kept: 2, shortened: 0 },
  },
  { kind: 'task', content, path: '/root/explorer' },
  { kind: 'user', content, origin: 'steering' },
  { kind: 'assistant', content, provider: { name: 'openai', data: { itemId: 'm1' } } },
  { kind: 'reasoning', content, provider: { name: 'anthropic', data: null } },
  { kind: 'tool-call', callId: 'c1', name: 'read', input: { path: 'a.ts' } },
  { kind: 'tool-call', callId: 'c1', name: 'write', input: null, storedInput: stored },
  { kind: 'tool-call', callId: 'c1', name: 'read', input: '{"path":', malformed: true },
  { kind: 'tool-result', callId: 'c1', content: [stored], isError: true, synthetic: true },
  { kind: 'reminder', content, name: 'plan' },
  { kind: 'agent-message', content, from: '/root/explorer' },
  { kind: 'fork-point', outcome: 'interrupted' },
  { kind: 'directive-start', directive: 'd1' },
  { kind: 'directive-end', directive: 'd1' },
  { kind: 'hook-audit', event: 'PreCompact', handlers: [{ source: 'user', contexts: ['a'] }] },
  { kind: 'execution-archive', callId: 'c1', executionId: 'x1', render: { live: true } },
  { kind: 'execution-completion', callId: 'c1', executionId: 'x1', owner: '/root', render: {} },
  { kind: 'file-touch', path: '/w/a.ts', access: 'modified' },
  { kind: 'usage', requestId: 'q1', model: 'm', usage: { input: 3 } },
  { kind: 'notice', level: 'warning', text: 'Careful' },
  { kind: 'superseded', from: 'r0' },
  { kind: 'foreign', format: 'codex', line: 7, raw: '{"type":"x"}' },
];

function reasonFor(value: unknown): string {
  const parsed = parseRecord(value);
  assert.ok(!parsed.ok);
  return parsed.reason;
}

describe('parseRecord', () => {
  for (const fields of oneOfEachKind) {
    it(`gives a ${String(fields['kind'])} record back exactly as it was written`, () => {
      const value = { ...common, ...fields };
      const parsed = parseRecord(value);
      assert.ok(parsed.ok);
      assert.equal(parsed.record.kind, fields['kind']);
      assert.deepEqual(recordValue(parsed.record), value);
    });
  }

  it('keeps fields a newer version wrote, in parts too', () => {
    const value = {
      ...common,
      kind: 'assistant',
      content: [{ type: 'text', text: 'x', language: 'en' }],
      mood: 1,
    };
    const parsed = parseRecord(value);
    assert.ok(parsed.ok);
    assert.deepEqual(recordValue(parsed.record), value);
  });

  it('keeps a record of an unknown kind verbatim', () => {
    const value = { ...common, kind: 'hologram', copiedFrom: 3, beam: [1, { x: null }] };
    const parsed = parseRecord(value);
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.record, { kind: 'unknown', ...common, copiedFrom: 3, value });
    assert.deepEqual(recordValue(parsed.record), value);
  });

  it('reads an unknown kind that lacks every common field', () => {
    const parsed = parseRecord({ kind: 'unknown' });
    assert.ok(parsed.ok);
    const { id, turn, at } = parsed.record;
    assert.deepEqual({ id, turn, at }, { id: '', turn: 0, at: '' });
  });

  it('refuses a value that is no record and says why', () => {
    assert.equal(reasonFor(null), 'not a JSON object');
    assert.equal(reasonFor(['user']), 'not a JSON object');
    assert.equal(reasonFor('user'), 'not a JSON object');
    assert.equal(reasonFor({ ...common }), 'no kind');
    assert.equal(reasonFor({ ...common, kind: 3 }), 'no kind');
  });

  it('names the first field that is wrong', () => {
    assert.match(reasonFor({ kind: 'user', content, turn: 1, at: 'x' }), /^user\.id: /);
    assert.match(reasonFor({ ...common, kind: 'user', turn: -1, content }), /^user\.turn: /);
    assert.match(reasonFor({ ...common, kind: 'user' }), /^user\.content: /);
    assert.match(
      reasonFor({ ...common, kind: 'user', content: [{ type: 'text' }] }),
      /^user\.content\.0\.text: /,
    );
    assert.match(reasonFor({ ...common, kind: 'tool-call', callId: 'c', name: 'n' }), /^tool-call\.input: /);
    assert.match(
      reasonFor({ ...common, kind: 'file-touch', path: 'a', access: 'x' }),
      /^file-touch\.access: /,
    );
  });

  it('refuses an artifact that is not named by its SHA-256', () => {
    const media = { type: 'media', media: 'image', artifact: '../../secret' };
    assert.match(reasonFor({ ...common, kind: 'user', content: [media] }), /^user\.content\.0\.artifact: /);
  });
});
