// A request made to fit its summariser (design 13.1).

import assert from 'node:assert/strict';
import {
  fitEvidence,
  plainLimits,
  type FittedEvidence,
  type Tightening,
} from '../../../../src/core/compaction/tightening.ts';
import { parseEvidence, type EvidenceItem } from '../../../../src/core/evidence/labels.ts';
import {
  evidenceText,
  projectEvidence,
  type ProjectionLimits,
} from '../../../../src/core/evidence/project.ts';
import type { TextSize } from '../../../../src/core/tokens/byte-aware.ts';
import { conversation, type Conversation } from '../../../support/conversation.ts';
import { never } from '../../../support/expect.ts';
import { ArtifactShelf } from '../evidence/artifact-shelf.ts';

const cap = 8000;
const levels = {
  plain: plainLimits(cap),
  first: { outputCap: cap, tightCap: 2000, fold: false },
  second: { outputCap: cap, tightCap: 500, fold: false },
  third: { outputCap: cap, tightCap: 500, fold: true },
} satisfies Record<string, ProjectionLimits>;

/** Records looked at, over all projections. */
let looks = 0;
const deps = {
  artifacts: new ArtifactShelf(),
  pace: {
    breathe: () => {
      looks++;
      return undefined;
    },
  },
};

const sizeAt = async (talk: Conversation, level: ProjectionLimits): Promise<number> =>
  (await projectEvidence(talk.records(), level, deps, never)).size.characters;

async function fit(
  talk: Conversation,
  fits: (size: TextSize) => boolean,
  own: Partial<Tightening> = {},
): Promise<FittedEvidence> {
  const tightening: Tightening = { outputCap: cap, oversize: 'tighten', ...own };
  looks = 0;
  return fitEvidence(talk.records(), { tightening, fits, deps }, never);
}

const within =
  (characters: number) =>
  (size: TextSize): boolean =>
    size.characters <= characters;
const nothingFits = (): boolean => false;

async function itemsWithin(talk: Conversation, characters: number): Promise<readonly EvidenceItem[]> {
  return parseEvidence(evidenceText((await fit(talk, within(characters))).evidence));
}

const words = (count: number): string => 'lorem ipsum '.repeat(count).trim();

/** Three results: words, a line with base64 in it, words. */
const talk = conversation()
  .user('go')
  .calls('Write', { content: 'c'.repeat(700) })
  .results(words(600))
  .calls('Read')
  .results(`head\n${'QUJD'.repeat(700)}\ntail`)
  .calls('Read')
  .results(words(600))
  .assistant('done');

describe('tightening: which level is taken', () => {
  it('is none when the evidence fits as it is, which is projected once', async () => {
    const whole = await sizeAt(talk, levels.plain);
    const { tightened, evidence } = await fit(talk, within(whole));
    assert.deepEqual([tightened, evidence.size.characters, looks], [false, whole, talk.records().length]);
  });

  for (const [before, level, caps] of [
    ['plain', 'first', '2000'],
    ['first', 'second', '500'],
    ['second', 'third', '500 with long runs folded'],
  ] as const) {
    it(`is a cap of ${caps} when what came before does not fit and this does, to the character`, async () => {
      const size = await sizeAt(talk, levels[level]);
      assert.ok(size < (await sizeAt(talk, levels[before])));
      const fitted = await fit(talk, within(size));
      const expected = await projectEvidence(talk.records(), levels[level], deps, never);
      assert.equal(fitted.tightened, true);
      assert.equal(evidenceText(fitted.evidence), evidenceText(expected));
    });
  }

  it('is stubs for the oldest results, as many as it takes, when no cap is small enough', async () => {
    const size = await sizeAt(talk, levels.third);
    const results = async (room: number): Promise<readonly string[]> =>
      (await itemsWithin(talk, room))
        .filter((item) => item.provenance === 'tool-result')
        .map((item) => item.text);
    const stub = '[segue: tool output left out]';
    const [first, second, third] = await results(size - 1);
    assert.equal(first, stub);
    assert.notEqual(second, stub);
    assert.notEqual(third, stub);
    assert.deepEqual(await results(0), [stub, stub, stub]);
  });

  it('is the smallest when nothing fits', async () => {
    const { evidence, tightened } = await fit(talk, nothingFits);
    assert.equal(tightened, true);
    assert.ok(evidence.size.characters < (await sizeAt(talk, levels.third)));
  });

  it('leaves no result out for a summariser that takes any size: the smallest caps, folded', async () => {
    const tightening: Tightening = { outputCap: cap, oversize: 'tighten' };
    const how = { tightening, fits: nothingFits, takesAnySize: true, deps } as const;
    const { evidence, tightened } = await fitEvidence(talk.records(), how, never);
    assert.deepEqual([tightened, evidence.size.characters], [true, await sizeAt(talk, levels.third)]);
  });

  it('never raises a cap that is set lower', async () => {
    const { evidence } = await fit(talk, nothingFits, { outputCap: 100 });
    const low = await projectEvidence(talk.records(), plainLimits(100), deps, never);
    assert.ok(evidence.size.characters <= low.size.characters);
  });
});

describe('tightening: no level makes a result longer than the one before', () => {
  it('when an error line fills nearly all of it', async () => {
    const line = `error: ${'detail '.repeat(700)}`;
    const broken = conversation().user('go').calls('Bash').results(`${line}\nend`);
    const plain = await sizeAt(broken, levels.plain);
    for (const level of [levels.first, levels.second, levels.third])
      assert.ok((await sizeAt(broken, level)) <= plain);
  });

  it('when it is an envelope of one line that tells of an error', async () => {
    const output = `${'word '.repeat(1000)}\nerror: bad\n${'word '.repeat(400)}`;
    const enveloped = conversation().user('go').calls('shell').results(JSON.stringify({ output }));
    const first = (await itemsWithin(enveloped, await sizeAt(enveloped, levels.first))).at(-1)?.text ?? '';
    assert.ok(first.length < 2200);
    assert.ok(first.endsWith('\nerror: bad'));
  });
});

