// What the hosts share of a chat: the parts of this machine it is given.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openChat, type OpenedChat } from '../../../src/adapters/open-chat.ts';
import { err } from '../../../src/base/result.ts';
import { archiveRecord } from '../../../src/core/executions/records.ts';
import { readSettings } from '../../../src/core/settings/settings.ts';
import type { SessionHandle } from '../../../src/core/sessions/store.ts';
import { freshEstimate, tokensOf } from '../../../src/core/tokens/estimate.ts';
import { payloadSize } from '../../../src/core/tokens/payload.ts';
import { isVisible } from '../../../src/core/transcript/visibility.ts';
import { HeadlessPerson } from '../../../src/cli/headless-person.ts';
import { conversation } from '../../support/conversation.ts';
import { realStore } from '../../support/disk-store.ts';
import { calledOnce, renderLike } from '../../support/executions-bench.ts';
import { never, valueOf } from '../../support/expect.ts';
import { machine } from '../../support/window-bench.ts';

/** A tokenizer's worker for which every text is seven tokens. */
const sevenEach = new URL(
  `data:text/javascript,import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, texts }) =>
    parentPort.postMessage({ kind: 'counts', id, counts: texts.map(() => 7) }));
  parentPort.postMessage({ kind: 'ready' });`,
);

describe('the chat of a session on this machine', () => {
  let folder: string;
  let opened: OpenedChat | undefined;
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'segue-open-chat-'))));
  afterEach(async () => {
    await opened?.chat.dispose();
    opened = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  async function chatOf(session: SessionHandle, given: Readonly<Record<string, unknown>>) {
    const { settings } = readSettings(given);
    opened = await openChat(
      { ...machine, tokenizerWorker: sevenEach },
      {
        session,
        settings: () => settings,
        models: { provider: () => err('nobody is there'), idleSeconds: () => 0, reported: () => undefined },
        person: new HeadlessPerson(),
        rules: { load: () => [], save: () => Promise.resolve() },
        roots: () => [folder],
        trusted: () => true,
        mode: () => 'ask',
        warn: () => undefined,
        report: () => undefined,
      },
    );
    return opened.chat;
  }

  const created = async (): Promise<SessionHandle> =>
    valueOf(await realStore(folder).create({ name: 'Opened' }, never));
  const visible = (session: SessionHandle): number => session.active().records.filter(isVisible).length;

  it('counts by the tokenizer once it has loaded, where the setting wants it (design 5)', async () => {
    const session = await created();
    valueOf(await session.write.append(calledOnce, never));
    const { count, submit, idle } = bound(await chatOf(session, { 'compaction.tokenizer': 'tiktoken' }));
    // What was there while it loaded is counted with what comes after.
    while (count.fresh().tokens !== 7 * visible(session)) {
      valueOf(await submit('A prompt of many more characters than seven tokens have'));
      await idle();
    }
    assert.ok(visible(session) > 2);
  });

  it('weighs what every request has with the nested instruction files and the todo list in it', async () => {
    const session = await created();
    await chatOf(session, {});
    const bare = await opened!.fixedTokens(never);
    mkdirSync(path.join(folder, 'src'));
    writeFileSync(path.join(folder, 'src', 'AGENTS.md'), 'Tabs only. '.repeat(400));
    valueOf(
      await session.write.append(
        conversation()
          .touched(path.join(folder, 'src', 'a.ts'))
          .records(),
        never,
      ),
    );
    const nested = await opened!.fixedTokens(never);
    assert.ok(nested - bare >= 1100, `${nested} tokens after ${bare}`);
    const todo = [{ text: 'Write the parser '.repeat(40), state: 'open' }];
    valueOf(await session.write.update({ todo }, never));
    const listed = await opened!.fixedTokens(never);
    assert.ok(listed - nested >= 160, `${listed} tokens after ${nested}`);
    const { system, tools } = await opened!.frame(never);
    assert.equal(listed, tokensOf(payloadSize({ system, tools }), 1844));
  });

  it('counts characters where it does not', async () => {
    const session = await created();
    valueOf(await session.write.append(calledOnce, never));
    const { count, submit, idle } = bound(await chatOf(session, {}));
    valueOf(await submit('Hi'));
    await idle();
    assert.deepEqual(count.fresh(), freshEstimate(session.active().records, 1844));
  });

  it('settles once what an earlier host left running (behaviour 10.11)', async () => {
    const session = await created();
    const place = { id: 'x1', turn: 1, at: '2026-11-30T12:00:00.000Z' };
    const result = { kind: 'tool-result', callId: 'call-1', ...place, id: 'x2' } as const;
    valueOf(await session.write.append([...calledOnce, { ...result, content: [] }], never));
    valueOf(await session.write.append([archiveRecord(renderLike(), place)], never));
    await session.close();
    const again = valueOf(await realStore(folder).open(session.path, 'write', never));
    const chat = await chatOf(again, {});
    const ends = again.active().records.filter(({ kind }) => kind === 'execution-completion');
    assert.equal(ends.length, 1);
    assert.equal(chat.executions.ofCall('call-1')?.end, 'lost');
    assert.equal(chat.executions.mailbox.waiting('/root').length, 1);
  });
});

function bound(chat: OpenedChat['chat']) {
  return {
    count: chat.count,
    submit: (text: string) => chat.submit(text, { whileBusy: 'follow-up' }),
    idle: () => chat.idle(),
  };
}
