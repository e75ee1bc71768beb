// What a search answers that was stopped before its end.

import type { SearchFault } from '../../core/tools/workspace-files.ts';

export const stoppedSearch: SearchFault = { kind: 'other', why: 'it was stopped' };
