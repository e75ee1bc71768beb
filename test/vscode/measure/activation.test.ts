import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { extension } from '../in-host/extension.ts';

/** What VS Code itself starts at the beginning takes its time, and the processor. */
const settleMs = 8000;

describe('the figures of an extension host', () => {
  it('are measured once the window has settled', async () => {
    const found = extension();
    assert.equal(found.isActive, false);
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const began = performance.now();
    await found.activate();
    const activateMs = performance.now() - began;
    writeFileSync(process.env['SEGUE_FIGURES'] ?? '', JSON.stringify({ activateMs }));
  });
});
