// `segue export`: on standard output or into a file of its own, masked unless told otherwise.

import assert from 'node:assert/strict';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { conversation } from '../../support/conversation.ts';
import { aborted } from '../../support/expect.ts';
import { linesOf, readBack, wholeSession } from '../core/export/exported.ts';
import { told } from '../core/export/told-session.ts';
import { segue } from './segue.ts';
import { removeSegment, withAdopted, withCompacted } from './sessions.ts';

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

describe('segue export', () => {
  it('prints the whole conversation, which reads back the same', () =>
    withCompacted(async (folder, session) => {
      const { out, err, exit } = await segue(folder, ['export', session, '--format', 'claude-code']);
      assert.deepEqual({ err, exit }, { err: '', exit: 0 });
      const back = told(readBack(out, 'claude-code'));
      assert.equal(back.results.length, 4);
      assert.equal(back.said.filter(({ kind }) => kind === 'summary').length, 1);
    }));

  it('prints agents too, each once with its archives first', async () => {
    const agents = new Map([
      ['explorer', conversation().task('Look', 'explorer').assistant('Seen').records()],
      ['explorer/helper.v2', conversation().task('Help', 'explorer/helper.v2').records()],
    ]);
    const session = wholeSession([conversation().user('Go').records()], { agents });
    await withAdopted(session, async (folder, at) => {
      const file = path.join(at, 'agents', 'explorer.jsonl');
      const [header, task, seen] = readFileSync(file, 'utf8').split('\n');
      const copy = JSON.stringify({ ...(JSON.parse(seen!) as object), copiedFrom: 1 });
      writeFileSync(path.join(at, 'agents', 'explorer.compact-0001.jsonl'), `${header}\n${task}\n${seen}\n`);
      writeFileSync(file, `${header}\n${copy}\n`);
      const { out } = await segue(folder, ['export', at, '--format', 'claude-code']);
      const lines = linesOf(out).slice(1, -1);
      assert.deepEqual(
        lines.map(({ agentId, type }) => [agentId, type]),
        [
          ['explorer', 'user'],
          ['explorer', 'assistant'],
          ['explorer/helper.v2', 'user'],
        ],
      );
    });
  });

  it('masks secrets and says how many, unless told not to', () =>
    withAdopted(wholeSession([conversation().user(`Use ${token}`).records()]), async (folder, session) => {
      const masked = await segue(folder, ['export', session, '--format', 'markdown']);
      assert.ok(!masked.out.includes(token));
      assert.deepEqual({ err: masked.err, exit: masked.exit }, { err: 'segue: 1 secret masked\n', exit: 0 });
      const plain = await segue(folder, ['export', session, '--format', 'markdown', '--unmasked']);
      assert.ok(plain.out.includes(token));
      assert.deepEqual({ err: plain.err, exit: plain.exit }, { err: '', exit: 0 });
    }));

  it('says what the format has no place for', async () => {
    const agents = new Map([['a', conversation().task('Look', 'a').records()]]);
    const talk = conversation()
      .user('Go')
      .reasoning('Hm')
      .assistant('No')
      .add({ kind: 'superseded', from: 'r3' });
    await withAdopted(wholeSession([talk.records()], { agents }), async (folder, session) => {
      const { err, exit } = await segue(folder, ['export', session, '--format', 'openai']);
      assert.equal(exit, 0);
      assert.equal(err.split('\n').filter((line) => line.startsWith('segue: left out: ')).length, 3);
    });
  });

  it('exports what can be read, says what is missing, and ends with 1', () =>
    withCompacted(async (folder, session) => {
      await removeSegment(session, 1);
      const { out, err, exit } = await segue(folder, ['export', session, '--format', 'openai']);
      assert.equal(exit, 1);
      assert.match(err, /\nsegue: the export lacks what segment-0001\.jsonl held: [^\n]+\n$/);
      assert.ok(out.includes('Looked for the parser'));
    }));

  it('says which lines are damaged and goes on', () =>
    withAdopted(wholeSession([conversation().user('One').user('Two').records()]), async (folder, session) => {
      const file = path.join(session, 'segment-0001.jsonl');
      const lines = readFileSync(file, 'utf8').split('\n');
      writeFileSync(file, [lines[0], '{broken', lines[2], ''].join('\n'));
      const { out, err, exit } = await segue(folder, ['export', session, '--format', 'openai']);
      assert.equal(exit, 0);
      assert.equal(err, 'segue: damaged lines of segment-0001.jsonl left out: 2; segue verify says more\n');
      assert.deepEqual(JSON.parse(out), [{ role: 'user', content: 'Two' }]);
    }));

  it('names an artifact that is gone', async () => {
    const long = conversation().user('x'.repeat(300_000)).records();
    await withAdopted(wholeSession([long]), async (folder, session) => {
      const artifacts = path.join(session, 'artifacts');
      for (const name of readdirSync(artifacts)) rmSync(path.join(artifacts, name));
      const { err, exit } = await segue(folder, ['export', session, '--format', 'markdown']);
      assert.equal(exit, 0);
      assert.match(err, /^segue: artifacts missing or damaged: [0-9a-f]{64}; segue verify says more\n$/);
    });
  });

  it('needs a format it knows', () =>
    withCompacted(async (folder, session) => {
      assert.equal((await segue(folder, ['export', session])).exit, 2);
      assert.equal((await segue(folder, ['export', session, '--format', 'pdf'])).exit, 2);
    }));

  it('stops at an interrupt', () =>
    withCompacted(async (folder, session) => {
      const { exit, out } = await segue(folder, ['export', session, '--format', 'openai'], {
        signal: aborted,
      });
      assert.deepEqual({ exit, out }, { exit: 130, out: '' });
    }));
});

