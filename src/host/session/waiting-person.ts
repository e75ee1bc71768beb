// The person in front of the panel: what a tool asks stands in its row until they answer there, or until nobody waits for
// it any more. Knows nothing of how it is shown.

import { whenAborted } from '../../base/abort.ts';
import { visibleText } from '../../base/visible-text.ts';
import type {
  EditAnswer,
  EditReview,
  NobodyDecides,
  PermissionAnswer,
  PermissionQuestion,
  Person,
  PersonAnswer,
  PersonQuestion,
} from '../../core/tools/person.ts';
import type { ToolAsk, ToolDecision } from '../../protocol/rows.ts';
import { editAsk } from '../rows/edit-diff.ts';
import { texts } from '../texts.ts';

export interface PersonScreen {
  ask(callId: string, ask: ToolAsk): void;
  decided(callId: string, decision: ToolDecision | undefined): void;
  /** An edit is looked at from now on, or no more. */
  reviewing(review: EditReview, state: 'open' | 'over'): void;
  /** How a path is told to a person. */
  shown(path: string): string;
  /** How many questions wait now. */
  waiting(count: number): void;
}

type Waiting =
  | { readonly kind: 'permission'; answer(answer: PermissionAnswer): void }
  | { readonly kind: 'edit'; readonly review: EditReview; answer(answer: EditAnswer): void }
  | { readonly kind: 'question'; answer(answer: PersonAnswer): void };

export class WaitingPerson implements Person {
  private readonly screen: PersonScreen;
  /** By call: a call asks one thing at a time. */
  private readonly questions = new Map<string, Waiting>();

  constructor(screen: PersonScreen) {
    this.screen = screen;
  }

  permit(question: PermissionQuestion, signal: AbortSignal): Promise<PermissionAnswer> {
    const { callId, what, rule } = question;
    const subject = visibleText(question.subject);
    this.screen.ask(callId, { kind: 'permission', what, subject, ...(rule === undefined ? {} : { rule }) });
    return this.asked<PermissionAnswer>(
      callId,
      (answer) => ({ kind: 'permission', answer }),
      { answer: 'deny', why: texts.askWithdrawn },
      signal,
    );
  }

  async review(review: EditReview, signal: AbortSignal): Promise<EditAnswer> {
    this.screen.ask(review.callId, { ...editAsk(review), path: this.screen.shown(review.path) });
    this.screen.reviewing(review, 'open');
    try {
      return await this.asked<EditAnswer>(
        review.callId,
        (answer) => ({ kind: 'edit', review, answer }),
        { answer: 'reject', why: texts.askWithdrawn },
        signal,
      );
    } finally {
      this.screen.reviewing(review, 'over');
    }
  }

  ask(question: PersonQuestion, signal: AbortSignal): Promise<PersonAnswer> {
    const { callId, question: text, options } = question;
    this.screen.ask(callId, { kind: 'question', question: text, options: [...options] });
    return this.asked<PersonAnswer>(
      callId,
      (answer) => ({ kind: 'question', answer }),
      { answer: 'nobody', why: texts.askWithdrawn },
      signal,
    );
  }

  /** False when nobody waits for it any more. */
  answerPermission(callId: string, answer: Exclude<PermissionAnswer, NobodyDecides>): boolean {
    const waiting = this.questions.get(callId);
    if (waiting?.kind !== 'permission') return false;
    const decisions = { allow: 'allowed', always: 'always', deny: 'denied' } as const;
    this.screen.decided(callId, decisions[answer.answer]);
    waiting.answer(answer);
    return true;
  }

  answerEdit(callId: string, answer: Exclude<EditAnswer, NobodyDecides>): boolean {
    const waiting = this.questions.get(callId);
    if (waiting?.kind !== 'edit') return false;
    if (answer.answer === 'reject') this.screen.decided(callId, 'rejected');
    else this.screen.decided(callId, answer.always === true ? 'always' : 'accepted');
    waiting.answer(answer);
    return true;
  }

  answerQuestion(callId: string, text: string): boolean {
    const waiting = this.questions.get(callId);
    if (waiting?.kind !== 'question') return false;
    this.screen.decided(callId, 'answered');
    waiting.answer({ answer: 'said', text });
    return true;
  }

  reviewOf(callId: string): EditReview | undefined {
    const waiting = this.questions.get(callId);
    return waiting?.kind === 'edit' ? waiting.review : undefined;
  }

  private async asked<Answer>(
    callId: string,
    question: (answer: (answer: Answer) => void) => Waiting,
    withdrawn: Answer,
    signal: AbortSignal,
  ): Promise<Answer> {
    const abort = whenAborted(signal);
    try {
      const answered = new Promise<Answer>((resolve) => this.questions.set(callId, question(resolve)));
      this.screen.waiting(this.questions.size);
      const answer = await Promise.race([answered, abort.aborted.then(() => undefined)]);
      if (answer === undefined) this.screen.decided(callId, undefined);
      return answer ?? withdrawn;
    } finally {
      abort.release();
      this.questions.delete(callId);
      this.screen.waiting(this.questions.size);
    }
  }
}
