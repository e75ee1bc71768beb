// The next request of every real conversation is one that the strict validators of the three wire formats accept: as it
// was imported, after each compaction, once it went on, and in the view of every earlier segment.

import assert from 'node:assert/strict';
import { bodyProvider } from '../../src/cli/providers.ts';
import { buildRequest } from '../../src/core/agent/request-builder.ts';
import { resolvePolicy, type ModelReference } from '../../src/core/models/policy.ts';
import type { ChatRequest, ToolSpec } from '../../src/core/provider/request.ts';
import { recordsToCut } from '../../src/core/sessions/segment-file.ts';
import { readSettings } from '../../src/core/settings/settings.ts';
import { inlineText, type ArtifactReader } from '../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { prompts } from '../support/compaction-bench.ts';
import { countingIds } from '../support/counting-ids.ts';
import { never, valueOf } from '../support/expect.ts';
import { checkAnthropic } from '../support/strict/check-anthropic.ts';
import { checkOpenAiChat } from '../support/strict/check-openai-chat.ts';
import { checkOpenAiResponses } from '../support/strict/check-openai-responses.ts';
import { compactionHistories, type History } from '../support/transcripts/compacting-history.ts';
import { describeTranscripts } from '../support/transcripts/folder.ts';

interface Wire {
  readonly model: ModelReference;
  readonly check: (body: unknown) => readonly string[];
}

const wires: readonly Wire[] = [
  { model: { provider: 'anthropic', model: 'claude-sonnet-4-5' }, check: checkAnthropic },
  { model: { provider: 'openai-chat', model: 'gpt-5' }, check: checkOpenAiChat },
  { model: { provider: 'openai', model: 'gpt-5' }, check: checkOpenAiResponses },
];

const prompt = 'What is the next thing to do here?';
const system = 'You help with software.';
/** One tool that histories call and one that none does. */
const tools: readonly ToolSpec[] = ['Read', 'inspect'].map((name) => ({
  name,
  description: `Shows what ${name} finds.`,
  inputSchema: { type: 'object', properties: { file_path: { type: 'string' } } },
}));

describeTranscripts('the next request of real conversations', (folder) => {
  let histories: readonly History[];
  before(async function () {
    this.timeout(120_000);
    histories = await compactionHistories(folder);
  });

  for (const { model, check } of wires) {
    for (const effort of [undefined, 'high']) {
      const asked = effort === undefined ? 'without effort' : `with ${effort} effort`;
      it(`is accepted by the rules of ${model.provider}, ${asked}`, async () => {
        const refused: string[] = [];
        let sent = 0;
        for (const history of histories) {
          for (const view of await viewsOf(history)) {
            const { artifacts } = history.opened.session;
            const request = await nextRequest({ ...view, artifacts }, { ...model, effort });
            assertHolds(request, view);
            const body = bodyProvider(model, countingIds()).body(request);
            refused.push(...check(body).map((violation) => `${view.what}: ${violation}`));
            sent++;
          }
        }
        assert.deepEqual(refused.slice(0, 10), []);
        assert.ok(sent >= 100);
      });
    }
  }

  for (const { model, check } of wires) {
    it(`asks ${model.provider} what is recorded and not answered yet, without another prompt`, async () => {
      for (const { opened, later, name } of histories) {
        const { records } = opened.session.active();
        const policy = resolvePolicy(model, readSettings({}).settings);
        const { artifacts } = opened.session;
        const request = await buildRequest({
          records,
          policy,
          system,
          tools,
          stream: false,
          artifacts,
          prompts,
        });
        assert.ok(request, name);
        assert.deepEqual(request.messages.at(-1)?.content.at(-1), { type: 'text', text: later.pending });
        assert.deepEqual(check(bodyProvider(model, countingIds()).body(request)), [], name);
      }
    });
  }

  it('is refused where nothing is pending and no prompt is given', async () => {
    const [first] = histories;
    assert.ok(first);
    const { artifacts } = first.opened.session;
    const policy = resolvePolicy({ provider: 'anthropic', model: 'x' }, readSettings({}).settings);
    const about = { records: first.imported, policy, system, tools, stream: true, artifacts, prompts };
    assert.equal(await buildRequest(about), undefined);
  });
});

interface View {
  readonly what: string;
  readonly records: readonly TranscriptRecord[];
}

async function viewsOf({ name, imported, runs, opened }: History): Promise<readonly View[]> {
  const views: View[] = [{ what: `${name} as imported`, records: imported }];
  runs.forEach(({ after }, place) => views.push({ what: `${name} after run ${place + 1}`, records: after }));
  for (let number = 1; number < opened.session.active().number; number++) {
    const segment = valueOf(await opened.session.segment(number, never));
    views.push({ what: `${name}, segment ${number}`, records: recordsToCut(segment) });
  }
  return views;
}

async function nextRequest(
  view: View & { readonly artifacts: ArtifactReader },
  model: ModelReference,
): Promise<ChatRequest> {
  const request = await buildRequest({
    records: view.records,
    prompt,
    policy: resolvePolicy(model, readSettings({}).settings),
    ...{ system, tools, prompts },
    stream: true,
    artifacts: view.artifacts,
  });
  assert.ok(request, view.what);
  return request;
}

/** It begins with the summary where there is one, holds every call, and ends with the prompt. */
function assertHolds(request: ChatRequest, { what, records }: View): void {
  const contents = request.messages.flatMap(({ content }): readonly { readonly type: string }[] => content);
  const [first] = records;
  if (first?.kind === 'summary') {
    assert.deepEqual(contents[0], { type: 'text', text: inlineText(first.content) }, what);
  }
  const calls = records.filter(({ kind }) => kind === 'tool-call').length;
  assert.equal(contents.filter(({ type }) => type === 'tool-call').length, calls, what);
  assert.equal(request.messages[0]?.role, 'user', what);
  assert.equal(request.messages.at(-1)?.role, 'user', what);
  assert.deepEqual(contents.at(-1), { type: 'text', text: prompt }, what);
}
