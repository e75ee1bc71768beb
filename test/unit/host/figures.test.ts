// Figures for people: the meter, the model, banners, the diagnostics.

import assert from 'node:assert/strict';
import { diagnoseContext } from '../../../src/core/diagnostics/context-diagnosis.ts';
import { resolvePolicy, type ModelReference } from '../../../src/core/models/policy.ts';
import { readSettings, type Settings } from '../../../src/core/settings/settings.ts';
import type { Estimate } from '../../../src/core/tokens/estimate.ts';
import { diagnosticsText } from '../../../src/host/commands/diagnostics-text.ts';
import { bannersFor, lockedText, modelView } from '../../../src/host/session/facts.ts';
import { meterView, statusText, type MeterQuestion } from '../../../src/host/window/meter.ts';

const known: ModelReference = { provider: 'anthropic', model: 'claude-sonnet-4-5' };
const unknown: ModelReference = { provider: 'ollama', model: 'something' };

function question(
  estimate: Estimate,
  model = known,
  given: Readonly<Record<string, unknown>> = {},
): MeterQuestion {
  const settings: Settings = readSettings(given).settings;
  const target = resolvePolicy(model, settings);
  return {
    ...{ estimate, settings, target, summary: target },
    fixedTokens: 2000,
    counting: 'characters',
    auto: { switchedOff: false },
  };
}

describe('the meter', () => {
  it('adds system prompt and tools to an estimate, and says so', () => {
    const meter = meterView(question({ tokens: 82_400, source: 'fresh-estimate' }));
    assert.deepEqual(
      [meter.used, meter.usable, meter.threshold, meter.source],
      [84_400, 180_000, 144_000, 'estimated'],
    );
    assert.match(meter.details[0] ?? '', /82400 of the conversation, 2000 of system prompt and tools$/);
    assert.equal(statusText(meter, resolvePolicy(known, readSettings({}).settings)), '84k / 180k · 46 %');
  });

  it('says that a tokenizer counted the conversation, or a part of it, where one did', () => {
    const asked = question({ tokens: 82_400, source: 'fresh-estimate' });
    const said = (counting: MeterQuestion['counting']) => meterView({ ...asked, counting }).details[0] ?? '';
    assert.match(said('characters'), /^Estimated at 4 characters a token: 82400 of the conversation/);
    assert.match(
      said('tokenizer'),
      /^Estimated: 82400 of the conversation, counted by the tokenizer; 2000 of/,
    );
    assert.match(said('both'), /^Estimated: 82400 of the conversation, partly counted by the tokenizer/);
  });

  it('takes what a provider measured as it is', () => {
    const meter = meterView(question({ tokens: 84_400, source: 'provider-context' }));
    assert.deepEqual([meter.used, meter.source], [84_400, 'measured']);
    assert.match(meter.details[0] ?? '', /^Measured by the provider with system prompt and tools;/);
  });

  it('says what is compared with the threshold: the transcript alone while nothing measured it', () => {
    const line = (source: Estimate['source']) => meterView(question({ tokens: 82_400, source })).details[1];
    assert.equal(
      line('fresh-estimate'),
      'Compacts at 144000 tokens: before a prompt the conversation alone counts (82400 now), between tool calls the whole next request',
    );
    assert.equal(line('provider-context'), line('fresh-estimate'));
  });

  it('warns from 90 % of the threshold on', () => {
    const at = (tokens: number) => meterView(question({ tokens, source: 'provider-context' })).near;
    assert.deepEqual([at(129_599), at(129_600)], [false, true]);
  });

  it('warns by the figure that is compared with the threshold, not by the one with system prompt and tools', () => {
    const at = (tokens: number) => meterView(question({ tokens, source: 'fresh-estimate' })).near;
    assert.deepEqual([at(129_599), at(129_600)], [false, true]);
  });

  it('says that a window is assumed where nothing is known about the model', () => {
    const asked = question({ tokens: 1000, source: 'provider-context' }, unknown);
    const meter = meterView(asked);
    assert.equal(statusText(meter, asked.target), '1k / 108k · 0 % · 128k assumed');
    assert.ok(meter.details.some((line) => line.startsWith('128k assumed: nothing known about this model')));
  });

  it('says that a window comes from the setting', () => {
    const asked = question({ tokens: 0, source: 'fresh-estimate' }, unknown, {
      'budget.contextLimit': 64_000,
    });
    const { details } = meterView(asked);
    assert.ok(details.some((line) => line.startsWith('from your setting segue.budget.contextLimit')));
  });

  it('names both models where they differ, and what is off', () => {
    const asked = question({ tokens: 0, source: 'fresh-estimate' }, known, { 'compaction.auto': false });
    const { details } = meterView({ ...asked, summary: resolvePolicy(unknown, asked.settings) });
    const named = details.filter((line) => /: *$/.test(line));
    assert.deepEqual(named, ['anthropic/claude-sonnet-4-5 answers:', 'ollama/something summarises:']);
    assert.match(details.at(-1) ?? '', /off by the setting/);
  });
});

