// Bundles what the panel's page loads: script, styles, and the icons with their font. Also used by the tests of the page.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const icons = path.join(root, 'node_modules', '@vscode', 'codicons', 'dist');

/** Resolves to the files as esbuild gives them: `{ path, contents }`, with paths below `folder`. */
export async function bundleWebview(folder) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [
      { in: 'webview/main.ts', out: 'webview' },
      { in: 'webview/styles/main.css', out: 'webview' },
    ],
    bundle: true,
    platform: 'browser',
    target: 'chrome120',
    format: 'esm',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
    outdir: folder,
  });
  const copies = ['codicon.css', 'codicon.ttf'].map(async (name) => ({
    path: path.join(folder, name),
    contents: await readFile(path.join(icons, name)),
  }));
  return [...outputFiles, ...(await Promise.all(copies))];
}
