import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { HostSettings } from '../../../src/host/window/settings.ts';

describe('settings in the real configuration', () => {
  const told: string[] = [];
  let settings: HostSettings;
  before(() => (settings = new HostSettings((problem) => told.push(problem))));
  after(() => settings.dispose());

  const set = async (name: string, value: unknown): Promise<void> => {
    await vscode.workspace.getConfiguration('segue').update(name, value, vscode.ConfigurationTarget.Global);
  };

  it('are the defaults where nothing is set, and say nothing', () => {
    assert.equal(settings.current['compaction.tailTurns'], 2);
    assert.equal(settings.current['compaction.tokenThreshold'], 0.8);
    assert.deepEqual(told, []);
  });

  it('are in force as soon as they are changed', async () => {
    const changed: number[] = [];
    const listening = settings.onChange((now) => changed.push(now['compaction.tailTurns']));
    await set('compaction.tailTurns', 5);
    assert.equal(settings.current['compaction.tailTurns'], 5);
    await set('compaction.tailTurns', undefined);
    assert.deepEqual(changed, [5, 2]);
    listening.dispose();
  });

  it('keep the default where a value is wrong, and say once which, what was given and what is allowed', async () => {
    await set('compaction.tokenThreshold', 2);
    await set('compaction.tailTurns', 3);
    assert.equal(settings.current['compaction.tokenThreshold'], 0.8);
    assert.deepEqual(told, [
      'segue.compaction.tokenThreshold is 2, allowed is a number strictly between 0.0 and 1.0',
    ]);
    await set('compaction.tokenThreshold', undefined);
    await set('compaction.tailTurns', undefined);
  });
});
