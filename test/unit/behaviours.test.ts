import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { namedBehaviours, spelledOut } from '../support/behaviour-titles.ts';

/**
 * How many behaviours each section of the specification has; they are numbered from 1 without a gap. Those of section 17
 * are the settings of its table in order, those of section 18 the points on which the seed overrules older code.
 */
const sections: Readonly<Record<number, number>> = {
  ...{ 1: 27, 2: 23, 3: 23, 4: 18, 5: 15, 6: 24, 7: 25, 8: 24, 9: 18 },
  ...{ 10: 14, 11: 7, 12: 8, 13: 5, 14: 15, 15: 9, 16: 9, 17: 11, 18: 30 },
};

type Reason = 'does not hold' | 'later';

interface Row {
  /** A number, a range, or a list of both. */
  readonly numbers: string;
  readonly reason: Reason;
  readonly why: string;
}

/** Behaviours without a test of their own. */
const untested: readonly Row[] = [
  {
    numbers: '1.22, 1.23',
    reason: 'later',
    why: 'aliases and windows of Claude Code come with its connection',
  },
  { numbers: '1.25', reason: 'later', why: 'there are no agents yet that have settings of their own' },
  {
    numbers: '2.3',
    reason: 'does not hold',
    why: 'a segment is records to its end: there is no editor metadata behind them',
  },
  { numbers: '3.14, 3.22', reason: 'later', why: 'there are no agents yet that go on by themselves' },
  { numbers: '3.20', reason: 'later', why: 'there is no plan yet that has a reminder' },
  {
    numbers: '4.13',
    reason: 'does not hold',
    why: 'a call has no header line beside its record: what a row shows is made from name and input',
  },
  {
    numbers: '4.16',
    reason: 'later',
    why: 'a conversation is first handed over to an agent when there are agents',
  },
  { numbers: '6.21', reason: 'later', why: 'there is no provider yet that takes no token field' },
  {
    numbers: '7.11',
    reason: 'does not hold',
    why: 'the person can turn automatic compaction on again, and a session that is opened anew has it on',
  },
  { numbers: '7.12', reason: 'later', why: 'there is no goal yet that could be paused' },
  {
    numbers: '7.18',
    reason: 'later',
    why: 'nothing answers SessionStart before there are command hooks; what they add joins the next request then',
  },
  { numbers: '7.20', reason: 'later', why: 'hooks at the end of a session come with the hooks of the chat' },
  {
    numbers: '7.24',
    reason: 'does not hold',
    why: 'a run ends by returning, so that no flag can be left behind for an event to clear',
  },
  {
    numbers: '7.25',
    reason: 'does not hold',
    why: 'only a request that was sent is retried; a hook runner that throws blocks the run and ends there',
  },
  { numbers: '8.7, 8.14', reason: 'later', why: 'publications come with project sessions' },
  {
    numbers: '8.15',
    reason: 'does not hold',
    why: 'the sidecar is the commit point: a segment it does not name is set aside and reported',
  },
  { numbers: '8.22', reason: 'does not hold', why: 'instruction files come from disk with every request' },
  {
    numbers: '8.24',
    reason: 'does not hold',
    why: 'the active plan is sent with every request, so nothing is armed again',
  },
  { numbers: '9.1–9.18', reason: 'later', why: 'there are no retained agents yet' },
  {
    numbers: '11.7',
    reason: 'does not hold',
    why: 'the seed has none of these reminders: a model is not told how full its context is',
  },
  { numbers: '12.1–12.6', reason: 'later', why: 'there is no plan and no goal yet' },
  { numbers: '13.2, 13.3', reason: 'later', why: 'a session cannot be rewound or forked yet' },
  {
    numbers: '14.1, 14.3–14.15',
    reason: 'later',
    why: 'Claude Code compacts its own history once it is connected',
  },
  {
    numbers: '14.2',
    reason: 'does not hold',
    why: 'a status this version does not know is passed over instead of failing the turn; the rest comes with the connection',
  },
  { numbers: '15.3', reason: 'later', why: 'rows that tell of hooks come with the hooks of the chat' },
  { numbers: '15.7', reason: 'does not hold', why: 'the panel has a look and texts of its own' },
  { numbers: '15.9', reason: 'later', why: 'there are no agents yet whose work a row could tell of' },
];

