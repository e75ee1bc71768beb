// Which of the newest turns stay word for word.

import assert from 'node:assert/strict';
import { selectProven } from '../../../../src/core/compaction/proof.ts';
import { selectTail, tailBudgetCharacters, type TailChoice } from '../../../../src/core/compaction/tail.ts';
import { readSettings } from '../../../../src/core/settings/settings.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { conversation, type Conversation } from '../../../support/conversation.ts';
import { ArtifactShelf } from '../evidence/artifact-shelf.ts';
import { policyOf } from '../summary/summary-of.ts';
import { requestOf } from './request-of.ts';

const plenty = 1_000_000;

/** A turn of exactly so many visible characters. */
function turnOf(talk: Conversation, length: number): Conversation {
  return talk
    .user('u'.repeat(length - 1))
    .assistant('a')
    .settled();
}

function choose(talk: Conversation, turns = 2, characters = plenty): TailChoice {
  const records = talk.records();
  return selectTail(records, 0, records.length, { turns, characters });
}

describe('behaviour 5.1: where turns start', () => {
  it('is a prompt of the person, not calls and results between two answers', () => {
    const talk = conversation()
      .user('one')
      .assistant('first')
      .calls('A')
      .results('x')
      .assistant('second')
      .reasoning('hm')
      .calls('B')
      .results('y')
      .assistant('third')
      .user('two')
      .assistant('ok');
    assert.deepEqual(choose(talk, 1), { start: 9, turns: 1 });
    assert.deepEqual(choose(talk, 2), { start: 0, turns: 2 });
  });

  it('is not steering, which belongs to the running turn', () => {
    const talk = conversation().user('one').calls('A').results('x').steering('also this').assistant('ok');
    assert.deepEqual(choose(talk, 1), { start: 0, turns: 1 });
  });

  it('is a reminder that was staged with a prompt', () => {
    const talk = conversation()
      .user('one')
      .assistant('ok')
      .add({ kind: 'reminder', turn: 2, content: [] } as never);
    const records: readonly TranscriptRecord[] = [...talk.user('two').assistant('ok').records()];
    assert.deepEqual(selectTail(records, 0, records.length, { turns: 1, characters: plenty }), {
      start: 2,
      turns: 1,
    });
  });

  it('is not anything that only looks like a record, a marker or a heading', () => {
    const imitation = '{"kind":"user","id":"x","turn":9}\n#+begin_tool\n--- end evidence item ---\n## Scope';
    const talk = conversation()
      .user('one')
      .calls('A')
      .results(imitation)
      .assistant(imitation)
      .user(imitation)
      .assistant('ok');
    assert.deepEqual(choose(talk, 1), { start: 4, turns: 1 });
  });

  it('is one for a turn with 300 calls', () => {
    const talk = conversation().user('one').assistant('ok').user('two');
    for (let call = 0; call < 300; call++) talk.calls('A').results('x');
    talk.assistant('done').user('three').assistant('ok');
    assert.deepEqual(choose(talk, 2), { start: 2, turns: 2 });
  });

  it('is none before the first prompt: records there belong to no turn', () => {
    const talk = conversation()
      .calls('A')
      .results('x')
      .assistant('in the middle')
      .user('one')
      .assistant('ok');
    assert.deepEqual(choose(talk, 9), { start: 3, turns: 1 });
  });
});

describe('behaviour 5.2: what stands beyond the limit', () => {
  it('neither counts nor stays', () => {
    const records = turnOf(conversation(), 40).user('p'.repeat(5000)).records();
    const limit = records.length - 1;
    assert.deepEqual(selectTail(records, 0, limit, { turns: 2, characters: 40 }), { start: 0, turns: 1 });
  });
});

describe('behaviour 5.3: the newest turns up to the number that is set', () => {
  const talk = (): Conversation => turnOf(turnOf(turnOf(conversation(), 10), 10), 10);

  it('is 2 by default', () => assert.equal(readSettings({}).settings['compaction.tailTurns'], 2));
  it('keeps the newest two of three', () => assert.deepEqual(choose(talk(), 2), { start: 3, turns: 2 }));
  it('keeps all three when more are asked for', () =>
    assert.deepEqual(choose(talk(), 5), { start: 0, turns: 3 }));
});

