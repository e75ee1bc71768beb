// `npm run segue -- …`: the command line from a checkout, set up when needed.
import { createRequire } from 'node:module';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './set-up.mjs';

ensureInstalled();
ensureBuilt();

// In this very process, so that signals, terminal and exit status are the program's own. npm starts scripts in the
// package's folder; relative paths mean the one the person is in.
const program = path.join(root, 'dist', 'cli.cjs');
process.env.SEGUE_PROGRAM = 'npm run segue --';
process.argv = [process.execPath, program, ...process.argv.slice(2)];
if (process.env.INIT_CWD !== undefined) process.chdir(process.env.INIT_CWD);
createRequire(import.meta.url)(program);
