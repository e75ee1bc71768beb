import assert from 'node:assert/strict';
import { unpaced } from '../../../../src/base/pace.ts';
import { Conversation } from '../../../../src/core/agent/conversation.ts';
import { turnPolicies, type TurnPolicies } from '../../../../src/core/agent/policies.ts';
import { Requests } from '../../../../src/core/agent/requests.ts';
import type { SystemPromptQuestion } from '../../../../src/core/agent/system-prompt.ts';
import type { ChatRequest } from '../../../../src/core/provider/request.ts';
import { readSettings } from '../../../../src/core/settings/settings.ts';
import { payloadEstimate } from '../../../../src/core/tokens/payload.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import { modelsOver } from '../../../support/chat-doubles.ts';
import { prompts } from '../../../support/compaction-bench.ts';
import { conversation } from '../../../support/conversation.ts';
import { countingIds } from '../../../support/counting-ids.ts';
import { aborted, never, valueOf } from '../../../support/expect.ts';
import { createMemoryStore } from '../../../support/memory-store.ts';
import { ScriptedProvider } from '../../../support/scripted-provider.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object', properties: {} } }];

async function requestsOver(records: readonly TranscriptRecord[]) {
  const clock = new VirtualClock();
  const ids = countingIds();
  const store = createMemoryStore({ clock, ids, sha256: nodeSha256 });
  const session = valueOf(await store.create({ name: 'bench' }, never));
  valueOf(await session.write.append(records, never));
  const asked: SystemPromptQuestion[] = [];
  const talk = new Conversation({ session, imageTokens: 100, emit: () => undefined, clock, ids });
  const requests = new Requests({
    conversation: talk,
    prompts,
    tools,
    systemPrompts: {
      text: async (question) => {
        asked.push(question);
        await unpaced.breathe();
        return 'You are Segue.';
      },
    },
  });
  const provider = new ScriptedProvider([], 'local');
  const { settings } = readSettings({});
  const models = modelsOver({ chat: provider, summary: provider });
  const policies: TurnPolicies = valueOf(turnPolicies({ provider: 'local', model: 'm' }, settings, models));
  return { requests, policies, asked, session, talk };
}

const story = conversation()
  .user('Look at 設計 😀')
  .calls('look', { at: 'x' })
  .results('seen')
  .touched('/w/a')
  .assistant('Done.')
  .user('More');

describe('the weight of a request', () => {
  it('is that of all its strings, whatever was weighed before', async () => {
    const { requests, policies, talk } = await requestsOver(story.records());
    const build = async (): Promise<ChatRequest> => {
      const request = await requests.build('You are Segue.', policies);
      assert.ok(request !== undefined);
      return request;
    };
    const first = await build();
    assert.equal(requests.tokens(first, 100), payloadEstimate(first, 100));
    const { assistant } = { assistant: conversation().user('x').assistant('Grown').user('Again') };
    valueOf(
      await talk.append(assistant.records().map((record) => ({ ...record, id: `n${record.id}`, turn: 3 }))),
    );
    const second = await build();
    assert.equal(requests.tokens(second, 100), payloadEstimate(second, 100));
    assert.equal(second.messages[0], first.messages[0]);
  });
});

describe('the system prompt of a request', () => {
  it('is asked for with the todo list and the files that were touched', async () => {
    const { requests, asked, session } = await requestsOver(story.records());
    valueOf(await session.write.update({ todo: [{ text: 'Rest', state: 'doing' }] }, never));
    assert.equal(await requests.system(never), 'You are Segue.');
    valueOf(await session.write.update({ todo: 'nonsense' }, never));
    await requests.system(never);
    assert.deepEqual(asked, [
      { todo: [{ text: 'Rest', state: 'doing' }], touched: ['/w/a'] },
      { todo: [], touched: ['/w/a'] },
    ]);
  });

  it('is not waited for once the person stopped', async () => {
    const { requests } = await requestsOver([]);
    assert.equal(await requests.system(aborted), undefined);
  });
});
