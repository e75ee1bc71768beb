// The active segment without what a crash left: what is cut, what is completed, which header is right.

import assert from 'node:assert/strict';
import { unpaced } from '../../../../src/base/pace.ts';
import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import {
  checkHeader,
  settleSegment,
  strayFiles,
  unacceptedDamage,
  type SettledSegment,
} from '../../../../src/core/sessions/active-segment.ts';
import { encodeLine } from '../../../../src/core/sessions/segment-encoding.ts';
import { newSessionRecord } from '../../../../src/core/sessions/session-record.ts';
import { conversation } from '../../../support/conversation.ts';

const record = newSessionRecord('s1', 'now', { name: 'x' });
const header = {
  kind: 'header',
  format: 1,
  session: 's1',
  segment: 1,
  createdAt: 'then',
  tailTurns: 0,
  tailTruncated: false,
};
const records = conversation().user('a').assistant('b').records();
const whole = [header, ...records].map(encodeLine).join('');
const finalized = encodeLine({ kind: 'finalized', at: 'then', cut: 'r2' });

function settle(text: string): Promise<SettledSegment> {
  return settleSegment(new TextEncoder().encode(text), nodeSha256, unpaced);
}

function textOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

describe('settling the active segment', () => {
  it('gives the same bytes back when there is nothing to settle', async () => {
    const given = new TextEncoder().encode(whole);
    const settled = await settleSegment(given, nodeSha256, unpaced);
    assert.equal(settled.bytes, given);
    assert.deepEqual(
      [settled.torn, settled.unfinishedRotation, settled.missingLineEnd],
      [null, false, false],
    );
  });

  const later = encodeLine({ ...records[0], id: 'later' });
  const cases: readonly (readonly [string, string, string, string | null])[] = [
    ['a torn end', `${whole}{"ki`, whole, '{"ki'],
    ['a missing line end', whole.slice(0, -1), whole, null],
    ['a finalized line', whole + finalized, whole, null],
    ['a finalized line without its end', (whole + finalized).slice(0, -1), whole, null],
    ['two finalized lines', whole + finalized + finalized, whole, null],
    ['a finalized line and a torn end', `${whole}${finalized}{"ki`, whole, '{"ki'],
    ['a finalized line with a record behind it', whole + finalized + later, whole + later, null],
    ['all of it', `${whole}${finalized}${later}${finalized}{"ki`, whole + later, '{"ki'],
  ];
  for (const [what, given, expected, torn] of cases) {
    it(`settles ${what}`, async () => {
      const settled = await settle(given);
      assert.equal(textOf(settled.bytes), expected);
      assert.equal(textOf(settled.torn), torn);
      assert.equal(settled.unfinishedRotation, given.includes('finalized'));
      assert.deepEqual(settled.parsed, (await settle(expected)).parsed);
    });
  }
});

describe('an active segment with very many finalized lines', () => {
  it('is settled in one go, and keeps every record between and behind them', async () => {
    const behind = encodeLine({ ...records[0], id: 'behind' });
    const settled = await settle(whole + finalized.repeat(20_000) + behind + finalized.repeat(20_000));
    assert.equal(textOf(settled.bytes), whole + behind);
    assert.equal(settled.unfinishedRotation, true);
    assert.deepEqual(settled.parsed.damage, []);
  });
});

describe('the header of the active segment', () => {
  it('fits when it names this session and this segment', async () => {
    const { parsed } = await settle(whole);
    assert.deepEqual(checkHeader(parsed, record), { kind: 'fits', header });
  });

  it('is refused when it is newer, of another session or number, or when the file is empty', async () => {
    const kinds = await Promise.all(
      [
        { ...header, format: 2 },
        { ...header, session: 'other' },
        { ...header, segment: 2 },
      ].map(async (line) => checkHeader((await settle(encodeLine(line))).parsed, record)),
    );
    assert.deepEqual(
      kinds.map((check) => check.kind),
      ['newer', 'foreign', 'foreign'],
    );
    assert.deepEqual(checkHeader((await settle('')).parsed, record), {
      kind: 'foreign',
      why: 'segment-0001.jsonl is empty',
    });
  });

  it('is made anew from the sidecar when its line is damaged', async () => {
    const copied = records.map((one) => encodeLine({ ...one, copiedFrom: 1 })).join('');
    const check = checkHeader((await settle(`damaged\n${copied}`)).parsed, { ...record, activeSegment: 2 });
    assert.ok(check.kind === 'fits');
    assert.deepEqual(
      [check.header.session, check.header.segment, check.header.tailTurns, check.header.createdAt],
      ['s1', 2, 1, 'now'],
    );
  });
});

describe('what a session folder does not account for', () => {
  it('is segments above the active one and unfinished files', () => {
    const names = [
      'segment-0001.jsonl',
      'segment-0002.jsonl',
      'segment-0003.jsonl',
      'session.json.ab12.tmp',
      'x.tmp',
    ];
    assert.deepEqual(strayFiles(names, { ...record, activeSegment: 2 }), {
      orphans: ['segment-0003.jsonl'],
      leftovers: ['session.json.ab12.tmp'],
    });
  });

  it('is damage nobody has accepted, by the hash of the line', () => {
    const damage = ['a', 'b'].map((hash, place) => ({ line: place + 2, reason: 'not JSON', hash }));
    assert.deepEqual(unacceptedDamage(damage, { ...record, acceptedDamage: ['a', 'z'] }), [damage[1]]);
  });
});
