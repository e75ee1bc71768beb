import assert from 'node:assert/strict';
import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import { err } from '../../../../src/base/result.ts';
import { longTurns } from '../../../support/chat-answers.ts';
import { chatBench, type ChatBench } from '../../../support/chat-bench.ts';
import { changedSession } from '../../../support/changed-session.ts';
import { soundSummary } from '../../../support/compaction-bench.ts';
import { countingIds } from '../../../support/counting-ids.ts';
import { never, valueOf } from '../../../support/expect.ts';
import { createMemoryStore } from '../../../support/memory-store.ts';
import { failsWith, says } from '../../../support/scripted-provider.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

const summary = says(soundSummary);
const refused = failsWith({ kind: 'rejected', status: 400, detail: 'no' });

describe('behaviour 11.4: the reminder of files to read again', () => {
  const touched = longTurns(3, 100)
    .records()
    .flatMap((record) =>
      record.kind === 'assistant' && record.turn === 1
        ? [
            record,
            {
              kind: 'file-touch' as const,
              id: 't1',
              turn: 1,
              at: record.at,
              path: '/w/a',
              access: 'read' as const,
            },
          ]
        : [record],
    );

  it('belongs to the current request alone after an automatic run, also when that request fails', async () => {
    const bench = await chatBench({
      records: touched,
      window: 380,
      settings: { 'compaction.tailTurns': 0 },
      summaries: [summary],
      scripts: [refused, says('Done.')],
    });
    await bench.say('Go on');
    assert.deepEqual(bench.reminders.staged(), []);
    assert.equal(JSON.stringify(bench.provider.requests[0]?.messages).split('- /w/a').length, 2);
  });

  it('waits for the next request after a manual run', async () => {
    const bench = await chatBench({
      records: touched,
      settings: { 'compaction.tailTurns': 1 },
      summaries: [summary],
      scripts: [says('Done.')],
    });
    assert.equal((await bench.chat.compact({ tail: 'recent' })).outcome, 'applied');
    assert.equal(bench.reminders.staged().length, 1);
    await bench.say('Go on');
    assert.equal(JSON.stringify(bench.provider.requests[0]?.messages).split('- /w/a').length, 2);
    assert.deepEqual(bench.reminders.staged(), []);
  });

  it('is told once after a reload, when it waited for the next request of a manual run', async () => {
    const clock = new VirtualClock();
    const ids = countingIds();
    const store = createMemoryStore({ clock, ids: countingIds(), sha256: nodeSha256 });
    const shared = { clock, ids, store, settings: { 'compaction.tailTurns': 1 } };
    const before = await chatBench({ ...shared, records: touched, summaries: [summary] });
    assert.equal((await before.chat.compact({ tail: 'recent' })).outcome, 'applied');
    await before.chat.dispose();
    const reload = async (): Promise<ChatBench> => {
      const session = valueOf(await store.open(before.session.path, 'write', never));
      return chatBench({ ...shared, session, scripts: [says('Done.')] });
    };
    const timesTold = (bench: ChatBench): number =>
      JSON.stringify(bench.provider.requests[0]?.messages).split('- /w/a').length - 1;
    const unused = await reload();
    await unused.chat.dispose();
    const first = await reload();
    await first.say('Go on');
    assert.equal(timesTold(first), 1);
    assert.deepEqual(first.session.session().reminders, []);
    await first.chat.dispose();
    const second = await reload();
    await second.say('And on');
    assert.equal(timesTold(second), 1, 'only as the record of the earlier request');
    assert.equal(second.records().filter(({ kind }) => kind === 'reminder').length, 1);
  });

  it('is told once when its record is on disk and the sidecar could not be written', async () => {
    const clock = new VirtualClock();
    const ids = countingIds();
    const store = createMemoryStore({ clock, ids: countingIds(), sha256: nodeSha256 });
    const shared = { clock, ids, store, settings: { 'compaction.tailTurns': 1 } };
    const before = await chatBench({
      ...shared,
      records: touched,
      summaries: [summary],
      scripts: [says('Done.')],
      wrap: (session) =>
        changedSession(session, {
          update: async (change, signal) =>
            change.reminders?.length === 0
              ? err({ kind: 'disk-full', path: '/w' })
              : session.write.update(change, signal),
        }),
    });
    await before.chat.compact({ tail: 'recent' });
    await before.say('Go on');
    assert.equal(before.session.session().reminders?.length, 1);
    await before.chat.dispose();
    const session = valueOf(await store.open(before.session.path, 'write', never));
    const bench = await chatBench({ ...shared, session, scripts: [says('Done.')] });
    assert.deepEqual([bench.reminders.staged(), session.session().reminders], [[], []]);
  });

  it('knows of files that were touched before an earlier compaction', async () => {
    const bench = await chatBench({
      records: touched,
      settings: { 'compaction.tailTurns': 0 },
      summaries: [summary, summary],
      scripts: [says('Done.')],
    });
    await bench.chat.compact({ tail: 'none' });
    await bench.say('Go on');
    await bench.chat.compact({ tail: 'none' });
    assert.ok(bench.reminders.staged()[0]?.text.includes('- /w/a'));
    assert.equal(bench.records().filter((record) => record.kind === 'file-touch').length, 1);
  });
});
