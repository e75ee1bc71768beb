// How tools answer: outcomes made of text, and the cap on what a model gets of a long one. The rest of a capped text is
// an artifact that read_file pages through.

import { codePointLength, firstCodePoints, isLongerThan, wellFormed } from '../../base/code-points.ts';
import type { Sha256 } from '../../base/sha256.ts';
import type { Artifact } from '../sessions/externalize.ts';
import { textContent, type Part } from '../transcript/parts.ts';
import type { FileTouch, ToolOutcome } from './tool.ts';

/** Most code points of text that a model is given of one result. */
export const resultCap = 32 * 1024;

const bare = { artifacts: [], touches: [], execution: undefined } as const;

export function answer(text: string, touches: readonly FileTouch[] = []): ToolOutcome {
  return { ...bare, content: textContent(text), isError: false, touches };
}

/** In words the model can act on: what is wrong, and what to do instead. */
export function refusal(text: string): ToolOutcome {
  return { ...bare, content: textContent(text), isError: true };
}

/** The outcome with no text above the cap, and never empty. What is cut off is kept whole in an artifact. */
export function capped(outcome: ToolOutcome, sha256: Sha256): ToolOutcome {
  const artifacts: Artifact[] = [...outcome.artifacts];
  const content = outcome.content.map((part): Part => {
    if (part.type !== 'text' || !isLongerThan(part.text, resultCap)) return part;
    const whole = wellFormed(part.text);
    const name = sha256.of(whole);
    artifacts.push({ name, content: { encoding: 'utf8', text: whole } });
    return { type: 'text', text: beginning(whole, name) };
  });
  // What was cut off the model has not seen.
  const whenKept = content.every((part, place) => part === outcome.content[place])
    ? outcome.whenKept
    : undefined;
  const isEmpty = content.every((part) => part.type === 'text' && part.text.trim() === '');
  return { ...outcome, artifacts, whenKept, content: isEmpty ? textContent('(nothing)') : content };
}

/** Whole lines as far as they fit, then how to read on. */
function beginning(text: string, artifact: string): string {
  const fitting = firstCodePoints(text, resultCap - 300);
  const lastBreak = fitting.lastIndexOf('\n');
  // A first line that alone is too long is cut inside.
  const shown = lastBreak > 0 ? fitting.slice(0, lastBreak) : fitting;
  const lines = shown.split('\n').length;
  const next = lastBreak > 0 ? { offset: lines + 1 } : { offset: 1, column: codePointLength(shown) + 1 };
  const call = JSON.stringify({ artifact, ...next });
  return `${shown}\n[segue: this is the beginning of ${codePointLength(text)} characters; read on with read_file ${call}]`;
}
