import assert from 'node:assert/strict';
import { createRootTarget } from '../../../../src/core/compaction/root-target.ts';
import { compactionBench, soundSummary, type Bench } from '../../../support/compaction-bench.ts';
import { conversation } from '../../../support/conversation.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { never, valueOf } from '../../../support/expect.ts';
import { policyOf } from '../../../support/policies.ts';
import { sampleRecords, sampleRotation } from '../../../support/rotation-sample.ts';
import { failsWith, says, type Script } from '../../../support/scripted-provider.ts';
import { TelemetryLog } from '../../../support/telemetry-log.ts';

const secretWords = 'the unmistakable words of a person';

const records = conversation()
  .user(secretWords)
  .calls('run', { command: secretWords })
  .results(secretWords)
  .assistant('Done.')
  .settled()
  .user('Next')
  .assistant('Done again.')
  .settled()
  .records();

async function ran(scripts: readonly Script[], changes: Parameters<Bench['run']>[0] = {}): Promise<Bench> {
  const bench = await compactionBench({ records, scripts, settings: { 'compaction.tailTurns': 1 } });
  await bench.run(changes);
  return bench;
}

const usage = { input: 900, cacheRead: 80, cacheWrite: 20, output: 30, raw: { text: secretWords } };
const answered: Script = [{ type: 'usage', usage }, ...says(soundSummary)];
const garbage = says('No headings at all');

describe('behaviour 16.1: a run is a span with one start and one finish', () => {
  it('starts with its trigger, what it was measured by and the figures of both models', async () => {
    const { log } = await ran([answered], {
      trigger: 'auto',
      tail: 'none',
      tokensBefore: { tokens: 150_000, source: 'provider-context' },
    });
    const started = log.only('compaction-started');
    assert.deepEqual([started.trigger, started.aggressive, started.origin], ['auto', true, '/root']);
    assert.deepEqual([started.tokensBefore, started.chosenActiveContextTokens], [150_000, 150_000]);
    assert.deepEqual([started.chosenSource, started.targetModel], ['provider-context', 'local/model']);
    assert.deepEqual([started.threshold, started.winningThreshold], [144_000, 144_000]);
    assert.equal(started.target.usable, 180_000);
    assert.equal(started.requestId, null);
  });

  it('finishes applied, with the tokens afterwards', async () => {
    const { log } = await ran([answered]);
    const finished = log.only('compaction-finished');
    assert.deepEqual([finished.outcome, finished.errorClass], ['applied', null]);
    assert.ok(finished.tokensAfter !== null && finished.tokensAfter > 0);
    assert.equal(finished.run, log.only('compaction-started').run);
    assert.equal(finished.durationMs, 0);
  });

  it('finishes failed with the class of the failure and the time its attempts took', async () => {
    const { log } = await ran([garbage, garbage, garbage]);
    const finished = log.only('compaction-finished');
    assert.deepEqual(
      [finished.outcome, finished.errorClass, finished.tokensAfter, finished.durationMs],
      ['failed', 'validation', null, 3000],
    );
  });
});

describe('behaviour 16.6: every summary request is a span without a word of what was summarised', () => {
  it('tells purpose, provider, model and effort, and what the provider counted', async () => {
    const summary = { ...policyOf(200_000, { effort: 'low' }), stream: true, idleSeconds: 0 };
    const { log } = await ran([answered], { summary });
    const { run } = log.only('compaction-started');
    assert.deepEqual(log.only('context-summary-request-started'), {
      event: 'context-summary-request-started',
      ...{ run, attempt: 1, purpose: 'continuation', provider: 'local', model: 'local/model', effort: 'low' },
    });
    assert.deepEqual(log.only('context-summary-request-finished'), {
      event: 'context-summary-request-finished',
      ...{ run, attempt: 1, outcome: 'success', errorClass: null },
      ...{ inputTokens: 1000, cachedTokens: 80, outputTokens: 30, durationMs: 0 },
    });
  });

  it('is one span an attempt, each with the class of its error', async () => {
    const down = failsWith({ kind: 'cut-short', detail: 'the connection was closed' });
    const { log } = await ran([down, garbage, answered]);
    assert.deepEqual(
      log
        .of('context-summary-request-finished')
        .map((event) => [event.attempt, event.outcome, event.errorClass]),
      [
        [1, 'error', 'provider'],
        [2, 'error', 'validation'],
        [3, 'success', null],
      ],
    );
    assert.deepEqual(
      log.of('context-summary-request-started').map(({ attempt }) => attempt),
      [1, 2, 3],
    );
  });

  it('never repeats evidence, summary or usage as it came', async () => {
    const { log } = await ran([answered]);
    const written = JSON.stringify(log.events);
    assert.doesNotMatch(written, new RegExp(secretWords));
    assert.doesNotMatch(written, /Critical Context/);
  });
});

/** What a rotation on a disk reports; every operation of the name given fails. */
async function stages(failing?: string): Promise<string[]> {
  const log = new TelemetryLog();
  const computer = new MemoryComputer();
  const session = valueOf(await computer.store().create({ name: 'stages' }, never));
  valueOf(await session.write.append(sampleRecords(), never));
  computer.disk.fault = ({ operation }) =>
    operation === failing ? { kind: 'fail', code: 'EIO' } : undefined;
  const automatic = () => ({ enabled: true, switchedOff: false });
  const target = createRootTarget({ session, telemetry: log, automatic });
  await target.apply(sampleRotation(sampleRecords()), never);
  return log.events.map((event) => {
    if (event.event === 'segment-rotation-stage') return event.stage;
    return event.event === 'segment-rotation' ? event.phase : event.event;
  });
}

describe('behaviour 16.7: a rotation is a span with its segments and its stages', () => {
  it('starts, and finishes when the successor is in place', async () => {
    const { log } = await ran([answered]);
    assert.deepEqual(
      log.of('segment-rotation').map(({ phase, oldSegment, newSegment }) => [phase, oldSegment, newSegment]),
      [
        ['started', 1, 2],
        ['finished', 1, 2],
      ],
    );
  });

  it('reaches every stage in order', async () => {
    const published = ['new-publish-start', 'new-published'];
    assert.deepEqual(await stages(), ['started', 'old-save-start', 'old-saved', ...published, 'finished']);
  });

  it('ends after the stage it reached when the successor could not be published', async () => {
    const reached = ['started', 'old-save-start', 'old-saved', 'new-publish-start', 'failed'];
    assert.deepEqual(await stages('rename'), reached);
  });

  it('is not begun by a run that fails before it', async () => {
    const { log } = await ran([garbage, garbage, garbage]);
    assert.deepEqual(log.of('segment-rotation'), []);
  });
});
