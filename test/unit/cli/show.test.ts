// `segue show`: which records, in which form, and what is said of a segment that is not there.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { textContent } from '../../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../../src/core/transcript/record.ts';
import { displayWidth } from '../../../src/cli/wrap.ts';
import { conversation } from '../../support/conversation.ts';
import { aborted } from '../../support/expect.ts';
import { longOutput, sampleRecords, sampleRotation } from '../../support/rotation-sample.ts';
import { wholeSession } from '../core/export/exported.ts';
import { segue, type Ran } from './segue.ts';
import { removeSegment, withAdopted, withCompacted } from './sessions.ts';

interface Shown {
  readonly segment: number | 'all';
  readonly records: readonly TranscriptRecord[];
}

function shownBy(ran: Ran): Shown {
  assert.equal(ran.err, '');
  assert.equal(ran.exit, 0);
  return JSON.parse(ran.out) as Shown;
}

const ids = (shown: Shown): readonly string[] => shown.records.map(({ id }) => id);
const before = sampleRecords();
const rotation = sampleRotation(before);

describe('segue show --json', () => {
  it('gives the active segment when none is named', () =>
    withCompacted(async (folder, session) => {
      const shown = shownBy(await segue(folder, ['show', session, '--json']));
      assert.equal(shown.segment, 2);
      const { summary, tail, carried, batch } = rotation;
      const copies = [...tail, ...carried, ...batch];
      assert.deepEqual(
        ids(shown),
        [summary, ...copies].map(({ id }) => id).concat('lint', 'end-r1', 'end-r2'),
      );
    }));

  it('gives a finalized segment up to its cut', () =>
    withCompacted(async (folder, session) => {
      const shown = shownBy(await segue(folder, ['show', session, '--segment', '1', '--json']));
      const cut = before.findIndex(({ id }) => id === rotation.cut);
      assert.deepEqual(shown, { segment: 1, records: before.slice(0, cut) });
    }));

  it('gives every record once and in full for all segments', () =>
    withCompacted(async (folder, session) => {
      const shown = shownBy(await segue(folder, ['show', session, '--segment', 'all', '--json']));
      assert.equal(shown.segment, 'all');
      assert.deepEqual(shown.records.slice(0, before.length), before);
      assert.deepEqual(ids(shown).slice(before.length), [rotation.summary.id, 'lint', 'end-r1', 'end-r2']);
    }));

  it('gives with --visible what a request would hold, without what was taken back and directives', async () => {
    const records = conversation()
      .user('Wrong')
      .add({ kind: 'superseded', from: 'r1' })
      .user('Right')
      .touched('a.ts')
      .directiveStart('d')
      .user('Aside')
      .directiveEnd('d')
      .assistant('Yes')
      .settled()
      .records();
    await withAdopted(wholeSession([records]), async (folder, session) => {
      for (const segment of ['1', 'all']) {
        const ran = await segue(folder, ['show', session, '--segment', segment, '--visible', '--json']);
        assert.deepEqual(ids(shownBy(ran)), ['r3', 'r8']);
      }
    });
  });

  it('gives with --visible what a later segment did not take back, for all segments', async () => {
    const first = conversation().user('One').user('Two').assistant('Three').records();
    const second: readonly TranscriptRecord[] = [
      { ...conversation().summary('One.').records()[0]!, id: 's' },
      ...first.slice(1).map((record) => ({ ...record, copiedFrom: 1 })),
      { kind: 'superseded', id: 'back', turn: 2, at: first[0]!.at, from: 'r3' },
    ];
    await withAdopted(wholeSession([first, second], { cuts: ['r2'] }), async (folder, session) => {
      const ran = await segue(folder, ['show', session, '--segment', 'all', '--visible', '--json']);
      assert.deepEqual(ids(shownBy(ran)), ['r1', 'r2', 's']);
    });
  });

  it('writes a record of an unknown kind as it stands in the file', async () => {
    const value = { kind: 'later', id: 'u', turn: 1, at: 'x', more: [1] };
    const unknown: TranscriptRecord = { kind: 'unknown', id: 'u', turn: 1, at: 'x', value };
    await withAdopted(wholeSession([[unknown]]), async (folder, session) => {
      assert.deepEqual(shownBy(await segue(folder, ['show', session, '--json'])).records, [value]);
    });
  });

  it('shows copies where the segment of the originals is gone, and ends with 1 and one line about it', () =>
    withCompacted(async (folder, session) => {
      await removeSegment(session, 1);
      const ran = await segue(folder, ['show', session, '--segment', 'all', '--json']);
      assert.equal(ran.exit, 1);
      assert.match(ran.err, /^segue: segment 1 cannot be read: [^\n]+; segue verify [^\n]+\n$/);
      const shown = JSON.parse(ran.out) as Shown;
      assert.ok(shown.records.some(({ id, copiedFrom }) => id === rotation.tail[0]!.id && copiedFrom === 1));
    }));
});

