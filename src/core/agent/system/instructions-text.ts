// Instruction files as they stand in the system prompt: each between tags that its own text cannot close.

import { singleLine } from '../../../base/single-line.ts';
import type { PromptLibrary } from '../../prompts/prompts.ts';
import type { InstructionFile } from './instruction-files.ts';

/** Empty when there are none. */
export function instructionsText(files: readonly InstructionFile[], prompts: PromptLibrary): string {
  if (files.length === 0) return '';
  return [prompts.text('system/instruction-files', {}), ...files.map(tagged)].join('\n\n');
}

function tagged(file: InstructionFile): string {
  const path = singleLine(file.shown).replaceAll('"', "'");
  const text = file.text.replace(/<(?=\/?instruction-file\b)/gi, '<\\');
  const lines = [text, cutNote(file)].filter((line) => line !== '');
  return `<instruction-file path="${path}">\n${lines.join('\n')}\n</instruction-file>`;
}

function cutNote({ shown, bytes, takenBytes }: InstructionFile): string {
  if (takenBytes >= bytes) return '';
  const next = JSON.stringify({ path: shown });
  const what = takenBytes === 0 ? 'none of them stand' : `the first ${takenBytes} stand`;
  return `[segue: of the ${bytes} bytes of this file ${what} here; read it with read_file ${next} where it matters]`;
}
