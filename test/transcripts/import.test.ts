// Imports of real transcripts, compared with an independent reading of each source.
//
// Order rule: texts, thoughts and calls stand in the order of the source. Results stand in the order of their calls,
// since a batch's results are gathered behind it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ImportedFile } from '../../src/core/import/read-transcript.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { parseRecord } from '../../src/core/transcript/record.ts';
import { describeTranscripts, transcriptFile } from '../support/transcripts/folder.ts';
import { importedFile } from '../support/transcripts/imported-file.ts';
import { resultsOf, withoutResults, type Told } from '../support/transcripts/happenings.ts';
import { rootRecords, steeringTexts, tellRecords } from '../support/transcripts/imported-happenings.ts';
import { brokenOrder } from '../support/transcripts/provider-order.ts';
import { knownTranscripts, type KnownTranscript } from '../support/transcripts/table.ts';
import { shownFragments } from '../support/transcripts/told-vscode-chat.ts';

describeTranscripts('import of real transcripts', (folder) => {
  for (const known of knownTranscripts) {
    describe(`file ${known.number}, ${known.format}`, () =>
      checkFile(known, transcriptFile(folder, known.number)));
  }
});

function checkFile(known: KnownTranscript, path: string): void {
  let imported: ImportedFile;
  let told: Told;
  before(async () => {
    imported = await importedFile(path);
    told = known.tell(readFileSync(path, 'utf8'));
  });

  it('is detected by its content', () => {
    assert.equal(imported.format, known.format);
  });

  it('agrees, in the independent reading, with the documented figures', () => {
    const happenings = told.conversations.flatMap(({ main, side }) => [...main, ...side.flat()]);
    const longest = Math.max(
      0,
      ...resultsOf(happenings).map((result) => ('text' in result ? result.text.length : 0)),
    );
    const figures = {
      conversations: told.conversations.length,
      messages: told.messages,
      user: told.userMessages,
      toolCalls: happenings.filter(({ kind }) => kind === 'call').length,
      longestResult: known.longestResult === undefined ? undefined : longest,
    };
    const { conversations, messages, user, toolCalls, longestResult } = known;
    assert.deepEqual(figures, { conversations, messages, user, toolCalls, longestResult });
  });

  it('becomes as many sessions, segments and side chains as documented', () => {
    assert.equal(imported.sessions.length, known.conversations);
    const [first] = imported.sessions;
    assert.equal(first?.session.segments.length, known.segments);
    assert.equal(first.session.agents.size, known.sideChains);
  });

  it('reports the documented calls, errors, images, unpaired calls and damaged lines', () => {
    const sum = (of: 'toolCalls' | 'images' | 'unpaired'): number =>
      imported.sessions.reduce((total, { counts }) => total + counts[of], 0);
    const errors = allRecords(imported).filter((record) => record.kind === 'tool-result' && record.isError);
    const given = errors.filter((record) => record.kind === 'tool-result' && record.synthetic !== true);
    assert.deepEqual(
      {
        toolCalls: sum('toolCalls'),
        toolErrors: given.length,
        images: sum('images'),
        unpaired: sum('unpaired'),
        damaged: imported.damaged.map(({ line }) => line),
      },
      {
        toolCalls: known.toolCalls,
        toolErrors: known.toolErrors,
        images: known.images,
        unpaired: known.unpaired,
        damaged: known.damaged,
      },
    );
    assert.deepEqual(told.damaged, known.damaged);
  });

  it('holds every visible text and every call of the source once, in its order', () => {
    for (const [index, conversation] of told.conversations.entries()) {
      const { session } = imported.sessions[index]!;
      const root = tellRecords(rootRecords(session), session.artifacts);
      assert.deepEqual(withoutResults(root), withoutResults(conversation.main));
      const agents = [...session.agents.values()].map((agent) => tellRecords(agent, session.artifacts));
      assert.deepEqual(agents.map(withoutResults), conversation.side.map(withoutResults));
    }
  });

  it('holds every result of the source once, in the order of the calls', () => {
    for (const [index, conversation] of told.conversations.entries()) {
      const { session } = imported.sessions[index]!;
      const root = tellRecords(rootRecords(session), session.artifacts);
      assert.deepEqual(resultsOf(root), resultsOf(conversation.main));
      const agents = [...session.agents.values()].map((agent) => tellRecords(agent, session.artifacts));
      assert.deepEqual(agents.map(resultsOf), conversation.side.map(resultsOf));
    }
  });

  it('keeps what was typed while the assistant worked as steering', () => {
    for (const [index, { typedMeanwhile }] of told.conversations.entries()) {
      assert.deepEqual(steeringTexts(rootRecords(imported.sessions[index]!.session)), typedMeanwhile);
    }
  });

  it('gives every call one result right behind its batch, and unique call ids', () => {
    for (const { session } of imported.sessions) {
      const lists = [...session.segments.map(({ records }) => records), ...session.agents.values()];
      assert.deepEqual(lists.flatMap(brokenOrder), []);
      const ids = allRecords({
        ...imported,
        sessions: imported.sessions.filter((one) => one.session === session),
      }).flatMap((record) => (record.kind === 'tool-call' ? [record.callId] : []));
      assert.equal(new Set(ids).size, ids.length);
      assert.deepEqual(
        ids.filter((id) => !/^[A-Za-z0-9_-]{1,64}$/.test(id)),
        [],
      );
    }
  });

  it('consists of records that can be read back', () => {
    const bad = allRecords(imported).filter((record) => !parseRecord(JSON.parse(JSON.stringify(record))).ok);
    assert.deepEqual(bad, []);
  });

  if (known.format === 'vscode-chat') {
    it('has every piece of Markdown the editor shows, in its order', () => {
      const [first] = imported.sessions;
      const said = rootRecords(first!.session)
        .flatMap((record) => (record.kind === 'assistant' ? record.content : []))
        .map((part) => (part.type === 'text' ? part.text : ''))
        .join('\n');
      let from = 0;
      for (const fragment of shownFragments(readFileSync(path, 'utf8'))) {
        const found = said.indexOf(fragment.trim(), from);
        assert.ok(found >= 0, `not found: ${fragment}`);
        from = found;
      }
    });
  }
}

/** Every record once, side chains included. */
function allRecords(imported: ImportedFile): readonly TranscriptRecord[] {
  return imported.sessions.flatMap(({ session }) => [
    ...rootRecords(session),
    ...[...session.agents.values()].flat(),
  ]);
}
