import assert from 'node:assert/strict';
import type { Draft, UserDraft } from '../../../../src/core/import/draft.ts';
import { titleFrom, titleOf, untitled } from '../../../../src/core/import/title.ts';

const user = (text: string, origin?: UserDraft['origin']): Draft => ({
  kind: 'user',
  content: [{ type: 'text', text }],
  origin,
  line: 0,
});

describe('the title of an import', () => {
  it('is the first line of what a person typed first', () => {
    assert.equal(
      titleOf([user('host text', 'host'), user('Fix the bug\nsoon'), user('later')]),
      'Fix the bug',
    );
  });

  it('passes over lines without a word', () => {
    assert.equal(titleFrom('\n---\n  Bericht schreiben  \n'), 'Bericht schreiben');
  });

  it('is at most 80 characters long, never cutting one in half', () => {
    const title = titleFrom('𝔘'.repeat(100));
    assert.equal(title, `${'𝔘'.repeat(79)}…`);
    assert.equal(titleFrom('x'.repeat(80)), 'x'.repeat(80));
  });

  it('prefers words to a bare command', () => {
    assert.equal(titleOf([user('/mode'), user('read the docs')]), 'read the docs');
    assert.equal(titleOf([user('/mode')]), '/mode');
  });

  it('finds words below a bare command in the same text', () => {
    assert.equal(titleOf([user('/mode\nread the docs'), user('later')]), 'read the docs');
  });

  it('has a fixed form where nobody typed anything', () => {
    assert.equal(titleOf([user('x', 'host')]), untitled);
  });
});
