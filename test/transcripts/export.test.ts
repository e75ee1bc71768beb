// Real transcripts there and back: imported, exported, and imported again, they tell the same.
//
// Order rule: texts, reasoning and calls in their order; results in the order of their calls, since a reader gathers the
// results of a batch behind it.

import assert from 'node:assert/strict';
import { mediaNote } from '../../src/core/export/media-note.ts';
import type { WholeSession } from '../../src/core/sessions/store.ts';
import { checkOpenAiChat } from '../support/strict/check-openai-chat.ts';
import { describeTranscripts, transcriptFile } from '../support/transcripts/folder.ts';
import { importedFile } from '../support/transcripts/imported-file.ts';
import { knownTranscripts } from '../support/transcripts/table.ts';
import { chatTexts, exportOf, linesOf, readBack } from '../unit/core/export/exported.ts';
import { told, toldToChat } from '../unit/core/export/told-session.ts';

const openingSaid = { kind: 'user', text: chatTexts.opening } as const;

describeTranscripts('exports of real transcripts', (folder) => {
  for (const { number, format } of knownTranscripts) {
    describe(`file ${number}, ${format}`, () => checkFile(transcriptFile(folder, number)));
  }
});

function checkFile(path: string): void {
  let sessions: readonly WholeSession[];
  before(async () => {
    sessions = (await importedFile(path)).sessions.map(({ session }) => session);
  });

  it('tell the same when Claude Code lines of them are read back', async () => {
    for (const session of sessions) {
      const { text, report } = await exportOf(session, 'claude-code');
      const back = readBack(text, 'claude-code');
      assert.deepEqual(told(back), told(session));
      assert.deepEqual(report.gaps, []);
      assert.deepEqual(report.missingArtifacts, []);
    }
  });

  it('have their segments, tails and agents again when Claude Code lines of them are read back', async () => {
    for (const session of sessions) {
      const back = readBack((await exportOf(session, 'claude-code')).text, 'claude-code');
      assert.deepEqual(shapeOf(back), shapeOf(session));
    }
  });

  it('have Claude Code lines with names of their own, each after one that stands before it', async () => {
    for (const session of sessions) {
      const lines = linesOf((await exportOf(session, 'claude-code')).text).slice(0, -1);
      const seen = new Set<unknown>();
      for (const { uuid, parentUuid } of lines) {
        assert.ok(parentUuid === null || seen.has(parentUuid));
        assert.ok(typeof uuid === 'string' && !seen.has(uuid));
        seen.add(uuid);
      }
      assert.equal(seen.size, lines.length);
    }
  });

  it('are chat messages that the strict validator accepts, and tell what those can hold', async () => {
    for (const session of sessions) {
      const { text } = await exportOf(session, 'openai');
      const messages = JSON.parse(text) as object[];
      const asked = [...messages, { role: 'user', content: 'Go on.' }];
      assert.deepEqual(checkOpenAiChat({ model: 'any', messages: asked }), []);
      const back = toldToChat(readBack(text, 'openai'), () => '');
      const notes = imageNotes(session);
      const expected = toldToChat(session, (image) => notes.get(image) ?? '');
      // A chat opens with the user: what begins with an answer gets one sentence in front.
      const opening = expected.said[0]?.kind === 'user' ? [] : [openingSaid];
      assert.deepEqual(back, { ...expected, said: [...opening, ...expected.said] });
    }
  });
}

function shapeOf(session: WholeSession): unknown {
  const copies = session.segments.map(
    ({ records }) => records.filter((record) => record.copiedFrom !== undefined).length,
  );
  return {
    segments: session.segments.length,
    copies,
    agents: [...session.agents.keys()],
  };
}

/** What stands for an image in the text of a result, by its base64. */
function imageNotes(session: WholeSession): ReadonlyMap<string, string> {
  const base64Of = new Map(session.artifacts.map(({ name, content }) => [name, content.text]));
  const notes = new Map<string, string>();
  for (const { records } of session.segments) {
    for (const record of records) {
      if (!('content' in record)) continue;
      for (const part of record.content) {
        if (part.type === 'media') notes.set(base64Of.get(part.artifact ?? '') ?? '', mediaNote(part));
      }
    }
  }
  return notes;
}
