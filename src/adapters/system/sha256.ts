// Node's SHA-256 behind the Sha256 port.

import { createHash } from 'node:crypto';
import type { Sha256 } from '../../base/sha256.ts';

export const nodeSha256: Sha256 = {
  of: (content) => createHash('sha256').update(content).digest('hex'),
  ofBase64: (text) => createHash('sha256').update(text, 'base64').digest('hex'),
};
