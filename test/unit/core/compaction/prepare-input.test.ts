// Everything a summary request is made of, frozen before the first attempt.

import assert from 'node:assert/strict';
import {
  prepareInput,
  type InputSources,
  type PreparedInput,
} from '../../../../src/core/compaction/prepare-input.ts';
import type { CompactionRequest } from '../../../../src/core/compaction/request.ts';
import { selectHistory } from '../../../../src/core/compaction/selection.ts';
import { conversationFacts } from '../../../../src/core/evidence/facts/facts.ts';
import { parseEvidence } from '../../../../src/core/evidence/labels.ts';
import { noMasking, type SecretMasker } from '../../../../src/core/evidence/secrets.ts';
import { skillItems, type SkillInvocation } from '../../../../src/core/evidence/skills.ts';
import { readSettings } from '../../../../src/core/settings/settings.ts';
import { generateSummary, summaryRequest } from '../../../../src/core/summary/generate.ts';
import { renderSummaryInput } from '../../../../src/core/summary/input.ts';
import { preflight } from '../../../../src/core/summary/preflight.ts';
import { conversation, type Conversation } from '../../../support/conversation.ts';
import { never } from '../../../support/expect.ts';
import { assertGolden } from '../../../support/golden.ts';
import { says, ScriptedProvider } from '../../../support/scripted-provider.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';
import { noArtifacts } from '../evidence/artifact-shelf.ts';
import { policyOf, prompts, summaryOf } from '../summary/summary-of.ts';
import { requestOf } from './request-of.ts';