describe('segue show --segment', () => {
  it('takes no word but all: wrong usage', () =>
    withCompacted(async (folder, session) => {
      for (const word of ['two', '1.5', '']) {
        const { exit, err, out } = await segue(folder, ['show', session, '--segment', word]);
        assert.deepEqual({ exit, out }, { exit: 2, out: '' });
        assert.match(err, /^segue: --segment is [^\n]+\n$/);
      }
    }));

  it('names the segments there are when there is none of that number', () =>
    withCompacted(async (folder, session) => {
      for (const number of ['0', '3', '99999']) {
        const { exit, err, out } = await segue(folder, ['show', session, '--segment', number]);
        assert.deepEqual({ exit, out }, { exit: 1, out: '' });
        assert.equal(err, `segue: there is no segment ${number} in ${session}; it has the segments 1 to 2\n`);
      }
    }));

  it('says that a segment cannot be read, and what to do', () =>
    withCompacted(async (folder, session) => {
      await removeSegment(session, 1);
      const { exit, err, out } = await segue(folder, ['show', session, '--segment', '1']);
      assert.deepEqual({ exit, out }, { exit: 1, out: '' });
      assert.match(err, /^segue: segment 1 cannot be read: [^\n]+; segue verify [^\n]+\n$/);
    }));
});

describe('segue show as text', () => {
  it('shows turns, who spoke, calls in a line with their results cut, and where the rest is', () =>
    withCompacted(async (folder, session) => {
      const { out, exit } = await segue(folder, ['show', path.basename(session), '--sessions', folder]);
      assert.equal(exit, 0);
      const [name, where, ...lines] = out.split('\n');
      assert.deepEqual([name, where], ['Parser', session]);
      assert.equal(lines[1], 'Segment 2 of 2 (active) · 2 turns, 15 records');
      const text = lines.join('\n');
      assert.match(text, /\nsummary of what came before\n {2}Looked for the parser/);
      assert.match(text, /\n── Turn 2 · 2026-11-30 12:00 ─+\n\nuser\n {2}Read it\.\n/);
      assert.match(text, /\ntool read: src\/parser\.ts\n/);
      assert.match(text, /\ntool run: npm run lint\n( {2}line of output\n){8} {2}… 392 more lines\n/);
      assert.match(text, /\n· turn ended: success\n/);
      assert.ok(out.endsWith(`What is cut (…) is whole in: segue show ${session} --json\n`));
    }));

  it('names every segment for all of them, and what was taken back', async () => {
    const first = conversation().user('Wrong').add({ kind: 'superseded', from: 'r1' }).records();
    const second = [{ ...conversation().user('Right').records()[0]!, id: 's' }];
    await withAdopted(wholeSession([first, second]), async (folder, session) => {
      const { out } = await segue(folder, ['show', session, '--segment', 'all']);
      assert.match(out, /\nSegment 1 of 2 \(finalized\) · 1 turn, 2 records\n/);
      assert.match(out, /\nuser \(taken back\)\n {2}Wrong\n· taken back from r1 on\n/);
      assert.match(out, /\nSegment 2 of 2 \(active\) · 1 turn, 1 record\n/);
    });
  });

  it('names damaged lines instead of hiding that they are there', () =>
    withAdopted(wholeSession([conversation().user('One').user('Two').records()]), async (folder, session) => {
      const file = path.join(session, 'segment-0001.jsonl');
      const lines = readFileSync(file, 'utf8').split('\n');
      writeFileSync(file, [lines[0], '{broken', lines[2], ''].join('\n'));
      const { out } = await segue(folder, ['show', session]);
      assert.match(out, /\ndamaged lines, not shown: 2; segue verify says more\n/);
    }));

  it('keeps within 80 columns and lets nothing of the content steer the terminal', async () => {
    const nasty = `\u001b]0;title\u0007\u001b[2J${'wide 漢字 '.repeat(40)}\r\u202e${'x'.repeat(300)}`;
    const talk = conversation()
      .user(nasty)
      .reasoning(nasty)
      .assistant(nasty)
      .calls(nasty.slice(0, 60), { command: nasty })
      .results(`${nasty}\n`.repeat(20))
      .add({ kind: 'notice', level: 'info', text: nasty })
      .add({ kind: 'agent-message', from: nasty, content: [...textContent(nasty)] });
    const init = { name: nasty };
    await withAdopted(wholeSession([talk.records()], { init }), async (folder, session) => {
      const { out } = await segue(folder, ['show', session]);
      assert.doesNotMatch(out, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      const body = out.split('\n').slice(2, -2);
      assert.deepEqual(
        body.filter((line) => displayWidth(line) > 80),
        [],
      );
      assert.match(out, /\\x1b\[2J/);
    });
  });

  it('shows the beginning of a text kept as an artifact, its size and where it is', async () => {
    const talk = conversation().user(longOutput.repeat(60)).calls('read').results(longOutput.repeat(60));
    await withAdopted(wholeSession([talk.records()]), async (folder, session) => {
      const { out } = await segue(folder, ['show', session]);
      const kept = /\n {2}… 360\.0 kB in all, kept whole in\n {2}artifacts\/[0-9a-f]{64}\n/g;
      assert.equal([...out.matchAll(kept)].length, 2);
    });
  });

  it('is cancelled at once by an interrupt', () =>
    withCompacted(async (folder, session) => {
      const { exit, out } = await segue(folder, ['show', session], { signal: aborted });
      assert.deepEqual({ exit, out }, { exit: 130, out: '' });
    }));
});
