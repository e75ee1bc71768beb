// What happens in a conversation after its first compactions: a few turns of work, each with words and paths of that
// conversation alone, a request that failed without an answer, and one that was not sent yet.

import type { TranscriptRecord } from '../../../src/core/transcript/record.ts';
import { conversation } from '../conversation.ts';

export interface LaterTurns {
  readonly records: readonly TranscriptRecord[];
  readonly changed: readonly string[];
  readonly rule: string;
  /** The last command that failed and did not succeed later. */
  readonly failed: { readonly command: string; readonly error: string };
  /** A command that fails in the first of the turns and succeeds in the third. */
  readonly mended: string;
  /** A request whose turn ended in failure. */
  readonly unanswered: string;
  /** A prompt that is no history yet. */
  readonly pending: string;
}

/** Turns of `conversation name`, numbered on from `turn`. */
export function laterTurns(name: string, turn: number): LaterTurns {
  const folder = `src/topic-${name}`;
  const changed = [`${folder}/parser.ts`, `${folder}/printer.ts`];
  const rule = `Never edit ${folder}/generated.ts by hand.`;
  const mended = `npm test -- ${folder}/parser`;
  const failed = { command: `npm run pack -- ${folder}`, error: `Error: ${folder} has no licence file` };
  const unanswered = `Find out why ${folder} has none.\nThen for ${name}:\n  1. add one to ${folder}\n  2. pack ${folder} again`;
  const pending = `And what does ${folder} need besides?`;
  const told = conversation()
    .user(`The parser in ${folder} forgets the last comma. Mend it.`)
    .calls('Read', { file_path: changed[0] ?? '' })
    .calls('Bash', { command: mended })
    .results('export const parse = 1;\n'.repeat(40), `Exit code 1\n1 failing: comma in ${folder} is lost`)
    .calls('Edit', { file_path: changed[0] ?? '', old_string: 'a', new_string: 'b' })
    .results('The file has been updated.')
    .assistant(`The comma of ${folder} is kept now, because the loop ends one step later. Not tested yet.`)
    .settled()
    .user(`${rule} Write a printer for it, please.`)
    .calls('Write', { file_path: changed[1] ?? '', content: `print('${name}');\n`.repeat(60) })
    .results('File created successfully.')
    .assistant(`The printer is in ${changed[1] ?? ''}.`)
    .settled()
    .user(`Test ${folder} and pack it.`)
    .calls('Bash', { command: mended })
    .results(`12 passing in ${folder}`)
    .calls('Bash', { command: failed.command })
    .fails(`Exit code 2\n${failed.error}`)
    .assistant(`Packing ${folder} failed: it has no licence file.`)
    .settled()
    .user(unanswered)
    .settled('failed')
    .user(pending)
    .records();
  return {
    records: told.map((record) => movedTo(record, name, turn)),
    changed,
    rule,
    failed,
    mended,
    unanswered,
    pending,
  };
}

/** The record with ids of this conversation and a turn behind those that are there. */
function movedTo(record: TranscriptRecord, name: string, turn: number): TranscriptRecord {
  const moved = { ...record, id: `later-${name}-${record.id}`, turn: record.turn + turn };
  return 'callId' in moved ? { ...moved, callId: `later-${name.replace('.', '-')}-${moved.callId}` } : moved;
}