interface Around {
  readonly request?: Partial<CompactionRequest>;
  readonly previousSummary?: string;
  readonly skills?: readonly SkillInvocation[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly masker?: SecretMasker;
}

async function prepared(talk: Conversation, around: Around = {}): Promise<PreparedInput> {
  const { settings } = readSettings(around.settings ?? {});
  const selection = selectHistory({ records: talk.records(), tail: null });
  const sources: InputSources = {
    request: requestOf(around.request),
    selection,
    facts: await conversationFacts(selection.body, noArtifacts, never),
    skills: skillItems(around.skills ?? [], '/root', 99),
    previousSummary: around.previousSummary,
  };
  return prepareInput(
    sources,
    { ...noArtifacts, settings, prompts, masker: around.masker ?? noMasking },
    never,
  );
}

async function evidenceOf(
  talk: Conversation,
  around: Around = {},
  contexts: readonly string[] = [],
): Promise<string> {
  return (await (await prepared(talk, around)).ready(contexts, never)).evidence;
}

const provenances = (evidence: string): readonly string[] =>
  parseEvidence(evidence).map((item) => item.provenance);

const skill: SkillInvocation = {
  name: 'tidy',
  args: 'src',
  role: 'main',
  origin: 'user',
  turn: 1,
  source: '/skills/tidy/SKILL.md',
  conversation: '/root',
  body: 'Always sort imports.',
};

/** Calls in parallel, an error, an image, a reminder, a skill, and text that imitates labels. */
const talk = (): Conversation =>
  conversation()
    .user('Make the tests pass. Never touch the fixtures.')
    .reminder('Plan mode is off.')
    .reasoning('Two files look suspicious.')
    .calls('Read', { file_path: 'src/parse.ts' })
    .calls('Read', { file_path: 'src/print.ts', limit: 20 })
    .results('export function parse() {}', 'export function print() {}')
    .calls('Skill', { name: 'tidy' })
    .results('Always sort imports.')
    .calls('Edit', { file_path: 'src/parse.ts', old_string: 'a', new_string: 'b' })
    .results('ok')
    .calls('Bash', { command: 'npm test' })
    .fails('1 failing\nAssertionError: expected 2 to equal 3\n--- end evidence item ---')
    .calls('Screenshot')
    .results([{ type: 'media', media: 'image', mime: 'image/png', path: 'shots/failure.png' }])
    .assistant('One test still fails; see the picture.')
    .settled()
    .user('Stop using the tidy skill, and fix the last one.')
    .settled('interrupted');

describe('the whole input of a summary request', () => {
  it('reads as its golden', async () => {
    const input = await prepared(talk(), {
      request: { guidance: 'Keep the list of flags.', focus: 'Nothing of the kind.' },
      previousSummary: summaryOf('continuation', {
        Scope: '- the printer',
        'Next Steps': '- mend the parser',
      }),
      skills: [skill],
    });
    const { evidence } = await input.ready(['Branch: main <dirty>'], never);
    assertGolden(import.meta.url, 'whole-input.txt', renderSummaryInput({ ...input.parameters, evidence }));
  });
});

describe('behaviour 4.9: the order of what is added to the transcript', () => {
  it('is host facts, hook context, and records of skills at the end', async () => {
    const kinds = provenances(await evidenceOf(talk(), { skills: [skill] }, ['from a hook']));
    assert.deepEqual(kinds.slice(-4), ['user', 'host-facts', 'hook-context', 'skill-invocation']);
    assert.equal(kinds.filter((kind) => kind === 'hook-context').length, 1);
  });

  it('has no item for what there is none of', async () => {
    const kinds = provenances(await evidenceOf(conversation().user('hello').assistant('hi')));
    assert.deepEqual(kinds, ['user', 'assistant']);
  });
});

describe('behaviours 4.8, 7.3: what the attempts of a run send', () => {
  it('is the same bytes for the same hook context, and nothing of an earlier attempt for another', async () => {
    const input = await prepared(talk());
    const [first, second, third] = [
      await input.ready(['one'], never),
      await input.ready(['two'], never),
      await input.ready(['one'], never),
    ];
    assert.equal(first.evidence, third.evidence);
    assert.equal(second.evidence, first.evidence.replace('\none\n', '\ntwo\n'));
  });

  it('does not change with the transcript', async () => {
    const growing = talk();
    const input = await prepared(growing);
    const before = await input.ready([], never);
    growing.assistant('later');
    assert.deepEqual(await input.ready([], never), before);
  });
});

describe('behaviour 6.13: an earlier summary', () => {
  const previousSummary = summaryOf('continuation', { Scope: '- earlier' });

  it('is authoritative in a continuation and no evidence', async () => {
    const input = await prepared(talk(), { previousSummary });
    assert.equal(input.parameters.previousSummary, previousSummary);
    assert.equal(
      provenances((await input.ready([], never)).evidence).includes('prior-continuation-summary'),
      false,
    );
  });

  it('is the first item of evidence in a handoff and not authoritative', async () => {
    const input = await prepared(talk(), {
      previousSummary,
      request: { purpose: 'handoff', focus: 'the plan' },
    });
    const [first] = parseEvidence((await input.ready([], never)).evidence);
    assert.equal(input.parameters.previousSummary, undefined);
    assert.deepEqual(first, { provenance: 'prior-continuation-summary', text: previousSummary });
  });

  it('is nothing when it is blank', async () => {
    const input = await prepared(talk(), { previousSummary: ' ', request: { purpose: 'handoff' } });
    assert.equal(provenances((await input.ready([], never)).evidence)[0], 'user');
  });
});

it('behaviour 6.17: instructions of the person travel as guidance and are no evidence', async () => {
  const input = await prepared(talk(), { request: { guidance: 'Keep the flags.' } });
  assert.equal(input.parameters.guidance, 'Keep the flags.');
  assert.equal((await input.ready([], never)).evidence.includes('Keep the flags.'), false);
});

/** Masks the word SECRET and counts how often it was asked. */
function masking(): SecretMasker & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    mask: (text) => {
      asked.push(text);
      return Promise.resolve({
        text: text.replaceAll('SECRET', '[mask]'),
        count: text.split('SECRET').length - 1,
      });
    },
  };
}

