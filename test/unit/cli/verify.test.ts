// `segue verify`: what is checked, what is found, and on which folders it works.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { conversation } from '../../support/conversation.ts';
import { withTemporaryFolder } from '../../support/disk-store.ts';
import { aborted } from '../../support/expect.ts';
import { wholeSession } from '../core/export/exported.ts';
import { segue } from './segue.ts';
import { withAdopted, withCompacted } from './sessions.ts';

describe('segue verify', () => {
  it('says ok and what was checked', () =>
    withCompacted(async (folder, session) => {
      assert.deepEqual(await segue(folder, ['verify', session]), {
        exit: 0,
        out: 'ok: 2 segments checked\n',
        err: '',
      });
    }));

  it('gives its findings as JSON', () =>
    withCompacted(async (folder, session) => {
      const { out, exit } = await segue(folder, ['verify', session, '--json']);
      assert.equal(exit, 0);
      assert.deepEqual(JSON.parse(out), { ok: true, problems: [], settled: [] });
    }));

  it('ends with 1 and names each problem with its place and where the bytes are', () =>
    withAdopted(wholeSession([conversation().user('One').user('Two').records()]), async (folder, session) => {
      const file = path.join(session, 'segment-0001.jsonl');
      const lines = readFileSync(file, 'utf8').split('\n');
      writeFileSync(file, [lines[0], '{broken', lines[2], ''].join('\n'));
      const { exit, out } = await segue(folder, ['verify', session]);
      assert.equal(exit, 1);
      assert.equal(
        out,
        '1 problem; 1 segment checked, nothing was changed\n' +
          '  segment-0001.jsonl, line 2: not JSON; its bytes are in segment-0001.jsonl\n',
      );
      const json = await segue(folder, ['verify', session, '--json']);
      assert.equal(json.exit, 1);
      assert.deepEqual(JSON.parse(json.out), {
        ok: false,
        problems: [{ file: 'segment-0001.jsonl', line: 2, problem: 'not JSON', kept: 'segment-0001.jsonl' }],
        settled: [],
      });
    }));

  it('names what was set aside as dealt with', () =>
    withCompacted(async (folder, session) => {
      writeFileSync(path.join(session, 'segment-0002.jsonl.torn-1'), '{"kind"');
      const { exit, out } = await segue(folder, ['verify', session]);
      assert.equal(exit, 0);
      assert.match(out, /^ok: 2 segments checked\n {2}dealt with {2}segment-0002\.jsonl\.torn-1: /);
    }));

  it('checks a session whose sidecar is gone, by its path or by its name', () =>
    withCompacted(async (folder, session) => {
      rmSync(path.join(session, 'session.json'));
      for (const operand of [[session], [path.basename(session), '--sessions', '.']]) {
        const { exit, out, err } = await segue(folder, ['verify', ...operand]);
        assert.equal(exit, 1);
        assert.equal(err, '');
        assert.match(out, /\n {2}session\.json: the file is missing; no bytes are there\n/);
      }
    }));

  it('checks no folder that never was a session, and no file', () =>
    withTemporaryFolder(async (folder) => {
      mkdirSync(path.join(folder, 'other'));
      writeFileSync(path.join(folder, 'other', 'a.txt'), 'x');
      const other = await segue(folder, ['verify', 'other']);
      assert.equal(other.exit, 1);
      assert.match(other.err, /^segue: \S*other is a folder without session\.json: [^\n]+\n$/);
      const file = await segue(folder, ['verify', path.join('other', 'a.txt')]);
      assert.equal(file.exit, 2);
      const nothing = await segue(folder, ['verify', 'nothing']);
      assert.equal(nothing.exit, 1);
    }));

  it('is cancelled by an interrupt', () =>
    withCompacted(async (folder, session) => {
      const { exit, out } = await segue(folder, ['verify', session], { signal: aborted });
      assert.deepEqual({ exit, out }, { exit: 130, out: '' });
    }));
});
