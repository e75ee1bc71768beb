// Ids that count, so that the same script gives the same bytes.

import type { IdKind, Ids } from '../../src/base/ids.ts';

export function countingIds(): Ids {
  const counts = new Map<IdKind, number>();
  let digits = 0;
  return {
    next: (kind) => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return `${kind}-${count}`;
    },
    hex: (length) => (digits++).toString(16).padStart(length, '0'),
  };
}
