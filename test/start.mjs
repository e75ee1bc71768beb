// `npm start`: compacts a bundled sample session with the offline model, in a fresh folder, and shows what happened.
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './set-up.mjs';

ensureInstalled();
ensureBuilt();

const folder = mkdtempSync(path.join(os.tmpdir(), 'segue-sample-'));
const sample = path.join(root, 'test', 'fixtures', 'sample-session.jsonl');
say(
  `A recorded conversation is imported and its older part is summarised, without a key and without a network.`,
);
const compacted = segue('compact', sample, '--sessions', folder, '--provider', 'offline', '--json');
const { session, tokens, turns, segment, summary } = JSON.parse(compacted);
say('');
say(
  `Conversation compacted: ${tokens.before} → ${tokens.after} tokens of transcript (estimated), ${turns.kept} of ${turns.total} turns kept word for word.`,
);
say(`The session is in ${session}`);
say('');
say(
  `The summary, ${summary.characters} characters by ${summary.provider}, begins segment ${segment.to}; the turns that were kept follow it:`,
);
say('');
say(segue('show', session, '--visible').trimEnd());
say('');
say('Try next:');
say(`  npm run segue -- show ${session} --segment ${segment.from}     everything from before the compaction`);
say(`  npm run segue -- verify ${session}`);
say(`  npm run segue -- request ${session} --provider anthropic --prompt "Go on"`);

function segue(...args) {
  const { status, stdout } = spawnSync(process.execPath, [path.join(root, 'dist', 'cli.cjs'), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
  return stdout;
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
