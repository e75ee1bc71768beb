// How a tool call came to be allowed, as its result keeps it and a row shows it.

import * as z from 'zod';

/**
 * `allowed`, `always`, `denied`, `accepted`, `rejected`: the person's answer, the last where they were asked twice. `rule`:
 * something they had allowed for good before. `mode`: the permission mode. `not-needed`: such calls are never asked about. `nobody`: they would
 * have been asked and were not there.
 */
export const permissionSchema = z.enum([
  'allowed',
  'always',
  'denied',
  'accepted',
  'rejected',
  'rule',
  'mode',
  'not-needed',
  'nobody',
]);

export type CallPermission = z.infer<typeof permissionSchema>;
