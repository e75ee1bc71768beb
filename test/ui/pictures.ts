// A picture of every window that is open when a test fails, for whoever wants to know why.

import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';

const open = new Set<Page>();
let taken = 0;

/** Pages that are looked at when something fails. */
export function watch(page: Page): void {
  open.add(page);
  page.once('close', () => open.delete(page));
}

afterEach('pictures of what failed', async function () {
  if (this.currentTest?.state !== 'failed') return;
  for (const page of open) {
    const file = path.join(os.tmpdir(), `segue-ui-failed-${process.pid}-${++taken}.png`);
    await page.screenshot({ path: file });
    process.stdout.write(`    ${file}\n`);
  }
});
