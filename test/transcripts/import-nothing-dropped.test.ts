// Nothing of a real transcript is dropped by an import: every string of the source is found in the session, in a visible
// record, a hidden one or an artifact.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { WholeSession } from '../../src/core/sessions/store.ts';
import { describeTranscripts, transcriptFile } from '../support/transcripts/folder.ts';
import { importedFile } from '../support/transcripts/imported-file.ts';
import { stringsOf } from '../support/transcripts/strings.ts';
import { knownTranscripts } from '../support/transcripts/table.ts';
import { jsonOrNothing } from '../support/transcripts/values.ts';

describeTranscripts('an import of a real transcript drops nothing', (folder) => {
  for (const { number, format } of knownTranscripts) {
    it(`of file ${number}, ${format}`, async () => {
      const path = transcriptFile(folder, number);
      const imported = await importedFile(path);
      const kept = new Set(imported.sessions.flatMap(({ session }) => keptStrings(session)));
      const source = sourceStrings(readFileSync(path, 'utf8'));
      assert.ok(source.length > 0);
      assert.deepEqual([...new Set(source.filter((text) => !kept.has(text)))], []);
    });
  }
});

/** Strings of the whole file as JSON, or line by line; a line that is not JSON counts as a string. */
function sourceStrings(file: string): readonly string[] {
  const whole = jsonOrNothing(file);
  if (whole !== undefined) return stringsOf(whole);
  const lines = file.split('\n').filter((line) => line.trim() !== '');
  return lines.flatMap((line) => stringsOf(jsonOrNothing(line) ?? line));
}

function keptStrings(session: WholeSession): readonly string[] {
  const records = [
    ...session.segments.flatMap((segment) => segment.records),
    ...[...session.agents.values()].flat(),
  ];
  const contents = session.artifacts.map(({ content }) => content.text);
  return [...stringsOf(records), ...stringsOf(contents), ...stringsOf(session.init)];
}
