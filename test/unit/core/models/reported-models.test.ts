// What servers tell of their models: asked for once, beside everything else, and never waited for by a turn.

import assert from 'node:assert/strict';
import {
  reportedModel,
  ReportedModels,
  type ModelServer,
  type ReportedModel,
} from '../../../../src/core/models/reported-models.ts';
import { deferred } from '../../../support/deferred.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

type List = readonly ReportedModel[] | undefined;

const model = { provider: 'local', model: 'small' };
const small = { id: 'small', window: 8192 };

/** A server whose answers are given one after the other, each when the test wants it. */
class Bench {
  readonly clock = new VirtualClock();
  readonly signals: AbortSignal[] = [];
  identity = 'one key';
  changes = 0;
  private readonly answers: ((list: List) => void)[] = [];
  readonly lists = new ReportedModels({
    server: (provider) => (provider === 'local' ? this.server() : undefined),
    changed: () => this.changes++,
    clock: this.clock,
  });

  get asked(): number {
    return this.signals.length;
  }

  async answer(place: number, list: List): Promise<void> {
    this.answers[place]?.(list);
    await this.clock.advance(0);
  }

  private server(): ModelServer {
    return {
      identity: this.identity,
      ask: (signal) => {
        const { promise, resolve } = deferred<List>();
        this.signals.push(signal);
        this.answers.push(resolve);
        return promise;
      },
    };
  }
}

describe('the windows that servers report', () => {
  it('are unknown at first, and known as soon as the answer is there', async () => {
    const bench = new Bench();
    assert.equal(bench.lists.of(model), undefined);
    await bench.answer(0, [small]);
    assert.deepEqual(bench.lists.of(model), small);
    assert.deepEqual([bench.asked, bench.changes], [1, 1]);
  });

  it('are asked for once, however often they are looked at', async () => {
    const bench = new Bench();
    bench.lists.of(model);
    bench.lists.of(model);
    await bench.answer(0, [small]);
    bench.lists.of({ ...model, model: 'unheard of' });
    assert.equal(bench.asked, 1);
  });

  it('stay unknown where the list does not come in five seconds, and the request is let go of', async () => {
    const bench = new Bench();
    const isLetGo = (): boolean | undefined => bench.signals[0]?.aborted;
    bench.lists.of(model);
    await bench.clock.advance(4999);
    assert.equal(isLetGo(), false);
    await bench.clock.advance(1);
    assert.equal(isLetGo(), true);
    await bench.answer(0, [small]);
    assert.equal(bench.lists.of(model), undefined);
    assert.deepEqual([bench.asked, bench.changes, bench.clock.waiting], [1, 0, 0]);
  });

  it('are asked for anew with another key or address', async () => {
    const bench = new Bench();
    bench.lists.of(model);
    await bench.answer(0, [small]);
    bench.identity = 'another key';
    assert.equal(bench.lists.of(model), undefined);
    await bench.answer(1, [{ id: 'small', window: 4096 }]);
    assert.equal(bench.lists.of(model)?.window, 4096);
  });

  it('are kept when a later list does not come', async () => {
    const bench = new Bench();
    bench.lists.of(model);
    await bench.answer(0, [small]);
    const refreshed = bench.lists.refresh('local');
    await bench.answer(1, undefined);
    await refreshed;
    assert.deepEqual([bench.lists.of(model), bench.changes], [small, 1]);
  });

  it('change with a refreshed list, and say so only when something is different', async () => {
    const bench = new Bench();
    bench.lists.of(model);
    await bench.answer(0, [small]);
    for (const [place, window] of [
      [1, 8192],
      [2, 4096],
    ] as const) {
      const refreshed = bench.lists.refresh('local');
      await bench.answer(place, [{ id: 'small', window }]);
      await refreshed;
    }
    assert.deepEqual([bench.lists.of(model)?.window, bench.changes], [4096, 2]);
  });

  it('are nobody’s where no server can be asked', async () => {
    const bench = new Bench();
    assert.equal(bench.lists.of({ provider: 'offline', model: 'offline' }), undefined);
    assert.deepEqual(await bench.lists.listed('offline'), []);
    assert.equal(bench.asked, 0);
  });
});

describe('a list that a person wants to choose from', () => {
  it('is waited for, and asked for again when it did not come before', async () => {
    const bench = new Bench();
    bench.lists.of(model);
    await bench.answer(0, undefined);
    const listed = bench.lists.listed('local');
    await bench.answer(1, [small]);
    assert.deepEqual([await listed, await bench.lists.listed('local')], [[small], [small]]);
    assert.equal(bench.asked, 2);
  });
});

describe('an answer of a model', () => {
  it('is a reason to ask again for a list that did not come', async () => {
    const bench = new Bench();
    bench.lists.of(model);
    await bench.answer(0, undefined);
    bench.lists.answered(model);
    await bench.answer(1, [small]);
    bench.lists.answered(model);
    assert.deepEqual([bench.lists.of(model), bench.asked], [small, 2]);
  });

  it('is one where only the most was known that the model could have: now it is loaded', async () => {
    const bench = new Bench();
    bench.lists.of(model);
    await bench.answer(0, [{ id: 'small', window: 131_072, isUpperBound: true }]);
    bench.lists.answered(model);
    await bench.answer(1, [{ id: 'small', window: 4096 }]);
    assert.equal(bench.lists.of(model)?.window, 4096);
  });

  it('is none where the window is known, nor a second time', async () => {
    const bench = new Bench();
    bench.lists.of(model);
    await bench.answer(0, [small, { id: 'other' }]);
    bench.lists.answered(model);
    bench.lists.answered({ ...model, model: 'other' });
    await bench.answer(1, [small, { id: 'other' }]);
    bench.lists.answered({ ...model, model: 'other' });
    assert.equal(bench.asked, 2);
  });
});

describe('a model in a list', () => {
  const list = [
    { id: 'claude-sonnet-4-5-20250929', window: 1 },
    { id: 'claude-sonnet-4-5-20250101', window: 2 },
    { id: 'llama3:latest', window: 3 },
    { id: 'llama3:70b', window: 4 },
  ];

  for (const [name, window] of [
    ['claude-sonnet-4-5', 1],
    ['claude-sonnet-4-5-20250101', 2],
    ['llama3', 3],
    ['llama3:70b', 4],
    ['llama', undefined],
  ] as const) {
    it(`named ${name} is ${window === undefined ? 'not there' : `entry ${window}`}`, () => {
      assert.equal(reportedModel(list, name)?.window, window);
    });
  }
});
