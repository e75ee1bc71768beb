// Nobody sits in front of `segue run`: whatever a tool would ask of a person is refused, in words the model can act on.

import type { EditAnswer, PermissionAnswer, Person, PersonAnswer } from '../core/tools/person.ts';
import { askRefused, nobodyThere } from './texts.ts';

export class HeadlessPerson implements Person {
  private refused_ = 0;

  /** How many commands, edits and paths were refused because they would have needed a permission. */
  get refused(): number {
    return this.refused_;
  }

  permit(): Promise<PermissionAnswer> {
    this.refused_++;
    return Promise.resolve({ answer: 'deny', why: askRefused });
  }

  review(): Promise<EditAnswer> {
    this.refused_++;
    return Promise.resolve({ answer: 'reject', why: askRefused });
  }

  ask(): Promise<PersonAnswer> {
    return Promise.resolve({ answer: 'nobody', why: nobodyThere });
  }
}
