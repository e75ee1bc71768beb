// Sessions that are damaged, half there, or of another version, under every command: one line, and not a byte changed.

import assert from 'node:assert/strict';
import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderState } from '../../cli/folder-state.ts';
import { assertFails, oneLine } from '../../cli/one-line.ts';
import { textIn } from '../../cli/program.ts';
import { segue } from './segue.ts';
import { withCompacted } from './sessions.ts';

const sidecar = 'session.json';
const active = 'segment-0002.jsonl';

/** What is done to the session, and what every command that needs it says. */
const oddities: Readonly<Record<string, readonly [(session: string) => Promise<void>, RegExp]>> = {
  'an empty sidecar': [
    (session) => truncate(path.join(session, sidecar)),
    /its session\.json is damaged .*; nothing was changed; segue verify looks at its files/,
  ],
  'a sidecar of other words': [
    (session) => writeFile(path.join(session, sidecar), 'garbage{'),
    /its session\.json is damaged/,
  ],
  'a sidecar that lacks fields': [
    (session) => writeFile(path.join(session, sidecar), '{"format":1}'),
    /its session\.json is damaged/,
  ],
  'a sidecar of a newer version': [
    async (session) => {
      const file = path.join(session, sidecar);
      const record = JSON.parse(await readFile(file, 'utf8')) as object;
      await writeFile(file, JSON.stringify({ ...record, format: 2 }));
    },
    /was written by a newer version of Segue \(format 2\); update Segue to open it/,
  ],
  'a folder in place of its sidecar': [
    async (session) => {
      await rm(path.join(session, sidecar));
      await mkdir(path.join(session, sidecar));
    },
    /is a folder without session\.json/,
  ],
  'no active segment': [
    (session) => rm(path.join(session, active)),
    /segment-0002\.jsonl is missing; segue verify/,
  ],
  'an empty active segment': [
    (session) => truncate(path.join(session, active)),
    /is not a session: .*; segue verify/,
  ],
  'a folder in place of its active segment': [
    async (session) => {
      await rm(path.join(session, active));
      await mkdir(path.join(session, active));
    },
    /EISDIR|is not a session/,
  ],
};

const needing: readonly (readonly string[])[] = [
  ['show'],
  ['segments'],
  ['diagnose'],
  ['request', '--provider', 'openai', '--prompt', 'x'],
  ['export', '--format', 'markdown'],
  ['compact'],
];

describe('a session with', () => {
  for (const [what, [spoil, words]] of Object.entries(oddities)) {
    it(`${what} is refused by every command in one line, verified with its problem, and not touched`, () =>
      withCompacted(async (folder, session) => {
        await spoil(session);
        const before = await folderState(session);
        for (const [command = '', ...flags] of needing) {
          assertFails(await segue(folder, [command, session, ...flags]), 1, words);
        }
        const verified = await segue(folder, ['verify', session]);
        assert.equal(verified.exit, 1);
        assert.match(verified.out, /^\d problems?; /);
        assert.deepEqual(await folderState(session), before);
      }));
  }
});

describe('behaviour 13.1: the earlier segments of a session', () => {
  const earlier = 'segment-0001.jsonl';
  const spoiled: readonly (readonly [status: string, spoil: (session: string) => Promise<unknown>])[] = [
    ['finalized', async () => undefined],
    ['missing', (session) => rm(path.join(session, earlier))],
    [
      'unreadable',
      async (session) => {
        await rm(path.join(session, earlier));
        await mkdir(path.join(session, earlier));
      },
    ],
  ];
  for (const [status, spoil] of spoiled) {
    it(`are listed from the first to the active one: ${status}`, () =>
      withCompacted(async (folder, session) => {
        await spoil(session);
        const { out } = await segue(folder, ['segments', session, '--json']);
        const rows = JSON.parse(out) as { number: number; file: string; status: string }[];
        assert.deepEqual(
          rows.map((row) => [row.number, row.file, row.status]),
          [
            [1, earlier, status],
            [2, active, 'active'],
          ],
        );
        if (status === 'finalized') return;
        assertFails(await segue(folder, ['show', session, '--segment', '1']), 1, /segment-0001\.jsonl/);
      }));
  }
});

describe('a session with damaged lines', () => {
  const spoil = async (session: string): Promise<void> => {
    const file = path.join(session, active);
    const [header, ...rest] = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, [header, '{"kind":"user","id":', ...rest].join('\n'));
  };
  const compacting = (session: string) => ['compact', session, '--all', '--provider', 'offline'];

  it('is not compacted until they are accepted, and then keeps them (design 4.2)', () =>
    withCompacted(async (folder, session) => {
      await spoil(session);
      const before = await folderState(session);
      const refused = await segue(folder, compacting(session));
      assertFails(
        refused,
        1,
        /^refused: .*damaged lines; look at them with segue verify, .*--accept-damage$/,
      );
      assert.deepEqual(await folderState(session), before);
      const done = await segue(folder, [...compacting(session), '--accept-damage']);
      assert.match(textIn(done), /^Conversation compacted/);
      assert.ok((await readFile(path.join(session, active), 'utf8')).includes('{"kind":"user","id":\n'));
      const verified = await segue(folder, ['verify', session]);
      assert.match(
        textIn(verified),
        /^ok: 3 segments checked\n {2}dealt with {2}segment-0002\.jsonl, line 2: /,
      );
    }));

  it('has none of them accepted by a compaction that failed', () =>
    withCompacted(async (folder, session) => {
      await spoil(session);
      const tooSmall = ['--set', 'budget.contextLimit=10', '--set', 'compaction.oversize=refuse'];
      const flags = [
        '--provider',
        'openai',
        '--model',
        'm',
        '--base-url',
        'http://127.0.0.1:1',
        '--accept-damage',
      ];
      const ended = await segue(folder, ['compact', session, '--all', ...flags, ...tooSmall]);
      assert.match(oneLine(ended), /^failed: Context summary request .* exceeds usable context/);
      assertFails(await segue(folder, compacting(session)), 1, /^refused: .*damaged lines/);
    }));
});

describe('a session whose own model is the offline one', () => {
  for (const flags of [
    ['--model', 'gpt-5'],
    ['--base-url', 'http://127.0.0.1:1'],
  ]) {
    it(`is not compacted with ${flags.join(' ')} unless a provider is named, and stays as it is`, () =>
      withCompacted(async (folder, session) => {
        const before = await folderState(session);
        const ended = await segue(folder, ['compact', session, '--all', ...flags, '--accept-damage']);
        assertFails(
          ended,
          2,
          new RegExp(
            `^${flags[0] ?? ''} has no meaning for the offline model, .*--provider, or leave it out$`,
          ),
        );
        assert.deepEqual(await folderState(session), before);
      }));
  }

  it('is not judged by another model of its provider, but by any that settings name', () =>
    withCompacted(async (folder, session) => {
      const ended = await segue(folder, ['diagnose', session, '--model', 'gpt-5']);
      assertFails(ended, 2, /the offline one has no other; .*--set models\.default=provider\/model$/);
      const named = await segue(folder, ['diagnose', session, '--set', 'models.default=openai/gpt-5']);
      assert.match(textIn(named), /^target {6}openai\/gpt-5, .*\n {2}window {4}400000 tokens/m);
    }));
});
