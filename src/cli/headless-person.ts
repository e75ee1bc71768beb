// Nobody sits in front of `segue run`: whatever a tool would ask of a person is refused, in words the model can act on.

import type {
  EditAnswer,
  PermissionAnswer,
  PermissionQuestion,
  Person,
  PersonAnswer,
} from '../core/tools/person.ts';
import { instead, nobodyThere } from './texts.ts';

export class HeadlessPerson implements Person {
  private refused_ = 0;

  /** How many commands, edits and paths were refused because they would have needed a permission. */
  get refused(): number {
    return this.refused_;
  }

  permit({ what }: PermissionQuestion): Promise<PermissionAnswer> {
    this.refused_++;
    return Promise.resolve({
      answer: 'nobody',
      instead: what === 'command' ? instead.command : instead.outside,
    });
  }

  review(): Promise<EditAnswer> {
    this.refused_++;
    return Promise.resolve({ answer: 'nobody', instead: instead.edit });
  }

  ask(): Promise<PersonAnswer> {
    return Promise.resolve({ answer: 'nobody', why: nobodyThere });
  }
}
