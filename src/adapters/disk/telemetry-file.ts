// Appends telemetry lines to a file. Nothing waits for it and nothing depends on it.

import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * A writer that may throw; its caller ignores that. Only a plain file of this very name is written: a link could lead
 * to any file of the person's, and a pipe could be waited for without end.
 */
export function telemetryFile(path: string): (line: string) => void {
  return (line) => {
    const file = openSync(
      path,
      constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | careful(),
      0o666,
    );
    try {
      if (fstatSync(file).isFile()) writeSync(file, line);
    } finally {
      closeSync(file);
    }
  };
}

const tailBytes = 256 * 1024;

/** The newest whole lines of the file; none when there is no such file or it cannot be read. */
export async function newestTelemetry(path: string): Promise<readonly string[]> {
  try {
    const file = await open(path, constants.O_RDONLY | careful());
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return [];
      const { size } = stats;
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

/** Neither follows links nor waits for pipes. Windows knows neither flag. */
function careful(): number {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;
  return O_NOFOLLOW | O_NONBLOCK;
}