describe('segue export --out', () => {
  const run = (folder: string, session: string, out: string) =>
    segue(folder, ['export', session, '--format', 'openai', '--out', out]);

  it('writes what it would print, leaves nothing beside it, and prints the place', () =>
    withCompacted(async (folder, session) => {
      mkdirSync(path.join(folder, 'exports'));
      const printed = await segue(folder, ['export', session, '--format', 'openai']);
      const { out, exit } = await run(folder, session, 'exports/a.json');
      const file = path.join(folder, 'exports', 'a.json');
      assert.deepEqual({ out, exit }, { out: `${file}\n`, exit: 0 });
      assert.equal(readFileSync(file, 'utf8'), printed.out);
      assert.deepEqual(readdirSync(path.join(folder, 'exports')), ['a.json']);
    }));

  it('replaces no file', () =>
    withCompacted(async (folder, session) => {
      writeFileSync(path.join(folder, 'a.json'), 'mine');
      const { err, exit } = await run(folder, session, 'a.json');
      assert.equal(exit, 1);
      assert.match(err, /^segue: \S+a\.json is there already and is not replaced; [^\n]+\n$/);
      assert.equal(readFileSync(path.join(folder, 'a.json'), 'utf8'), 'mine');
    }));

  it('replaces no link that leads nowhere', () =>
    withCompacted(async (folder, session) => {
      symlinkSync(path.join(folder, 'nowhere'), path.join(folder, 'a.json'));
      const { err, exit } = await run(folder, session, 'a.json');
      assert.equal(exit, 1);
      assert.match(err, /is there already and is not replaced/);
      assert.equal(readlinkSync(path.join(folder, 'a.json')), path.join(folder, 'nowhere'));
      assert.deepEqual(readdirSync(folder).sort(), ['a.json', path.basename(session)].sort());
    }));

  it('refuses a folder, and a place in a folder that is not there', () =>
    withCompacted(async (folder, session) => {
      mkdirSync(path.join(folder, 'exports'));
      const there = await run(folder, session, 'exports');
      assert.equal(there.exit, 1);
      assert.match(there.err, /^segue: \S+exports is a folder; [^\n]+\n$/);
      const nowhere = await run(folder, session, 'nowhere/a.json');
      assert.equal(nowhere.exit, 1);
      assert.match(nowhere.err, /^segue: there is no folder \S+nowhere; [^\n]+\n$/);
      writeFileSync(path.join(folder, 'plain'), '');
      assert.equal((await run(folder, session, 'plain/a.json')).exit, 1);
    }));

  it('writes nothing into a session, whatever leads there', () =>
    withCompacted(async (folder, session) => {
      symlinkSync(session, path.join(folder, 'link'));
      mkdirSync(path.join(session, 'agents'));
      const before = readdirSync(session).sort();
      const sidecar = statSync(path.join(session, 'session.json')).mtimeMs;
      for (const place of [session, path.join(session, 'agents'), path.join(folder, 'link')]) {
        const { err, exit } = await run(folder, session, path.join(place, 'segment-0009.jsonl'));
        assert.equal(exit, 1);
        assert.match(err, /^segue: \S+ would be a file of the session \S+; choose a place outside of it\n$/);
      }
      const over = await run(folder, session, path.join(session, 'session.json'));
      assert.equal(over.exit, 1);
      assert.deepEqual(readdirSync(session).sort(), before);
      assert.equal(statSync(path.join(session, 'session.json')).mtimeMs, sidecar);
    }));
});
