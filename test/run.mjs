// `npm test`: sets up what is needed, runs every suite, and closes with one line: how many passed, failed, were skipped.
import { runSuites } from './run-suites.mjs';
import { ensureBuilt, ensureInstalled, root } from './set-up.mjs';

const long = process.argv.includes('--long');

ensureInstalled();
ensureBuilt();

process.exitCode = await runSuites({
  root,
  long,
  suites: [
    ...['unit', 'property', 'contract', 'scenario', 'transcripts', 'cli', 'webview', 'crash', 'soak'],
    // Inside the extension host of a real VS Code, and in front of one.
    { suite: 'vscode', program: 'test/vscode/in-host.ts' },
    'ui',
  ],
  limitMs: (long ? 240 : 20) * 60_000,
});
