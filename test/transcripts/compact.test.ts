// Every real conversation on the command line, over a real folder and without a key: imported, verified, compacted by
// the offline model with default limits, with --all where those leave nothing to summarise, and verified again.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCli } from '../../src/cli/run.ts';
import { withTemporaryFolder } from '../support/disk-store.ts';
import { never } from '../support/expect.ts';
import { expectedCompactions } from '../support/transcripts/compacting-table.ts';
import { describeTranscripts, transcriptFile } from '../support/transcripts/folder.ts';
import { knownTranscripts } from '../support/transcripts/table.ts';

const home = fileURLToPath(new URL('../..', import.meta.url));
const tooLittle = /^Not enough conversation content to compact/;

describeTranscripts('real conversations on the command line', (folder) => {
  for (const { number, format, conversations } of knownTranscripts) {
    it(`imports, verifies and compacts file ${number}, ${format}`, () =>
      withTemporaryFolder(async (sessions) => {
        const imported = await segue(
          'import',
          transcriptFile(folder, number),
          '--sessions',
          sessions,
          '--json',
        );
        assert.deepEqual([imported.exit, imported.err], [0, '']);
        const found = (imported.json as { sessions: readonly { session: string }[] }).sessions;
        assert.equal(found.length, conversations);
        for (const [place, { session }] of found.entries()) {
          const name = conversations === 1 ? number : `${number}.${place + 1}`;
          await compactsAsExpected(name, session);
        }
      }));
  }

  it('refuses to choose among the twelve conversations of file 14', () =>
    withTemporaryFolder(async (sessions) => {
      const file = transcriptFile(folder, '14');
      const refused = await segue('compact', file, '--sessions', sessions, '--provider', 'offline');
      assert.equal(refused.exit, 1);
      assert.match(refused.err, /^segue: .*12 conversations/);
    }));

  for (const number of ['10', '11', '12', '15', '16', '17']) {
    it(`refuses file ${number}, whose format is not read yet, and keeps nothing of it`, () =>
      withTemporaryFolder(async (sessions) => {
        const refused = await segue('import', transcriptFile(folder, number), '--sessions', sessions);
        assert.equal(refused.exit, 2);
        assert.match(refused.err, /^segue: .*not .*yet/);
        assert.deepEqual(await readdir(sessions), []);
      }));
  }
});

async function compactsAsExpected(name: string, session: string): Promise<void> {
  const expected = expectedCompactions.find((row) => row.name === name);
  assert.ok(expected, `conversation ${name} is not in the table`);
  await verifies(session);
  const first = await segue('compact', session, '--provider', 'offline', '--json');
  const outcome = first.json as Compacted;
  if (expected.kept === null) {
    assert.deepEqual([first.exit, outcome.outcome], [1, 'refused']);
    assert.match(outcome.reason ?? '', tooLittle);
    await verifies(session);
    const all = await segue('compact', session, '--provider', 'offline', '--all', '--json');
    assertApplied(all, { kept: 0 });
  } else {
    const [kept, total] = expected.kept;
    assertApplied(first, { kept, total });
  }
  await verifies(session);
}

interface Compacted {
  readonly outcome: string;
  readonly reason?: string;
  readonly segment: { readonly from: number; readonly to: number };
  readonly turns: { readonly total: number; readonly kept: number };
  readonly summary: {
    readonly attempts: number;
    readonly characters: number;
    readonly carried: readonly string[];
  };
  readonly warnings: readonly string[];
}

function assertApplied(ran: Ran, turns: { readonly kept: number; readonly total?: number }): void {
  const { outcome, segment, turns: counted, summary, warnings } = ran.json as Compacted;
  assert.deepEqual([ran.exit, outcome, ran.err], [0, 'applied', '']);
  assert.deepEqual({ ...counted, ...turns }, counted);
  assert.equal(segment.to, segment.from + 1);
  assert.equal(summary.attempts, 1);
  assert.ok(summary.characters > 0);
  assert.deepEqual(warnings, []);
}

async function verifies(session: string): Promise<void> {
  const verified = await segue('verify', session, '--json');
  assert.deepEqual([verified.exit, (verified.json as { problems: unknown }).problems], [0, []]);
}

interface Ran {
  readonly exit: number;
  readonly json: unknown;
  readonly err: string;
}

/** Runs one command in this process, with no key and no home of its own. */
async function segue(...args: readonly string[]): Promise<Ran> {
  let out = '';
  let err = '';
  const exit = await runCli(args, {
    env: {},
    cwd: path.parse(home).root,
    home,
    version: '0',
    program: 'segue',
    out: (text) => (out += text),
    err: (text) => (err += text),
    watched: false,
    signal: never,
  });
  return { exit, json: args.includes('--json') && out !== '' ? JSON.parse(out) : undefined, err };
}