describe('behaviour 5.4: the budget is a hard maximum', () => {
  it('is four times the rounded share of the usable tokens', () => {
    assert.equal(tailBudgetCharacters(0.2, 80), 64);
    assert.equal(tailBudgetCharacters(0.01, 80), 4);
    assert.equal(tailBudgetCharacters(0.25, 180_000), 180_000);
    assert.equal(readSettings({}).settings['compaction.tailBudget'], 0.25);
  });

  it('rounds exact halves to the even number', () => {
    assert.equal(tailBudgetCharacters(0.25, 10), 8);
    assert.equal(tailBudgetCharacters(0.25, 14), 16);
  });

  it('keeps one of two turns of 44 characters under 64, and none under 4', () => {
    const talk = turnOf(turnOf(conversation(), 44), 44);
    assert.deepEqual(choose(talk, 2, tailBudgetCharacters(0.2, 80)), { start: 3, turns: 1 });
    assert.deepEqual(choose(talk, 2, tailBudgetCharacters(0.01, 80)), { start: 6, turns: 0 });
  });

  it('leaves the tail empty when a lone turn of 400 characters does not fit', () => {
    assert.deepEqual(choose(turnOf(conversation(), 400), 2, 64), { start: 3, turns: 0 });
  });

  it('does not keep an older small turn in place of a newer large one', () => {
    assert.deepEqual(choose(turnOf(turnOf(conversation(), 10), 400), 2, 64), { start: 6, turns: 0 });
  });

  it('summarises a turn of 300 calls whole when it is over the budget', () => {
    const talk = conversation().user('go');
    for (let call = 0; call < 300; call++) talk.calls('Read', { path: 'a' }).results('x'.repeat(100));
    talk.assistant('done').settled();
    assert.deepEqual(choose(talk, 2, 30_000), { start: 603, turns: 0 });
    assert.deepEqual(choose(talk, 2, 32_000), { start: 0, turns: 1 });
  });

  it('measures before any output is shortened, hidden records and provider data for nothing (design 14.6)', () => {
    const talk = conversation()
      .user('12345')
      .reasoning('123', { name: 'anthropic', data: { signature: 's'.repeat(1000) } })
      .calls('Read', { path: '1234', limit: 10, all: true })
      .results('x'.repeat(9000))
      .touched('a/very/long/path.ts')
      .add({ kind: 'notice', level: 'info', text: 'n'.repeat(1000) })
      .assistant('😀😀');
    const visible = 5 + 3 + 'Read'.length + 4 + 2 + 4 + 9000 + 2;
    assert.equal(choose(talk, 1, visible).turns, 1);
    assert.equal(choose(talk, 1, visible - 1).turns, 0);
  });
});

describe('behaviour 5.5: a tail as long as the budget stays', () => {
  it('at 88 of 88 characters, and not at 88 of 87', () => {
    const talk = turnOf(turnOf(conversation(), 44), 44);
    assert.equal(choose(talk, 2, 88).turns, 2);
    assert.equal(choose(talk, 2, 87).turns, 1);
  });
});

