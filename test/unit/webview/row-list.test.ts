import assert from 'node:assert/strict';
import type { Row } from '../../../src/protocol/rows.ts';
import { RowList } from '../../../webview/state/row-list.ts';

const answer = (order: number, text = `text ${order}`): Row => ({
  kind: 'assistant',
  key: `k${order}`,
  order,
  text: { text, omitted: 0 },
  streaming: false,
});
const nothing = { remove: [], put: [], append: [] };

function listOf(before: number, ...orders: readonly number[]): RowList {
  const list = new RowList();
  list.replaceAll(
    orders.map((order) => answer(order)),
    before,
  );
  return list;
}
const orders = (list: RowList): readonly number[] => list.rows.map(({ order }) => order);

describe('rows of the webview', () => {
  it('puts new rows where their order says', () => {
    const list = listOf(0, 1, 4);
    const changed = list.apply({ ...nothing, put: [answer(9), answer(2)] });
    assert.deepEqual(orders(list), [1, 2, 4, 9]);
    assert.deepEqual(changed, { updated: ['k9', 'k2'], moved: true, added: 1 });
  });

  it('gives a known row its new state in its place', () => {
    const list = listOf(0, 1, 2);
    const changed = list.apply({ ...nothing, put: [answer(1, 'newer')] });
    assert.deepEqual(changed, { updated: ['k1'], moved: false, added: 0 });
    assert.deepEqual(list.rows[0], answer(1, 'newer'));
  });

  it('leaves a row to the host that stands before the first while there are rows it has not got', () => {
    const list = listOf(5, 10, 11);
    assert.deepEqual(list.apply({ ...nothing, put: [answer(3)] }), { updated: [], moved: false, added: 0 });
    assert.deepEqual(orders(list), [10, 11]);
  });

  it('appends text to the row it belongs to', () => {
    const list = listOf(0, 1);
    list.apply({ ...nothing, append: [{ key: 'k1', text: ' and more' }] });
    assert.equal((list.get('k1') as Extract<Row, { kind: 'assistant' }>).text.text, 'text 1 and more');
  });

  it('ignores changes to rows that are not there', () => {
    const list = listOf(0, 1);
    const changes = { remove: ['gone'], put: [], append: [{ key: 'gone', text: 'x' }] };
    assert.deepEqual(list.apply(changes), { updated: [], moved: false, added: 0 });
  });

  it('replaces everything, then takes the other changes', () => {
    const list = listOf(3, 7, 8);
    list.apply({
      replace: { rows: [answer(1), answer(2)], before: 0 },
      remove: ['k1'],
      put: [answer(3)],
      append: [],
    });
    assert.deepEqual(orders(list), [2, 3]);
    assert.equal(list.indexOf('k7'), -1);
    assert.equal(list.indexOf('k3'), 1);
  });

  it('takes older rows once, however often they come', () => {
    const list = listOf(2, 5);
    list.addOlder([answer(3), answer(4)], 0);
    list.addOlder([answer(3), answer(4)], 0);
    assert.deepEqual(orders(list), [3, 4, 5]);
    assert.equal(list.before, 0);
  });
});
