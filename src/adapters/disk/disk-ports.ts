// What the file profile needs from the outside.

import type { Clock } from '../../base/clock.ts';
import type { Ids } from '../../base/ids.ts';
import type { Pace } from '../../base/pace.ts';
import type { Sha256 } from '../../base/sha256.ts';
import type { FileSystem } from './file-system.ts';
import type { ProcessTable } from './process-table.ts';

export interface DiskPorts {
  readonly files: FileSystem;
  readonly processes: ProcessTable;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sha256: Sha256;
  readonly pace: Pace;
}
