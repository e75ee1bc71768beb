import assert from 'node:assert/strict';
import type { ArtifactReader } from '../../../../src/core/transcript/parts.ts';
import { editAsk } from '../../../../src/host/rows/edit-diff.ts';
import { argumentsText } from '../../../../src/host/rows/shown-text.ts';
import { inspectRow, wholePart } from '../../../../src/host/rows/whole-text.ts';
import { conversation } from '../../../support/conversation.ts';
import { rowOf, shownRecords } from './told-rows.ts';

const whole = 'w'.repeat(300_000);
const artifacts: ArtifactReader = {
  text: () => Promise.resolve(whole),
  base64: () => Promise.resolve(undefined),
};
const stored = {
  type: 'stored-text' as const,
  artifact: '0'.repeat(64),
  characters: 300_000,
  bytes: 300_000,
  head: 'w'.repeat(100),
};

describe('texts behind rows', () => {
  const { rows } = shownRecords(
    conversation()
      .user([stored])
      .calls('read_file', { path: 'a.ts', deep: { list: [1] } })
      .results([stored])
      .records(),
  );
  const tool = rowOf(rows, 'tool').key;
  const user = rowOf(rows, 'user').key;

  it('are whole for an editor, artifacts included', async () => {
    assert.equal(await wholePart(rows, { key: user, part: 'text' }, artifacts), whole);
    assert.equal(await wholePart(rows, { key: tool, part: 'result' }, artifacts), whole);
    assert.equal(
      await wholePart(rows, { key: tool, part: 'arguments' }, artifacts),
      '{\n  "path": "a.ts",\n  "deep": {\n    "list": [\n      1\n    ]\n  }\n}',
    );
  });

  it('are bounded for a look in the row', async () => {
    const inspected = await inspectRow(rows, tool, artifacts);
    assert.deepEqual(
      inspected?.parts.map(({ part, omitted }) => [part, omitted]),
      [
        ['arguments', 0],
        ['result', 100_000],
      ],
    );
  });

  it('are not there for a row or a part that is not there', async () => {
    assert.equal(await inspectRow(rows, 'gone', artifacts), undefined);
    assert.equal(await wholePart(rows, { key: 'gone', part: 'text' }, artifacts), undefined);
    assert.equal(await wholePart(rows, { key: tool, part: 'output' }, artifacts), undefined);
  });

  it('show arguments cut, and count what is left out of every string', () => {
    assert.deepEqual(argumentsText({ a: 'x'.repeat(30), b: ['y'.repeat(25)] }, 20), {
      text: 'a: xxxxxxxxxxxxxxxxx',
      omitted: 10 + 5 + 3 + 1 + 'b: ["'.length + 20 + '"]'.length,
    });
  });
});

describe('a proposed edit', () => {
  const review = { callId: 'c', path: '/a.ts', isNew: false, rule: undefined };
  const lines = (before: string, after: string): readonly string[] =>
    editAsk({ ...review, before, after }).lines.map(({ sign, text }) => `${sign} ${text}`);

  it('shows what goes, what comes and a little around it', () => {
    const numbers = Array.from({ length: 20 }, (_, line) => `line ${line}\n`);
    const after = numbers.with(5, 'five\n').with(15, 'fifteen\n');
    assert.deepEqual(lines(numbers.join(''), after.join('')).slice(3, 9), [
      'removed line 5',
      'added five',
      'same line 6',
      'same line 7',
      'same line 8',
      'gap @@ 13 @@',
    ]);
  });

  it('shows a new file as what comes', () => {
    assert.deepEqual(lines('', 'one\ntwo\n'), ['added one', 'added two']);
  });

  it('shows a beginning of a long one and says how many lines more there are', () => {
    const ask = editAsk({ ...review, before: '', after: 'line\n'.repeat(1000) });
    assert.equal(ask.lines.length, 400);
    assert.equal(ask.omittedLines, 600);
  });

  it('does not compare for ever what has nothing in common', () => {
    const text = (seed: string) =>
      Array.from({ length: 6000 }, (_, line) => `${seed}${line * 7919}`).join('\n');
    const ask = editAsk({ ...review, before: text('a'), after: text('b') });
    assert.equal(ask.lines.length, 400);
    assert.equal(ask.omittedLines, 11_600);
  });

  it('leaves megabytes to the diff editor', () => {
    assert.deepEqual(lines('a'.repeat(2_000_000), 'b'), []);
  });

  it('says so when it shows nothing of what is written, or not all of a line', () => {
    const huge = editAsk({ ...review, before: '', after: 'line\n'.repeat(500_000) });
    assert.deepEqual([huge.lines.length, huge.omittedLines], [0, 500_001]);
    assert.deepEqual(lines('', `${' '.repeat(1000)}evil()\n`), [
      `added ${' '.repeat(1000)} […6 more characters]`,
    ]);
  });

  it('shows the characters that hide', () => {
    assert.deepEqual(lines('', 'if (a\u202e) {\r\n'), ['added if (a⟨U+202E⟩) {']);
  });
});
