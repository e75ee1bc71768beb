// A summary the scripted model writes when it is asked for one.

import { headingsFor } from '../../src/core/summary/purpose.ts';
import { says, type Answer } from '../support/loopback/answers.ts';
import { bench } from './bench.ts';

/** Only in requests for a summary. */
const words = 'Purpose of this text: continuation.';

/** From now on summaries wait at this gate, after their first words. */
export function summariesWaitFor(gate: string): void {
  summariesAre(summary({ cut: 'frames', pause: { after: 3, then: { gate } } }));
}

/** From now on whoever asks for a summary gets one. */
export function summariesSucceed(): void {
  summariesAre(summary({ cut: 'frames', pause: null }));
}

export function summariesAre(answer: Answer): void {
  bench.model.answersTo(words, answer);
}

function summary(delivery: Extract<Answer, { kind: 'reply' }>['delivery']): Answer {
  const sections = headingsFor('continuation').map((heading) => `## ${heading}\n\n- Scripted: ${heading}.`);
  return says(sections.join('\n\n'), { delivery });
}
