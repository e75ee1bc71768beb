// How sessions and their files are called.

import assert from 'node:assert/strict';
import {
  agentFile,
  isSetAside,
  isStaging,
  isTemporary,
  orphanName,
  segmentName,
  segmentNumber,
  sessionFolderName,
  slugOf,
  stagingName,
  temporaryName,
  tornName,
} from '../../../../src/core/sessions/names.ts';
import { countingIds } from '../../../support/counting-ids.ts';

describe('names of sessions and their files', () => {
  it('make an ASCII slug of at most 40 characters (design 14.11)', () => {
    assert.equal(slugOf('Fix the parser, please!'), 'fix-the-parser-please');
    assert.equal(slugOf('Crème brûlée'), 'creme-brulee');
    assert.equal(slugOf('日本語'), 'session');
    assert.equal(slugOf(''), 'session');
    assert.equal(slugOf('../../etc'), 'etc');
    assert.equal(slugOf('x'.repeat(60)), 'x'.repeat(40));
    assert.equal(slugOf(`${'x'.repeat(39)} y`), 'x'.repeat(39));
  });

  it('hold the minute and four digits', () => {
    const ids = countingIds();
    assert.equal(sessionFolderName('A b', '2026-11-30T15:32:55.000Z', ids), 'a-b-2026-11-30T15-32-0000');
    assert.equal(sessionFolderName('A b', '2026-11-30T15:32:55.000Z', ids), 'a-b-2026-11-30T15-32-0001');
  });

  it('number segments with four digits and more, and read the number back (behaviour 8.1)', () => {
    assert.equal(segmentName(1), 'segment-0001.jsonl');
    assert.equal(segmentName(12345), 'segment-12345.jsonl');
    for (const number of [1, 42, 9999, 10000]) assert.equal(segmentNumber(segmentName(number)), number);
    for (const other of [
      'segment-1.jsonl',
      'segment-0001.jsonl.torn-1',
      'segment-0001.json',
      'x-segment-0001.jsonl',
    ]) {
      assert.equal(segmentNumber(other), undefined);
    }
  });

  it('tell what was set aside, what is unfinished and what is being built from everything else', () => {
    const segment = segmentName(3);
    assert.ok(isSetAside(tornName(segment, 1)) && isSetAside(orphanName(segment, 12)));
    assert.ok(
      isTemporary(temporaryName(segment, '0a1b')) && isTemporary(temporaryName('session.json', '12')),
    );
    assert.ok(isTemporary(temporaryName('f'.repeat(64), '12')));
    assert.ok(isStaging(stagingName('12ab')));
    for (const name of [segment, 'session.json', 'notes.tmp', 'session.json.tmp', 'artifacts', '.lock']) {
      assert.ok(!isSetAside(name) && !isTemporary(name) && !isStaging(name), name);
    }
  });

  it('keep the files of different agents apart and below their folder', () => {
    assert.equal(agentFile('explorer/helper'), 'agents/explorer/helper.jsonl');
    const paths = ['a', 'a.jsonl', 'a/b', 'a%2Fb', '../a', './a', 'a b', 'A'];
    const files = paths.map(agentFile);
    assert.equal(new Set(files).size, paths.length);
    for (const file of files) assert.ok(!file.includes('..') && file.startsWith('agents/'));
  });
});
