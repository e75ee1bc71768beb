// A child that opens and closes sessions as it is told, one command a line on its input: `open <path>`, `close`. It
// answers each with one line: opened, the kind of the failure, or closed.

import { createInterface } from 'node:readline';
import type { SessionHandle } from '../../src/core/sessions/store.ts';
import { realStore } from '../support/disk-store.ts';
import { never } from '../support/expect.ts';

const store = realStore('');
let handle: SessionHandle | undefined;

for await (const line of createInterface({ input: process.stdin })) {
  const [command, path = ''] = line.split(' ');
  if (command === 'open') {
    const opened = await store.open(path, 'write', never);
    if (opened.ok) handle = opened.value;
    process.stdout.write(opened.ok ? 'opened\n' : `${opened.error.kind}\n`);
  } else {
    await handle?.close();
    handle = undefined;
    process.stdout.write('closed\n');
  }
}
