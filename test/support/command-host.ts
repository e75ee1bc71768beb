// A host that starts the commands it is given, prints what they print, and waits to be killed.

import { createNodeProcessRunner } from '../../src/adapters/process/node-process-runner.ts';

const runner = createNodeProcessRunner({ shell: '/bin/sh' });
const listener = { output: (text: string) => void process.stdout.write(text), ended: () => undefined };

for (const command of process.argv.slice(2)) runner.start({ command, cwd: '/' }, listener);
setInterval(() => undefined, 60_000);
