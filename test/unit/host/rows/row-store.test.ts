import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { RowStore, type NewRow } from '../../../../src/host/rows/row-store.ts';
import { rowChangesSchema } from '../../../../src/protocol/patch.ts';
import { RowList } from '../../../../webview/state/row-list.ts';

const answer = (key: string, text: string): NewRow => ({
  kind: 'assistant',
  key,
  text: { text, omitted: 0 },
  streaming: true,
});

describe('changes of rows', () => {
  it('tell each row once, however often it changed', () => {
    const store = new RowStore();
    store.put(answer('a', 'one'));
    store.put(answer('a', 'two'));
    store.append('a', ' three');
    const changes = store.take(200);
    assert.deepEqual(changes?.put, [{ ...answer('a', 'two three'), order: 1 }]);
    assert.deepEqual(changes.append, []);
    assert.equal(store.take(200), undefined);
  });

  it('tell streamed text as what was appended', () => {
    const store = new RowStore();
    store.put(answer('a', 'one'));
    store.take(200);
    store.append('a', ' two');
    store.append('a', ' three');
    assert.deepEqual(store.take(200), { remove: [], put: [], append: [{ key: 'a', text: ' two three' }] });
  });

  it('tell the newest rows and how many are before them when all are others', () => {
    const store = new RowStore();
    store.clear();
    for (let row = 0; row < 10; row++) store.put(answer(`k${row}`, ''));
    const changes = store.take(3);
    assert.deepEqual(
      changes?.replace?.rows.map(({ key }) => key),
      ['k7', 'k8', 'k9'],
    );
    assert.equal(changes.replace.before, 7);
    assert.deepEqual(
      store.older('k7', 4).rows.map(({ key }) => key),
      ['k3', 'k4', 'k5', 'k6'],
    );
    assert.equal(store.older('k7', 4).before, 3);
    assert.deepEqual(store.older('gone', 4), { rows: [], before: 0 });
  });

  it('give the webview the same rows as the host has, whatever happens and whenever it is told', () => {
    const key = fc.integer({ min: 0, max: 6 }).map(String);
    const step = fc.oneof(
      fc.record({ does: fc.constant('put' as const), key, text: fc.string({ maxLength: 3 }) }),
      fc.record({
        does: fc.constant('append' as const),
        key,
        text: fc.string({ minLength: 1, maxLength: 3 }),
      }),
      fc.record({ does: fc.constant('remove' as const), key }),
      fc.record({ does: fc.constant('clear' as const) }),
      fc.record({ does: fc.constant('tell' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const store = new RowStore();
        const list = new RowList();
        const tell = (): void => {
          const changes = store.take(1000);
          if (changes !== undefined) list.apply(rowChangesSchema.parse(JSON.parse(JSON.stringify(changes))));
        };
        for (const one of steps) {
          if (one.does === 'put') store.put(answer(one.key, one.text));
          else if (one.does === 'append') store.append(one.key, one.text);
          else if (one.does === 'remove') store.remove(one.key);
          else if (one.does === 'clear') store.clear();
          else tell();
        }
        tell();
        assert.deepEqual(list.rows, store.newest(1000).rows);
      }),
    );
  });
});
