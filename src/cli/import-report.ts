// What is said of an import: one JSON value, or a few lines for a person.

import { formatName } from '../core/import/failures.ts';
import type { ImportedFile } from '../core/import/read-transcript.ts';
import type { CommandOutput } from './command.ts';
import { counted } from '../base/counted.ts';
import { asOneLine } from './failure.ts';
import type { KeptSession } from './import-file.ts';
import { shellWord } from './shell-word.ts';

const mostDamaged = 20;

export function importOutput(read: ImportedFile, kept: readonly KeptSession[]): CommandOutput {
  const { format, damaged } = read;
  const json = {
    format,
    sessions: kept.map(({ session, turns, records, toolCalls, unpaired, images }) => {
      return { session, turns, records, toolCalls, unpaired, images };
    }),
    damaged,
  };
  const lines = [
    `Read as ${formatName(format)}: ${counted(kept.length, 'conversation')}`,
    ...kept.flatMap((session) => [
      `  session  ${shellWord(session.session)}`,
      `           ${counts(session)}`,
    ]),
    ...damaged
      .slice(0, mostDamaged)
      .map(({ line, reason }) => asOneLine(`line ${line} is damaged and kept as it is, hidden: ${reason}`)),
    ...(damaged.length > mostDamaged
      ? [`… ${counted(damaged.length - mostDamaged, 'more damaged line')}; --json lists all`]
      : []),
  ];
  return { json, text: lines.join('\n'), exit: 0 };
}

function counts({ turns, records, toolCalls, unpaired, images }: KeptSession): string {
  return [
    counted(turns, 'turn'),
    counted(records, 'record'),
    counted(toolCalls, 'tool call'),
    ...(unpaired === 0 ? [] : [`${unpaired} of calls and results without the other`]),
    counted(images, 'image'),
  ].join(', ');
}
