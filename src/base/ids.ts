// The port for identity. Tests count; the real one draws random digits.

export type IdKind = 'session' | 'record' | 'run' | 'request' | 'lock' | 'call' | 'execution';

export interface Ids {
  /** A fresh id, unique within its kind. Letters, digits, `-` and `_` only. */
  next(kind: IdKind): string;
  /** Lower-case hexadecimal digits, for names that people see. */
  hex(digits: number): string;
}