describe('tightening: what it costs', () => {
  /** 200 records. */
  const longTalk = (): Conversation => {
    const long = conversation();
    for (let turn = 0; turn < 50; turn++) long.user('go').calls('Read').results(words(600)).assistant('ok');
    return long;
  };

  it('is one whole projection when nothing fits, and none while stubbing', async () => {
    await fit(longTalk(), nothingFits);
    assert.equal(looks, 200);
  });

  it('is no more of a level than its beginning, once that does not fit', async () => {
    const tenth = (await sizeAt(longTalk(), levels.plain)) / 10;
    await fit(longTalk(), within(tenth));
    assert.ok(looks < 200 + 3 * 100, `${looks} records were looked at`);
  });

  it('asks once for each result it might stub', async () => {
    let asked = 0;
    await fit(longTalk(), () => {
      asked++;
      return false;
    });
    assert.equal(asked, 1 + 3 + 50);
  });
});

describe('tightening: what it never shortens', () => {
  const skill = `Always ${words(2000)}`;
  const run = 'x'.repeat(5000);
  const said = `${words(2000)} ${run} end`;
  const precious = conversation()
    .task(said, '/root/a')
    .summary(said)
    .user(said)
    .steering(said)
    .reminder(said)
    .calls('Skill', { name: 's' })
    .results(skill)
    .calls('Read')
    .results(words(700));

  it('are the words of the person, a task, a summary, a reminder and skill results', async () => {
    const items = await itemsWithin(precious, 0);
    const texts = (provenance: string): readonly string[] =>
      items.filter((item) => item.provenance === provenance).map((item) => item.text);
    assert.deepEqual(texts('user'), [said, said]);
    assert.deepEqual(texts('task-background'), [said]);
    assert.deepEqual(texts('prior-continuation-summary'), [said]);
    assert.deepEqual(texts('system-reminder'), [said]);
    assert.deepEqual(texts('tool-result'), [skill, '[segue: tool output left out]']);
  });

  const lines = ['src/a.ts(3,1): error TS1005: expected', 'npm ERR! code 1', '  ✗ adds two numbers'];
  const noisy = `${words(200)}\n${lines[0]}\n${words(100)}\n${lines[1]}\n${lines[2]}\n${words(100)}`;

  it('are error lines, at every level', async () => {
    const broken = conversation().user('go').calls('Bash', { command: 'npm test' }).results(noisy);
    for (const room of [await sizeAt(broken, levels.first), await sizeAt(broken, levels.second), 0]) {
      const result = (await itemsWithin(broken, room)).at(-1)?.text ?? '';
      assert.ok(result.length < noisy.length);
      for (const line of lines)
        assert.ok(
          result
            .split('\n')
            .map((kept) => kept.trim())
            .includes(line.trim()),
          line,
        );
    }
  });

  it('are all lines of a result that is marked as an error', async () => {
    const broken = conversation().user('go').calls('Bash').fails(noisy);
    const result = (await itemsWithin(broken, 0)).at(-1)?.text ?? '';
    for (const line of noisy.split('\n')) assert.ok(result.includes(line.trim()));
    assert.match(result, /^\[segue: the tool reported an error\]/);
  });

  it('is an error line that a cap would cut in two', async () => {
    const line = `error: ${'z'.repeat(300)}`;
    const result = await itemsWithin(
      conversation()
        .user('go')
        .calls('Bash')
        .results(`${'a '.repeat(240)}\n${line}\n${words(400)}`),
      0,
    );
    assert.ok(result.at(-1)?.text.includes(line));
  });
});

describe('tightening: what it folds', () => {
  it('is long unbroken runs in results, answers and reasoning, at the last level only', async () => {
    const run = 'A'.repeat(1500);
    const folded = '[segue: 1500 unreadable chars folded]';
    const blob = conversation()
      .user('go')
      .reasoning(`r ${run}`)
      .calls('Read')
      .results(`x ${run}`)
      .assistant(`a ${run}`);
    const texts = async (room: number): Promise<readonly string[]> =>
      (await itemsWithin(blob, room))
        .filter((item) => item.provenance !== 'tool-call')
        .map((item) => item.text);
    const third = await sizeAt(blob, levels.third);
    assert.deepEqual(await texts(third), ['go', `r ${folded}`, `x ${folded}`, `a ${folded}`]);
    assert.deepEqual((await texts(await sizeAt(blob, levels.second))).slice(1, 2), [`r ${run}`]);
  });
});

describe('oversize "refuse" is the rule of the seed alone', () => {
  it('leaves a Skill of 20000 characters whole and a Read cut to 8000, whatever the room', async () => {
    const long = 'y'.repeat(20_000);
    const both = conversation().user('go').calls('Skill').results(long).calls('Read').results(long);
    const { evidence, tightened } = await fit(both, nothingFits, { oversize: 'refuse' });
    const items = parseEvidence(evidenceText(evidence));
    assert.equal(tightened, false);
    assert.equal(items[2]?.text, long);
    assert.equal(items[4]?.text, `${'y'.repeat(8000)}\n[segue: tool output truncated; omitted 12000 chars]`);
    assert.equal(looks, both.records().length);
  });
});
