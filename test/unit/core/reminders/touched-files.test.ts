import assert from 'node:assert/strict';
import {
  fileLines,
  omittedFiles,
  touchedFiles,
  type Omission,
} from '../../../../src/core/reminders/touched-files.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';

let ids = 0;

function touch(path: string, turn: number, access: 'read' | 'modified' = 'read'): TranscriptRecord {
  return { kind: 'file-touch', id: `t${++ids}`, turn, at: '2026-11-30T12:00:00.000Z', path, access };
}

describe('behaviour 11.1: touched files', () => {
  it('carry the newest turn of each kind of access, whatever the order of the records', () => {
    const records = [touch('/w/a', 3), touch('/w/a', 1), touch('/w/a', 2, 'modified')];
    assert.deepEqual(touchedFiles(records), [{ path: '/w/a', readTurn: 3, modifiedTurn: 2 }]);
  });

  it('are sorted by path and come once each', () => {
    const records = [touch('/w/b', 1), touch('/w/a', 1), touch('/w/b', 2, 'modified'), touch('/w/B', 1)];
    assert.deepEqual(
      touchedFiles(records).map(({ path }) => path),
      ['/w/B', '/w/a', '/w/b'],
    );
  });

  it('are read back from the records of a session that is opened again, superseded ones left out', () => {
    const kept = touch('/w/a', 1);
    const undone = touch('/w/b', 2);
    const records: TranscriptRecord[] = [
      kept,
      undone,
      { kind: 'superseded', id: 's', turn: 2, at: '', from: undone.id },
      touch('/w/c', 2),
    ];
    assert.deepEqual(
      touchedFiles(records).map(({ path }) => path),
      ['/w/a', '/w/c'],
    );
  });
});

describe('behaviour 11.2: files whose contents a compaction omits', () => {
  const omitted = (touches: readonly TranscriptRecord[], omission: Omission): readonly string[] =>
    omittedFiles(touchedFiles(touches), omission);
  const files = [
    touch('/w/4', 4),
    touch('/w/8', 8),
    touch('/w/9', 9),
    touch('/w/10', 10),
    touch('/w/11', 11),
  ];

  const cases: readonly {
    readonly title: string;
    readonly omission: Omission;
    readonly expected: readonly string[];
  }[] = [
    {
      title: 'are those last touched before the first preserved turn, when a person compacts',
      omission: { turnCount: 10, preservedTurns: 2, trigger: 'manual' },
      expected: ['/w/4', '/w/8'],
    },
    {
      title: 'are also those of the running turn, when the compaction is automatic',
      omission: { turnCount: 10, preservedTurns: 2, trigger: 'auto' },
      expected: ['/w/11', '/w/4', '/w/8'],
    },
    {
      title: 'are all of complete turns, when nothing is preserved',
      omission: { turnCount: 10, preservedTurns: 0, trigger: 'manual' },
      expected: ['/w/10', '/w/4', '/w/8', '/w/9'],
    },
    {
      title: 'are none, when every turn is preserved',
      omission: { turnCount: 10, preservedTurns: 10, trigger: 'manual' },
      expected: [],
    },
  ];
  for (const { title, omission, expected } of cases)
    it(title, () => assert.deepEqual(omitted(files, omission), expected));

  it('are judged by the later of reading and changing', () => {
    const omission: Omission = { turnCount: 10, preservedTurns: 2, trigger: 'manual' };
    assert.deepEqual(omitted([touch('/w/a', 3), touch('/w/a', 9, 'modified')], omission), []);
    assert.deepEqual(omitted([touch('/w/a', 9), touch('/w/a', 3, 'modified')], omission), []);
  });
});

describe('behaviour 11.3: the list of omitted files', () => {
  const paths = Array.from({ length: 23 }, (_, place) => `/w/${place}`);

  it('names every file up to the limit', () => {
    assert.equal(fileLines(paths.slice(0, 2), 2), '- /w/0\n- /w/1');
  });

  it('says how many are left out above it', () => {
    const lines = fileLines(paths, 20).split('\n');
    assert.equal(lines.length, 21);
    assert.equal(lines.at(-1), '- ... 3 more file references omitted');
  });

  it('only counts them when the limit is 0', () => {
    assert.equal(fileLines(paths, 0), '- ... 23 more file references omitted');
  });

  it('keeps a path with a line break in one line', () => {
    assert.equal(fileLines(['/w/a\n- /w/b'], 5), '- /w/a - /w/b');
  });
});
