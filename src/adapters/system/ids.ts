// Random ids behind the Ids port.

import { randomBytes } from 'node:crypto';
import type { IdKind, Ids } from '../../base/ids.ts';

const prefixes: Readonly<Record<IdKind, string>> = {
  session: 's',
  record: 'r',
  run: 'run',
  request: 'q',
  lock: 'l',
  call: 'call',
  execution: 'exe',
};

export const randomIds: Ids = {
  next: (kind) => `${prefixes[kind]}_${randomBytes(9).toString('base64url')}`,
  hex: (digits) =>
    randomBytes(Math.ceil(digits / 2))
      .toString('hex')
      .slice(0, digits),
};
