// Gives every draft its turn, and says where a turn ended. A turn is one request and all that answers it.

import { assertNever } from '../../../base/fail.ts';
import type { Steps } from '../../../base/steps.ts';
import type { RecordOf } from '../../transcript/record.ts';
import type { Arranged } from './arrange.ts';
import type { RollbackDraft, UserDraft } from '../draft.ts';

/** The running turn ended before the next draft. */
export interface TurnEnd {
  readonly kind: 'turn-end';
  readonly outcome: RecordOf<'fork-point'>['outcome'];
  readonly at: string | undefined;
  readonly line: number;
}

/** The newest turns, from this one on, are out of the model's sight. */
export interface TakenBack {
  readonly kind: 'taken-back';
  readonly fromTurn: number;
  readonly at: string | undefined;
  readonly line: number;
}

export interface Numbered {
  /** Counted from 1. What stands before the first request carries 1 too. */
  readonly turn: number;
  readonly draft: Exclude<Arranged, RollbackDraft> | TurnEnd | TakenBack;
}

interface Numbering {
  readonly drafts: readonly Numbered[];
  /** How many turns there are. */
  readonly turns: number;
}

/**
 * Numbers the drafts of one conversation. A user draft opens a turn when assistant output or a settled end came before
 * it (behaviour 5.1); one the host wrote only when the assistant was not in the middle of its work; steering never
 * (design 14.5). Every turn is closed by a turn end, the last one too: nothing of an import is still running.
 * Yields between drafts.
 */
export function* numberTurns(drafts: readonly Arranged[]): Steps<Numbering> {
  const numberer = new TurnNumberer();
  for (const draft of drafts) {
    numberer.add(draft);
    yield;
  }
  return numberer.finish();
}

class TurnNumberer {
  private readonly numbered: Numbered[] = [];
  private turn = 0;
  /** Something visible of the running turn has been seen. */
  private begun = false;
  private answered = false;
  /** The assistant is between a call or a thought and its answer. */
  private atWork = false;
  private outcome: TurnEnd['outcome'] | undefined;
  private last: { at: string | undefined; line: number } = { at: undefined, line: 0 };

  add(draft: Arranged): void {
    switch (draft.kind) {
      case 'user':
        if (this.opens(draft)) this.open();
        this.begun = true;
        break;
      case 'assistant':
      case 'reasoning':
      case 'tool-call':
      case 'tool-result':
        this.beginIfNeeded();
        this.answered = true;
        this.atWork = draft.kind !== 'assistant';
        break;
      case 'settled':
        this.outcome = draft.outcome;
        break;
      case 'compaction':
        // A compaction in the middle of a turn does not end it; one after its end is the place to say so.
        if (this.outcome !== undefined) this.end();
        break;
      case 'rollback':
        this.takeBack(draft);
        return;
      case 'usage':
      case 'file-touch':
      case 'foreign':
        break;
      default:
        assertNever(draft);
    }
    this.push(draft);
    this.last = { at: draft.at ?? this.last.at, line: draft.line };
  }

  finish(): Numbering {
    this.end();
    return { drafts: this.numbered, turns: this.turn };
  }

  private opens(draft: UserDraft): boolean {
    if (this.turn === 0) return true;
    if (draft.opensTurn === false || draft.origin === 'steering') return false;
    if (!this.begun || this.outcome !== undefined) return true;
    return this.answered && !(draft.origin === 'host' && this.atWork);
  }

  private open(): void {
    this.end();
    this.turn++;
  }

  private beginIfNeeded(): void {
    if (this.turn === 0) this.turn = 1;
    this.begun = true;
  }

  private end(): void {
    if (this.begun) this.push({ kind: 'turn-end', outcome: this.outcome ?? 'imported', ...this.last });
    this.begun = false;
    this.answered = false;
    this.atWork = false;
    this.outcome = undefined;
  }

  private takeBack(draft: RollbackDraft): void {
    this.end();
    const fromTurn = Math.max(1, this.turn - draft.turns + 1);
    if (this.turn > 0) this.push({ kind: 'taken-back', fromTurn, at: draft.at, line: draft.line });
  }

  private push(draft: Numbered['draft']): void {
    this.numbered.push({ turn: Math.max(1, this.turn), draft });
  }
}
