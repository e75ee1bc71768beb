// Goldens: whole texts that a person can review, kept in `goldens/` beside the test that makes them. UPDATE_GOLDEN=1
// rewrites them; a text that differs is written to `<golden>.actual` and fails with the difference.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** `testFile` is the `import.meta.url` of the test; `name` carries its ending. The file ends in one line break more. */
export function assertGolden(testFile: string, name: string, actual: string): void {
  const file = path.join(path.dirname(fileURLToPath(testFile)), 'goldens', name);
  const text = `${actual}\n`;
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  const expected = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (expected === text) {
    rmSync(`${file}.actual`, { force: true });
    return;
  }
  writeFileSync(`${file}.actual`, text);
  assert.equal(text, expected, `${name} differs from its golden; what was made is in ${name}.actual`);
}
