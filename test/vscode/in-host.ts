// The suite `vscode`: the tests of in-host/. `--desktop` runs them in a desktop VS Code, which is downloaded.

import { fileURLToPath } from 'node:url';
import { runInside } from './inside.ts';

process.exitCode = await runInside({
  tests: fileURLToPath(new URL('in-host', import.meta.url)),
  where: process.argv.includes('--desktop') ? 'desktop' : 'server',
});
