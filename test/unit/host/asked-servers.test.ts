import assert from 'node:assert/strict';
import { readSettings } from '../../../src/core/settings/settings.ts';
import { offlineModel } from '../../../src/core/models/policy.ts';
import { serversAskedUnbidden } from '../../../src/host/models/offered-models.ts';

describe('opening the list of models', () => {
  const { settings } = readSettings({
    providers: {
      ollama: { kind: 'openai-chat', baseUrl: 'http://localhost:11434/v1' },
      far: { kind: 'openai-chat', baseUrl: 'https://models.example/v1' },
    },
  });

  it('sends no key to a provider nobody chose', () => {
    assert.deepEqual(serversAskedUnbidden(settings, offlineModel), ['ollama']);
    assert.deepEqual(serversAskedUnbidden(readSettings({}).settings, offlineModel), []);
  });

  it('asks the provider of the model in use, wherever it is, and servers on this machine', () => {
    const now = { provider: 'far', model: 'large' };
    assert.deepEqual(serversAskedUnbidden(settings, now), ['ollama', 'far']);
    const claude = { provider: 'anthropic', model: 'claude-sonnet-4-5' };
    assert.deepEqual(serversAskedUnbidden(settings, claude), ['anthropic', 'ollama']);
  });
});