/** Behaviours that are tested, but for a part. */
const inPart: readonly Row[] = [
  {
    numbers: '1.14',
    reason: 'does not hold',
    why: 'a request that is active is no reason against a manual run: the run waits for the next gate of its turn',
  },
  {
    numbers: '1.16',
    reason: 'does not hold',
    why: 'an earlier segment is a document to read, which has no commands of a chat: only a store can hold one that is not active',
  },
  {
    numbers: '1.17',
    reason: 'does not hold',
    why: 'nothing that is said is refused: it waits, as what is queued does',
  },
  {
    numbers: '1.19',
    reason: 'does not hold',
    why: 'a run that finds no body is blocked or skipped and never counts as a failure',
  },
  { numbers: '1.24', reason: 'does not hold', why: 'a workload names a model: there are no tiers' },
  {
    numbers: '2.14',
    reason: 'later',
    why: 'no command empties a chat in place, a new session takes its place; plans and their clean context are to come',
  },
  {
    numbers: '3.7',
    reason: 'does not hold',
    why: 'there is no transformed prompt with a boundary of its own: a request is built from records',
  },
  {
    numbers: '3.10',
    reason: 'does not hold',
    why: 'there are no deferred tools: every tool is declared in every request',
  },
  {
    numbers: '3.17',
    reason: 'does not hold',
    why: 'a request keeps no tool out of its history undeclared: services refuse a call of a tool they are not told of',
  },
  {
    numbers: '7.1',
    reason: 'does not hold',
    why: 'an exception of the generator is a fault and is not retried',
  },
  { numbers: '7.9', reason: 'does not hold', why: 'an empty body is blocked or skipped and does not count' },
  {
    numbers: '7.19',
    reason: 'later',
    why: 'there are no retained agents yet: a target without an epoch stands for one',
  },
  {
    numbers: '8.1',
    reason: 'does not hold',
    why: 'segments end in .jsonl and the sidecar is session.json; the order of zero-padded names holds',
  },
  { numbers: '8.2', reason: 'does not hold', why: 'a segment is JSON lines with a header record' },
  {
    numbers: '8.5',
    reason: 'does not hold',
    why: 'there are no property drawers: the summary is the first record',
  },
  {
    numbers: '8.20',
    reason: 'does not hold',
    why: 'the sidecar has fields and a format number of its own; what it must never hold it does not hold',
  },
  { numbers: '8.23', reason: 'later', why: 'the digest that may follow a seal comes with the journal' },
  { numbers: '10.8', reason: 'later', why: 'publications come with project sessions' },
  { numbers: '10.9', reason: 'does not hold', why: 'commands run in no sandbox that had facts to keep' },
  { numbers: '10.11', reason: 'later', why: 'forking a session comes with its browser' },
  {
    numbers: '11.1',
    reason: 'does not hold',
    why: 'a touch is a record: it outlives the session being closed, and tells no lines that were read',
  },
  {
    numbers: '13.1',
    reason: 'does not hold',
    why: 'an earlier segment opens as a document beside the chat: without banner, previous and next, and the composer stays',
  },
  {
    numbers: '13.5',
    reason: 'does not hold',
    why: 'there are no drawers a prompt could stand in; summaries and copied turns are left out',
  },
  {
    numbers: '15.2',
    reason: 'does not hold',
    why: 'the separator says more than that: it counts tokens, turns and what was shortened',
  },
  {
    numbers: '16.1',
    reason: 'does not hold',
    why: 'a run ends applied, skipped, blocked, failed or cancelled',
  },
];

/** Where each point of section 18 stands in full: its own test is that of the behaviour it restates. */
const restated: readonly string[] = [
  ...['5.4', '2.22', '6.4', '12.3', '2.11', '2.9', '16.2', '3.11', '3.7', '8.6'],
  ...['11.5', '11.2', '7.15', '9.2', '4.6', '6.15', '8.5', '6.18', '14.1', '3.19'],
  ...['2.14', '3.20', '15.6', '17.1', '1.22', '10.3', '10.8', '15.5', '12.5', '11.6'],
];

const testFolder = fileURLToPath(new URL('..', import.meta.url));
const known = Object.entries(sections).flatMap(([section, count]) =>
  spelledOut(`${section}.1 to ${section}.${count}`),
);
const named = namedBehaviours(testFolder, ['behaviours.test.ts', 'behaviour-titles.test.ts']);
const listed = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ numbers }) => numbers.split(', ').flatMap((item) => spelledOut(item)));
const listedWhole = listed(untested);
const listedInPart = listed(inPart);

describe('the behaviours of the specification', () => {
  for (const [section, count] of Object.entries(sections).filter(([section]) => section !== '18')) {
    it(`are all tested or listed with a reason: section ${section}`, () => {
      const all = spelledOut(`${section}.1 to ${section}.${count}`);
      assert.deepEqual(
        all.filter((number) => !named.has(number) && !listedWhole.includes(number)),
        [],
      );
    });
  }

  it('are not listed as untested when a title names them', () => {
    const both = listedWhole.filter((number) => named.has(number));
    assert.deepEqual(
      both.map((number) => `${number} in ${String(named.get(number)?.[0])}`),
      [],
    );
  });

  it('have a test for the part that holds when only a part does not', () => {
    assert.deepEqual(
      listedInPart.filter((number) => !named.has(number)),
      [],
    );
  });

  it('are named by numbers that exist, and listed once', () => {
    const all = [...named.keys(), ...listedWhole, ...listedInPart, ...restated];
    assert.deepEqual(
      all.filter((number) => !known.includes(number)),
      [],
    );
    const rows = [...listedWhole, ...listedInPart];
    assert.deepEqual(rows, [...new Set(rows)]);
  });

  it('restate in section 18 what other sections say in full', () => {
    assert.equal(restated.length, sections[18]);
    assert.deepEqual(
      restated.filter((number) => !named.has(number) && !listedWhole.includes(number)),
      [],
    );
  });
});
