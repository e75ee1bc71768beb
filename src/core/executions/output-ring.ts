// What is kept of a command's output: the beginning and the newest end, however much comes between.

import { codePointIndex, codePointLength } from '../../base/code-points.ts';
import type { ExecutionRender } from './render.ts';
import { outsideSequence, wholeLength } from './terminal-sequences.ts';

/** Code points. */
export const headLength = 16 * 1024;
export const tailLength = 48 * 1024;

/** Many small pieces are joined from time to time. */
const mostPieces = 512;

interface Piece {
  readonly text: string;
  /** Code points. */
  readonly length: number;
}

/** Memory is bounded by head and tail. Terminal sequences stand in it whole or not at all. */
export class OutputRing {
  private head = '';
  private headCharacters = 0;
  private headIsFull = false;
  /** Pieces that end between sequences, oldest first; more than fit, by less than a piece. */
  private tail: Piece[] = [];
  private tailCharacters = 0;
  private characters = 0;
  /** The beginning of a sequence whose rest has not come yet; counted once it is whole. */
  private open = '';

  /** `skipped` is how many code points the caller dropped between what it gave before and this text. */
  add(given: string, skipped = 0): void {
    if (skipped > 0) this.leaveOut(skipped);
    const text = this.open + given;
    const whole = wholeLength(text);
    this.open = text.slice(whole);
    this.keep(text.slice(0, whole));
  }

  /** Nothing more will come. */
  end(): void {
    this.keep(this.open);
    this.open = '';
  }

  get length(): number {
    return this.characters;
  }

  captured(): ExecutionRender['output'] {
    this.joinTail();
    const { head, characters } = this;
    const omitted = characters - this.headCharacters - this.tailCharacters;
    return { head, tail: this.tail[0]?.text ?? '', characters, omitted };
  }

  private keep(text: string): void {
    if (text === '') return;
    const length = codePointLength(text);
    this.characters += length;
    if (!this.headIsFull && this.headCharacters + length <= headLength) {
      this.head += text;
      this.headCharacters += length;
      return;
    }
    if (this.headIsFull) this.keepInTail({ text, length });
    else {
      const rest = this.fillHead(text);
      this.keepInTail({ text: rest, length: codePointLength(rest) });
    }
  }

  /** What is far behind goes piece by piece, unread: a flood costs little more than being counted. */
  private keepInTail(piece: Piece): void {
    this.tail.push(piece);
    this.tailCharacters += piece.length;
    for (let oldest = this.tail[0]; oldest !== undefined; oldest = this.tail[0]) {
      if (this.tailCharacters - oldest.length < tailLength) break;
      this.tail.shift();
      this.tailCharacters -= oldest.length;
    }
    if (piece.length > 2 * tailLength || this.tail.length > mostPieces) this.joinTail();
  }

  /** What no longer fits into the head. */
  private fillHead(text: string): string {
    const room = codePointIndex(text, headLength - this.headCharacters);
    const cut = outsideSequence(text, room, 'before');
    const taken = text.slice(0, cut);
    this.head += taken;
    this.headCharacters += codePointLength(taken);
    this.headIsFull = true;
    return text.slice(cut);
  }

  private leaveOut(characters: number): void {
    this.end();
    this.headIsFull = true;
    this.characters += characters;
    this.tail = [];
    this.tailCharacters = 0;
  }

  /** One piece, no longer than fits. */
  private joinTail(): void {
    const text = this.tail.map((piece) => piece.text).join('');
    const over = this.tailCharacters - tailLength;
    const start = over <= 0 ? 0 : outsideSequence(text, codePointIndex(text, over), 'after');
    const kept = text.slice(start);
    this.tailCharacters = start === 0 ? this.tailCharacters : codePointLength(kept);
    this.tail = [{ text: kept, length: this.tailCharacters }];
  }
}
