// `npm start`: builds, and opens the panel in a real VS Code over a sample workspace, with a long sample conversation and
// the offline model. It is served on the loopback address; `-- --desktop` opens an installed desktop VS Code instead.
import { ensureBuilt, ensureInstalled } from './set-up.mjs';

ensureInstalled();
ensureBuilt();
// What follows is TypeScript, and needs what may just have been installed.
const { register } = await import('tsx/esm/api');
register();
const { start } = await import('./start/start.ts');
try {
  await start({ isDesktop: process.argv.includes('--desktop') });
} catch (error) {
  process.stderr.write(`segue: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
