// Appends telemetry lines to a file. Nothing waits for it and nothing depends on it.

import { appendFileSync } from 'node:fs';

/** A writer that may throw; its caller ignores that. */
export function telemetryFile(path: string): (line: string) => void {
  return (line) => appendFileSync(path, line);
}
