// Appends telemetry lines to a file. Nothing waits for it and nothing depends on it.

import { appendFileSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** A writer that may throw; its caller ignores that. */
export function telemetryFile(path: string): (line: string) => void {
  return (line) => appendFileSync(path, line);
}

const tailBytes = 256 * 1024;

/** The newest whole lines of the file; none when there is no such file or it cannot be read. */
export async function newestTelemetry(path: string): Promise<readonly string[]> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const start = Math.max(0, size - tailBytes);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
      const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
      return start === 0 ? lines : lines.slice(1);
    } finally {
      await file.close();
    }
  } catch {
    // What telemetry cannot tell is not known; nothing else depends on it.
    return [];
  }
}