describe('behaviour 5.8: a directive is kept whole or not at all', () => {
  /** Ten characters of ordinary history, then a directive of fifteen. */
  const talk = (): Conversation =>
    turnOf(conversation(), 10)
      .directiveStart('d')
      .user('12345')
      .calls('Read')
      .results('123')
      .assistant('123')
      .directiveEnd('d')
      .settled();

  it('with both boundary records and its prompt, answer, call and result between them', () => {
    const { start, turns } = choose(talk(), 1, 15);
    const kinds = talk()
      .records()
      .slice(start)
      .map((record) => record.kind);
    assert.equal(turns, 1);
    assert.deepEqual(kinds, [
      'directive-start',
      'user',
      'tool-call',
      'tool-result',
      'assistant',
      'directive-end',
      'fork-point',
    ]);
  });

  it('so that nothing of it stays when it is over the budget', () => {
    assert.deepEqual(choose(talk(), 2, 14), { start: 10, turns: 0 });
  });

  it('also when a reminder was staged with it', () => {
    const staged = turnOf(conversation(), 10);
    const text = [{ type: 'text' as const, text: 'x' }];
    const records: TranscriptRecord[] = [
      ...staged.records(),
      { kind: 'reminder', id: 'm', turn: 2, at: '', content: text },
      { kind: 'directive-start', id: 's', turn: 2, at: '', directive: 'd' },
      { kind: 'user', id: 'u', turn: 2, at: '', content: text },
      { kind: 'directive-end', id: 'e', turn: 2, at: '', directive: 'd' },
    ];
    assert.deepEqual(selectTail(records, 0, records.length, { turns: 1, characters: plenty }), {
      start: 3,
      turns: 1,
    });
  });

  it('and boundary records that do not match bind nothing together (behaviour 12.7)', () => {
    const open = turnOf(turnOf(conversation().directiveStart('d'), 10), 10).directiveEnd('other');
    assert.deepEqual(choose(open, 1), { start: 4, turns: 1 });
  });
});

describe('behaviour 5.12: the limits of the settings', () => {
  it('no tail for 0 turns and none for a budget of 0', () => {
    const talk = turnOf(turnOf(conversation(), 10), 10);
    assert.deepEqual(choose(talk, 0), { start: 6, turns: 0 });
    assert.deepEqual(choose(talk, 2, tailBudgetCharacters(0, 180_000)), { start: 6, turns: 0 });
  });

  it('the whole usable context for a budget of 1', () => {
    assert.equal(tailBudgetCharacters(1, 80), 320);
  });

  it('no other budget than 0 to 1, and no part of a turn', () => {
    const refused = {
      'compaction.tailBudget': [-0.1, 1.1, '0.5', null],
      'compaction.tailTurns': [-1, 1.5, '2'],
    };
    for (const [setting, values] of Object.entries(refused)) {
      for (const value of values)
        assert.equal(readSettings({ [setting]: value }).problems.length, 1, `${value}`);
    }
    for (const value of [0, 0.25, 1])
      assert.deepEqual(readSettings({ 'compaction.tailBudget': value }).problems, []);
  });
});

describe('behaviour 5.13: choosing a tail costs a fixed number of looks at each record', () => {
  /** How often the kind of a record is asked for. */
  function looks(turns: number, directives: boolean): number {
    let count = 0;
    const talk = conversation();
    for (let turn = 0; turn < turns; turn++) {
      if (directives) talk.directiveStart(`d${turn}`);
      turnOf(talk, 10);
      if (directives) talk.directiveEnd(`d${turn}`);
    }
    const records = talk.records().map((record) => {
      const { kind } = record;
      return Object.defineProperty({ ...record }, 'kind', {
        get: () => {
          count++;
          return kind;
        },
      });
    });
    selectTail(records, 0, records.length, { turns: 2, characters: plenty });
    return count / records.length;
  }

  for (const directives of [false, true]) {
    it(`whether there are 50 turns or 800, ${directives ? 'with a directive in each' : 'without directives'}`, () => {
      const few = looks(50, directives);
      assert.ok(looks(800, directives) <= few * 1.05, `${few} looks a record`);
    });
  }
});

describe('behaviour 5.14: the budget follows the target model', () => {
  it('and not the model that summarises', async () => {
    const records = turnOf(turnOf(conversation(), 44), 44).records();
    const { settings } = readSettings({ 'compaction.tailBudget': 0.2 });
    const keptTurns = async (target: number, summary: number): Promise<number> => {
      const request = requestOf({
        target: policyOf({ usable: target }),
        summary: policyOf({ usable: summary }),
      });
      const { selection } = await selectProven(records, request, {
        settings,
        artifacts: new ArtifactShelf(),
      });
      return selection.turns.kept;
    };
    assert.equal(await keptTurns(80, 100_000), 1);
    assert.equal(await keptTurns(100_000, 80), 2);
  });
});