describe('the model in the head of the panel', () => {
  it('is told with its window and how it is known', () => {
    const view = modelView(resolvePolicy({ ...known, effort: 'high' }, readSettings({}).settings));
    assert.equal(view.label, 'claude-sonnet-4-5 · high');
    assert.match(view.detail, /^anthropic\/claude-sonnet-4-5: 200k tokens, declared locally, not confirmed/);
  });

  it('says of a window that the provider reported it', () => {
    const target = resolvePolicy(unknown, readSettings({}).settings, { window: 40_960 });
    assert.equal(modelView(target).detail, 'ollama/something: 40k tokens, reported by the provider');
    const { details } = meterView({
      ...question({ tokens: 0, source: 'fresh-estimate' }, unknown),
      ...{ target, summary: target },
    });
    assert.ok(details.includes('reported by the provider'));
  });

  it('says that the offline guide is no AI', () => {
    const view = modelView(
      resolvePolicy({ provider: 'offline', model: 'offline' }, readSettings({}).settings),
    );
    assert.equal(view.label, 'Offline guide');
    assert.match(view.detail, /no key, no network, no AI/);
  });
});

describe('banners', () => {
  const fine = {
    ...({ isTrusted: true, folders: 'some', isSwitchedOff: false } as const),
    ...{ damagedLines: 0, readOnly: undefined },
  };

  it('are none where everything works', () => {
    assert.deepEqual(bannersFor(fine), []);
  });

  it('say what is off in a folder that is not trusted, and offer to trust it', () => {
    const [banner] = bannersFor({ ...fine, isTrusted: false });
    assert.match(banner?.text ?? '', /read or change files or run commands.* are off until you trust/);
    assert.equal(banner?.action?.name, 'trust');
  });

  it('say what is off without a folder, and with one that is elsewhere', () => {
    assert.match(
      bannersFor({ ...fine, folders: 'none' })[0]?.text ?? '',
      /^No folder is open: tools .* are off/,
    );
    assert.match(
      bannersFor({ ...fine, folders: 'elsewhere' })[0]?.text ?? '',
      /not on this machine: tools .* are off/,
    );
  });

  it('offer to turn automatic compaction on again', () => {
    assert.equal(bannersFor({ ...fine, isSwitchedOff: true })[0]?.action?.name, 'turn-auto-on');
  });

  it('offer to go on without lines that cannot be read, where the session can be written', () => {
    const [banner] = bannersFor({ ...fine, damagedLines: 2 });
    assert.match(banner?.text ?? '', /^2 lines .* not compacted/);
    assert.equal(banner?.action?.name, 'accept-damage');
    assert.deepEqual(
      bannersFor({ ...fine, damagedLines: 2, readOnly: 'Only read.' }).map(({ id }) => id),
      ['read-only'],
    );
  });

  it('name the process that writes a session, and what to do', () => {
    const owner = { pid: 4711, host: 'here', since: '2026-11-30T20:13:42.000Z' };
    const locked = { kind: 'locked', path: '/s', owner, lock: '/s/.lock' } as const;
    assert.match(
      lockedText({ ...locked, elsewhere: false }),
      /process 4711.*since 2026-11-30 20:13; .*only reads it/,
    );
    assert.match(lockedText({ ...locked, elsewhere: true }), /Process 4711 on here .*delete \/s\/\.lock/);
  });
});

describe('the diagnostics', () => {
  const { settings, target } = question({ tokens: 0, source: 'fresh-estimate' });

  function text(tokens: number, automatic: 'on' | 'off' | 'switched-off'): string {
    const facts = {
      autoEnabled: automatic !== 'off',
      switchedOff: automatic === 'switched-off',
      ...{ inFlight: false, writable: true, persisted: true, onActiveSegment: true },
      ...{ damagedLines: 0, agentOwnsHistory: false },
    };
    const diagnosis = diagnoseContext({
      ...{ ratio: settings['compaction.tokenThreshold'], target, summary: target, facts },
      estimate: { tokens, source: 'fresh-estimate' },
    });
    return diagnosticsText({ session: 'A session', diagnosis, fixedTokens: 2000, automatic, decisions: [] });
  }

  it('say that the next request goes, and why', () => {
    assert.match(text(1000, 'on'), /Transcript: \*\*1000 tokens\*\* \(estimated\), 0\.6 % of the threshold/);
    assert.match(text(1000, 'on'), /the next request goes as it is, the estimate is below the threshold/);
  });

  it('say what each figure counts and what is compared with the threshold', () => {
    assert.match(text(1000, 'on'), /System prompt and tools: 2000 tokens .*\. The meter adds them\./);
    assert.match(
      text(1000, 'on'),
      /Before a prompt the figure of the transcript is compared with it, between tool calls/,
    );
  });

  it('say that it would be compacted first', () => {
    assert.match(text(150_000, 'on'), /the next request would be compacted first/);
  });

  it('say why it would not be, although it is full', () => {
    assert.match(text(150_000, 'off'), /over the threshold, but the next request would go as it is: /);
    assert.match(text(150_000, 'switched-off'), /switched off after three failed runs/);
  });
});
