// The policy of a summary request.

import assert from 'node:assert/strict';
import { readSettings } from '../../../../src/core/settings/settings.ts';
import { resolveSummaryPolicy } from '../../../../src/core/summary/policy.ts';

const offline = { provider: 'offline', model: 'offline' };

describe('the policy of a summary request', () => {
  it('is the budget of its model, the streaming choice and the deadline', () => {
    const { settings } = readSettings({ 'models.stream': false });
    const policy = resolveSummaryPolicy({ provider: 'anthropic', model: 'claude-sonnet-4-5' }, settings, {
      idleSeconds: 600,
    });
    assert.deepEqual(
      [policy.usable, policy.stream, policy.idleSeconds, policy.takesAnySize],
      [180_000, false, 600, undefined],
    );
  });

  it('lets the offline model take any size, with the window it has for thresholds', () => {
    const policy = resolveSummaryPolicy(offline, readSettings({}).settings, { idleSeconds: 120 });
    assert.deepEqual([policy.window, policy.threshold, policy.takesAnySize], [128_000, 86_400, true]);
  });

  it('refuses what is too large for it too, where the setting says so', () => {
    const { settings } = readSettings({ 'compaction.oversize': 'refuse' });
    assert.equal(resolveSummaryPolicy(offline, settings, { idleSeconds: 120 }).takesAnySize, undefined);
  });
});
