// Records as lines for a terminal.

import assert from 'node:assert/strict';
import { recordLines } from '../../../src/cli/show-text.ts';
import { cutToWidth, displayWidth, wrapped } from '../../../src/cli/wrap.ts';
import type { Aside } from '../../../src/core/export/survey.ts';
import { textContent } from '../../../src/core/transcript/parts.ts';
import { conversation, type Conversation } from '../../support/conversation.ts';
import { assertGolden } from '../../support/golden.ts';

function textOf(talk: Conversation, asides: ReadonlyMap<string, Aside> = new Map()): string {
  return [...recordLines(talk.records(), asides).lines].join('');
}

describe('records as text', () => {
  it('read like this', () => {
    const talk = conversation()
      .summary('They asked where the parser is.')
      .user('Why does it fail?\n\n\tindented')
      .add({ kind: 'user', origin: 'host', content: [...textContent('<env>')] })
      .reasoning('The test first.')
      .assistant('I run the test.')
      .calls('bash', { command: 'npm test', description: 'Run' })
      .calls('todo', { items: [1, 2] })
      .calls('quiet')
      .fails(Array.from({ length: 12 }, (_, line) => `line ${line + 1}`).join('\n'))
      .results([{ type: 'media', media: 'image', mime: 'image/png', bytes: 1234, path: 'shot.png' }])
      .results('')
      .touched('src/a.ts')
      .add({ kind: 'usage', model: 'm', usage: {} })
      .add({ kind: 'foreign', format: 'pi', line: 7, raw: 'x' })
      .add({ kind: 'foreign', format: 'pi', line: 8, raw: 'y' })
      .settled()
      .user('Next')
      .steering('Faster')
      .calls('lost')
      .reminder('Two files are open.')
      .add({ kind: 'agent-message', from: 'explorer', content: [...textContent('Found it.')] })
      .add({ kind: 'tool-result', callId: 'nobody', name: 'grep', content: [...textContent('stray')] })
      .add({ kind: 'notice', level: 'warning', text: 'The disk is nearly full.' });
    assertGolden(import.meta.url, 'records.txt', textOf(talk).trimEnd());
  });

  it('say how long a line is cut, and that something was cut', () => {
    const shown = recordLines(
      conversation().user('Go').calls('cat').results('x'.repeat(300)).records(),
      new Map(),
    );
    const text = [...shown.lines].join('');
    assert.equal((text.match(/x/g) ?? []).length, 240);
    assert.ok(text.endsWith('x…\n'));
    assert.equal(shown.cut(), true);
  });

  it('are not cut where they are short', () => {
    const shown = recordLines(conversation().user('Go').calls('cat').results('a\nb').records(), new Map());
    assert.match([...shown.lines].join(''), /\ntool cat\n {2}a\n {2}b\n$/);
    assert.equal(shown.cut(), false);
  });

  it('say what was taken back, and what belongs to a directive', () => {
    const asides = new Map<string, Aside>([
      ['r1', 'taken-back'],
      ['r2', 'directive'],
    ]);
    const text = textOf(conversation().user('a').calls('run', { command: 'ls' }), asides);
    assert.match(text, /\nuser \(taken back\)\n/);
    assert.match(text, /\ntool run \(directive\): ls\n/);
  });

  it('name arguments that are no JSON, and those kept as an artifact', () => {
    const stored = {
      type: 'stored-text',
      artifact: 'a'.repeat(64),
      characters: 9,
      bytes: 300_000,
      head: '{',
    } as const;
    const call = { kind: 'tool-call', callId: 'c', name: 'run' } as const;
    assert.match(
      textOf(conversation().add({ ...call, input: '{"a', malformed: true })),
      /\ntool run \(arguments that are no JSON\): \{"a\n/,
    );
    assert.match(
      textOf(conversation().add({ ...call, input: null, storedInput: stored })),
      /\ntool run: 300\.0 kB of arguments in artifacts\/a+…\n/,
    );
  });
});

describe('a line too wide', () => {
  it('is broken at a space, and the next begins as far in', () => {
    assert.deepEqual(wrapped('  one two three four', 12), ['  one two', '  three four']);
  });

  it('is broken within a word that leaves no space near enough', () => {
    assert.deepEqual(wrapped('abcdefghijklmnop', 10), ['abcdefghij', 'klmnop']);
    assert.deepEqual(wrapped('a bcdefghijklmnop', 10), ['a bcdefghi', 'jklmnop']);
  });

  it('is broken by columns, of which wide letters take two and marks on letters none', () => {
    assert.equal(displayWidth('漢字e\u0301🤝'), 7);
    assert.deepEqual(wrapped('漢字漢字漢字', 6), ['漢字漢', '字漢字']);
  });

  it('is left as it is where it fits exactly, tabs counted as four', () => {
    assert.deepEqual(wrapped('\tabcdef', 10), ['    abcdef']);
    assert.deepEqual(wrapped('one\n\ntwo ', 10), ['one', '', 'two']);
  });

  it('is cut with a mark where only one line is wanted', () => {
    assert.equal(cutToWidth('abcdef', 6), 'abcdef');
    assert.equal(cutToWidth('abcdefg', 6), 'abcde…');
    assert.equal(cutToWidth('漢字漢字', 6), '漢字…');
  });
});
