// `npm run package`: builds the extension and packs it, into segue.vsix unless another file is named. Also used by whoever
// needs what is shipped.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled, root } from '../set-up.mjs';

const require = createRequire(import.meta.url);

/** Packs what is built. Every library is bundled: nothing of node_modules is needed. */
export function packExtension(file) {
  const vsce = path.join(path.dirname(require.resolve('@vscode/vsce/package.json')), 'vsce');
  const args = [
    'package',
    '--no-dependencies',
    ...['--allow-missing-repository', '--no-rewrite-relative-links'],
    '--out',
    file,
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, [vsce, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the extension could not be packed\n${stdout}${stderr}`);
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const file = path.resolve(process.argv[2] ?? path.join(root, 'segue.vsix'));
  ensureInstalled();
  ensureBuilt();
  packExtension(file);
  const size = Math.round(statSync(file).size / 1024);
  process.stdout.write(`${path.relative(process.cwd(), file)}, ${size} KiB\n`);
}
