// A host that starts two commands, prints what they print, and waits to be killed.

import { createNodeProcessRunner } from '../../src/adapters/process/node-process-runner.ts';

const runner = createNodeProcessRunner({ shell: '/bin/sh' });
const listener = { output: (text: string) => void process.stdout.write(text), ended: () => undefined };

runner.start({ command: 'echo group $$; sleep 1000 & sleep 1000', cwd: '/' }, listener);
runner.start(
  { command: 'trap "" TERM HUP; echo group $$; while :; do sleep 1000; done', cwd: '/' },
  listener,
);
