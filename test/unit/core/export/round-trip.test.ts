// Built sessions there and back: compacted once or twice, with agents, images and large texts, they tell the same after
// an export that our own reader reads.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import { mediaNote } from '../../../../src/core/export/media-note.ts';
import { rootParts } from '../../../../src/core/export/transcript-parts.ts';
import type { SessionHandle, WholeSession } from '../../../../src/core/sessions/store.ts';
import { externalizeAll } from '../../../../src/core/sessions/externalize.ts';
import { textContent, type MediaPart, type Part } from '../../../../src/core/transcript/parts.ts';
import type { RecordOf, TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { isVisible } from '../../../../src/core/transcript/visibility.ts';
import { conversation } from '../../../support/conversation.ts';
import { never, valueOf } from '../../../support/expect.ts';
import {
  longOutput,
  sampleRecords,
  sampleRotation,
  summaryRecord,
  wholeRotation,
} from '../../../support/rotation-sample.ts';
import { checkOpenAiChat } from '../../../support/strict/check-openai-chat.ts';
import { png } from '../../../support/tiny-images.ts';
import { exported, exportOf, freshStore, readBack, wholeSession } from './exported.ts';
import { told, toldToChat } from './told-session.ts';

/** The sample session, compacted while a tool batch ran, and again when the turn was over. */
async function compactedTwice(): Promise<SessionHandle> {
  const store = freshStore();
  const session = valueOf(await store.create({ name: 'Parser' }, never));
  const { write } = session;
  valueOf(await write.append(sampleRecords(), never));
  valueOf(await write.rotate(sampleRotation(session.active().records), never));
  const lint = {
    kind: 'tool-result' as const,
    id: 'lint',
    turn: 3,
    at: '2026-11-30T12:01:00.000Z',
    callId: 'call-4',
    content: [...textContent('lint is clean')],
  };
  const end = conversation().assistant('Two tests fail.').settled().records();
  valueOf(await write.append([lint, ...renamed(end, 'end', 3)], never));
  valueOf(await write.rotate(wholeRotation('summary-2'), never));
  valueOf(await write.append(renamed(conversation().user('Mend them.').records(), 'next', 4), never));
  return session;
}

function renamed(
  records: readonly TranscriptRecord[],
  prefix: string,
  turn: number,
): readonly TranscriptRecord[] {
  return records.map((record) => ({ ...record, id: `${prefix}-${record.id}`, turn }));
}

describe('a session that was compacted twice, once in the middle of a turn', () => {
  it('tells the same after an export as Claude Code lines, shortened outputs in full', async () => {
    const session = await compactedTwice();
    const source = {
      session: session.session(),
      root: rootParts(session),
      agents: [],
      artifacts: session.artifacts,
    };
    const back = readBack((await exported(source, 'claude-code')).text, 'claude-code');
    const { said, results } = told(back);
    assert.deepEqual(said, [
      { kind: 'user', text: 'Where is the parser?' },
      { kind: 'call', name: 'search', input: { pattern: 'parse' } },
      { kind: 'assistant', text: 'In src/parser.ts.' },
      { kind: 'user', text: 'Read it.' },
      { kind: 'call', name: 'read', input: { path: 'src/parser.ts' } },
      { kind: 'assistant', text: 'Done.' },
      { kind: 'user', text: 'Now run the tests.' },
      { kind: 'reasoning', text: 'Both suites.' },
      { kind: 'call', name: 'run', input: { command: 'npm test' } },
      { kind: 'call', name: 'run', input: { command: 'npm run lint' } },
      { kind: 'summary', text: 'Looked for the parser; it is in src/parser.ts.' },
      { kind: 'assistant', text: 'Two tests fail.' },
      { kind: 'summary', text: 'All of it, as summary-2 tells.' },
      { kind: 'user', text: 'Mend them.' },
    ]);
    assert.deepEqual(
      results.map((result) => (result.kind === 'result' ? result.text : '')),
      ['src/parser.ts', longOutput, '2 failing', 'lint is clean'],
    );
  });

  it('has its tail and its running batch in view again', async () => {
    const session = await compactedTwice();
    const source = {
      session: session.session(),
      root: rootParts(session),
      agents: [],
      artifacts: session.artifacts,
    };
    const back = readBack((await exported(source, 'claude-code')).text, 'claude-code');
    const kept = back.segments.map(({ records }) =>
      records
        .filter((record) => record.copiedFrom !== undefined && isVisible(record))
        .map(({ kind }) => kind),
    );
    assert.deepEqual(kept, [
      [],
      [
        ...['user', 'tool-call', 'tool-result', 'assistant'],
        ...['user', 'reasoning', 'tool-call', 'tool-call', 'tool-result', 'tool-result'],
      ],
      [],
    ]);
  });

  it('tells the same after an export as chat messages, but for summaries and reasoning', async () => {
    const session = await compactedTwice();
    const source = {
      session: session.session(),
      root: rootParts(session),
      agents: [],
      artifacts: session.artifacts,
    };
    const claude = readBack((await exported(source, 'claude-code')).text, 'claude-code');
    const chat = readBack((await exported(source, 'openai')).text, 'openai');
    const none = (): string => '';
    assert.deepEqual(toldToChat(chat, none), toldToChat(claude, none));
  });
});

describe('a session with texts kept as artifacts', () => {
  it('tells the same after an export as Claude Code lines', async () => {
    const talk = conversation()
      .user(longOutput.repeat(60))
      .calls('write', { text: longOutput.repeat(60) });
    const { records, artifacts } = externalizeAll(talk.results(longOutput.repeat(60)).records(), nodeSha256);
    assert.equal(artifacts.length, 2);
    const session = wholeSession([records], { artifacts });
    assert.deepEqual(
      told(readBack((await exportOf(session, 'claude-code')).text, 'claude-code')),
      told(session),
    );
  });
});

describe('any session', () => {
  const pngName = nodeSha256.ofBase64(png);
  const image: MediaPart = { type: 'media', media: 'image', mime: 'image/png', artifact: pngName };
  const words = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => text.trim() !== '' && text.isWellFormed());
  const content = fc.oneof(
    words.map((text): Part[] => [{ type: 'text', text }]),
    words.map((text): Part[] => [{ type: 'text', text }, image]),
  );
  const step = fc.oneof(
    content.map((said) => ({ step: 'user' as const, said })),
    words.map((text) => ({ step: 'steering' as const, said: [{ type: 'text' as const, text }] })),
    words.map((text) => ({ step: 'assistant' as const, said: [{ type: 'text' as const, text }] })),
    words.map((text) => ({ step: 'reasoning' as const, said: [{ type: 'text' as const, text }] })),
    fc.array(content, { minLength: 1, maxLength: 3 }).map((results) => ({ step: 'batch' as const, results })),
    fc.constant({ step: 'settled' as const }),
    words.map((text) => ({ step: 'compacted' as const, text })),
  );
  type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

  /** Each compaction ends a segment; half of them keep the records since the newest request in view. */
  function sessionOf(steps: readonly Step[]): WholeSession {
    let talk = conversation();
    const segments: TranscriptRecord[][] = [];
    let head: readonly TranscriptRecord[] = [];
    let taken = 0;
    const cuts: (string | null)[] = [];
    for (const taken_ of steps) {
      switch (taken_.step) {
        case 'user':
          talk = talk.user(taken_.said);
          break;
        case 'steering':
          talk = talk.steering(taken_.said);
          break;
        case 'assistant':
          talk = talk.assistant(taken_.said);
          break;
        case 'reasoning':
          talk = talk.reasoning(taken_.said[0]!.text);
          break;
        case 'batch':
          for (const _ of taken_.results) talk = talk.calls('run', { n: taken_.results.length });
          talk = talk.results(...taken_.results);
          break;
        case 'settled':
          talk = talk.settled();
          break;
        case 'compacted': {
          const records = talk.records();
          const own = records.slice(taken);
          const from = own.findLastIndex(({ kind }) => kind === 'user');
          const tail = from < 0 || segments.length % 2 === 1 ? [] : own.slice(from);
          segments.push([...head, ...own]);
          cuts.push(tail[0]?.id ?? null);
          const summary: RecordOf<'summary'> = summaryRecord(`summary-${segments.length}`, taken_.text);
          head = [
            { ...summary, turn: talk.currentTurn },
            ...tail.map((record) => ({ ...record, copiedFrom: segments.length })),
          ];
          taken = records.length;
        }
      }
    }
    segments.push([...head, ...talk.records().slice(taken)]);
    const artifacts = [{ name: pngName, content: { encoding: 'base64' as const, text: png } }];
    return wholeSession(segments, { cuts, artifacts });
  }

  const steps = fc.array(step, { minLength: 1, maxLength: 25 });

  it('tells the same after an export as Claude Code lines', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const session = sessionOf(taken);
        fc.pre(told(session).said.length > 0);
        const back = readBack((await exportOf(session, 'claude-code')).text, 'claude-code');
        assert.deepEqual(told(back), told(session));
      }),
      { numRuns: 150 },
    );
  });

  it('tells the same as chat messages that services accept, as far as those can hold it', async () => {
    const opening = content.map((said) => ({ step: 'user' as const, said }));
    await fc.assert(
      fc.asyncProperty(opening, steps, async (first, others) => {
        const session = sessionOf([first, ...others]);
        const { text } = await exportOf(session, 'openai');
        const asked = [...(JSON.parse(text) as object[]), { role: 'user', content: 'Go on.' }];
        assert.deepEqual(checkOpenAiChat({ model: 'any', messages: asked }), []);
        const expected = toldToChat(session, () => mediaNote(image));
        assert.deepEqual(
          toldToChat(readBack(text, 'openai'), () => ''),
          expected,
        );
      }),
      { numRuns: 150 },
    );
  });
});
