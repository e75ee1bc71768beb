// Which model a new session begins with.

import assert from 'node:assert/strict';
import { readSettings } from '../../../src/core/settings/settings.ts';
import { LastModel } from '../../../src/host/models/last-model.ts';
import { MemoryMemento } from '../../support/window-bench.ts';

const unset = readSettings({}).settings;
const named = readSettings({ 'models.default': 'scripted/roomy' }).settings;
const tight = { provider: 'scripted', model: 'tight' };

describe('the model of a new session', () => {
  it('is the one chosen last, in any window, while no setting names one', async () => {
    const memento = new MemoryMemento();
    await new LastModel(memento).keep(tight);
    const model = new LastModel(memento);
    assert.deepEqual(model.forNewSession(unset), tight);
    assert.equal(model.forNewSession(named), undefined);
  });

  it('is what was chosen for it on the empty panel, although a setting names another', async () => {
    const model = new LastModel(new MemoryMemento());
    await model.keepForNext(tight);
    assert.deepEqual(model.forNewSession(named), tight);
    model.opened();
    assert.equal(model.forNewSession(named), undefined);
    assert.deepEqual(model.forNewSession(unset), tight);
  });
});
