import assert from 'node:assert/strict';
import { Memory, noDraft } from '../../../src/host/session/memory.ts';
import { MemoryMemento } from '../../support/window-bench.ts';

const draft = (text: string) => ({ text, caret: text.length, edited: 1 });

describe('what a window remembers', () => {
  it('are drafts, each of its session, in the next window too', async () => {
    const memento = new MemoryMemento();
    const memory = new Memory(memento);
    await memory.keepDraft('/a', draft('of a'));
    await memory.keepDraft('', draft('of none yet'));
    const next = new Memory(memento);
    assert.deepEqual(
      [next.draft('/a').text, next.draft('').text, next.draft('/b')],
      ['of a', 'of none yet', noDraft],
    );
  });

  it('is no draft that is empty, and not every draft for ever', async () => {
    const memory = new Memory(new MemoryMemento());
    for (let count = 0; count < 60; count++) await memory.keepDraft(`/${count}`, draft('x'));
    await memory.keepDraft('/59', noDraft);
    assert.deepEqual(
      [memory.draft('/0'), memory.draft('/59'), memory.draft('/58').text],
      [noDraft, noDraft, 'x'],
    );
  });

  it('is the mode the person chose, until they set another', async () => {
    const memory = new Memory(new MemoryMemento());
    assert.equal(memory.permissionMode, undefined);
    await memory.keepPermissionMode('edits');
    assert.equal(memory.permissionMode, 'edits');
    await memory.keepPermissionMode(undefined);
    assert.equal(memory.permissionMode, undefined);
  });

  it('is what was always allowed, until it is withdrawn', async () => {
    const memento = new MemoryMemento();
    const memory = new Memory(memento);
    const rules = [
      { kind: 'edits', folder: '/w' },
      { kind: 'outside', path: '/etc/hosts', access: 'read' },
      { kind: 'outside', path: '/etc/hosts', access: 'change' },
    ] as const;
    await memory.save(rules);
    await memory.withdraw([{ kind: 'outside', path: '/etc/hosts', access: 'read' }]);
    assert.deepEqual(new Memory(memento).rules, [rules[0], rules[2]]);
    await memory.withdraw(memory.rules);
    assert.deepEqual(new Memory(memento).rules, []);
  });

  it('is nothing where something else is found in its place', async () => {
    const memento = new MemoryMemento();
    await memento.update('drafts', { '/a': 'no draft' });
    await memento.update('permissionMode', 'whatever');
    await memento.update('session', 7);
    const memory = new Memory(memento);
    assert.deepEqual(
      [memory.draft('/a'), memory.permissionMode, memory.session],
      [noDraft, undefined, undefined],
    );
  });
});