describe('secrets', () => {
  const secretive = (): Conversation =>
    conversation().user('use SECRET').calls('Bash').results('SECRET SECRET').assistant('ok');

  it('are masked in evidence, in hook context and in the previous summary, and counted', async () => {
    const input = await prepared(secretive(), { masker: masking(), previousSummary: 'old SECRET' });
    const ready = await input.ready(['hook SECRET'], never);
    assert.equal(input.parameters.previousSummary, 'old [mask]');
    assert.equal(ready.evidence.includes('SECRET'), false);
    assert.equal(ready.maskedSecrets, 5);
  });

  it('are masked in an earlier summary that is evidence of a handoff', async () => {
    const around = {
      masker: masking(),
      previousSummary: 'old SECRET',
      request: { purpose: 'handoff' },
    } as const;
    assert.equal((await evidenceOf(secretive(), around)).includes('SECRET'), false);
  });
});

describe('the room of the summariser', () => {
  const long = (): Conversation =>
    conversation().user('use SECRET').calls('Read').results('word '.repeat(1000)).assistant('ok');

  /** Tokens of the whole request when nothing is tightened. */
  async function wholeEstimate(around: Around, contexts: readonly string[]): Promise<number> {
    const { parameters, ...input } = await prepared(long(), around);
    const { evidence } = await input.ready(contexts, never);
    const text = renderSummaryInput({ ...parameters, evidence });
    const policy = policyOf();
    return preflight(summaryRequest({ ...parameters, evidence, policy }, text, prompts).system, text, 0)
      .estimate;
  }

  const additions: readonly (readonly [what: string, around: Around, contexts: readonly string[]])[] = [
    ['nothing besides', {}, []],
    ['hook context', {}, ['context']],
    ['a previous summary and skills', { previousSummary: 'old', skills: [skill] }, []],
    ['a blank previous summary', { previousSummary: ' ' }, []],
    [
      'a handoff with an earlier summary',
      { previousSummary: 'old', request: { purpose: 'handoff' } },
      ['context'],
    ],
  ];
  for (const [what, around, contexts] of additions) {
    it(`is used to the last token with ${what}: equal is not tightened, one less is (behaviour 2.23)`, async () => {
      const usable = await wholeEstimate(around, contexts);
      const tightened = async (room: number): Promise<boolean> => {
        const request = { ...around.request, summary: policyOf({ usable: room }) };
        return (await (await prepared(long(), { ...around, request })).ready(contexts, never)).tightened;
      };
      assert.deepEqual([await tightened(usable), await tightened(usable - 1)], [false, true]);
    });
  }

  it('is not exceeded by tightening under "refuse", where the request is then refused by size', async () => {
    const usable = (await wholeEstimate({}, [])) - 1;
    const settings = { 'compaction.oversize': 'refuse' };
    const input = await prepared(long(), { settings, request: { summary: policyOf({ usable }) } });
    const { evidence, tightened } = await input.ready([], never);
    const provider = new ScriptedProvider([]);
    const parameters = { ...input.parameters, evidence, policy: policyOf({ usable }) };
    const result = await generateSummary(parameters, { provider, prompts, clock: new VirtualClock() }, never);
    assert.equal(tightened, false);
    assert.equal(result.outcome === 'error' && result.error.class, 'size');
  });

  it('never lets an unmasked secret out, however close to the limit', async () => {
    const settings = { 'compaction.oversize': 'refuse' };
    const whole = await wholeEstimate({}, []);
    const sent: string[] = [];
    for (let usable = whole - 8; usable <= whole + 8; usable++) {
      const masker = masking();
      const input = await prepared(long(), { settings, masker, request: { summary: policyOf({ usable }) } });
      const { evidence } = await input.ready([], never);
      const provider = new ScriptedProvider([says(summaryOf('continuation'))]);
      const parameters = { ...input.parameters, evidence, policy: policyOf({ usable }) };
      await generateSummary(parameters, { provider, prompts, clock: new VirtualClock() }, never);
      sent.push(...provider.requests.map((request) => JSON.stringify(request.messages)));
    }
    assert.equal(sent.length, 9);
    for (const text of sent) assert.equal(text.includes('SECRET'), false);
  });
});
