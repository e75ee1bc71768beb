// Builds dist: the extension, the command line, their workers, and each heavy part as a file of its own, loaded on first use. A file
// of dist is replaced whole or not at all, so that programs may run, and another build too, while this one works.
import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleWebview } from './webview/bundle.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(root, 'dist');
const began = new Date();

/** Parts that only some runs need, by the file that holds them: what belongs together is one copy in one file. */
const lazy = {
  'lazy-anthropic.cjs': ['@anthropic-ai/sdk', '@anthropic-ai/sdk/core/streaming'],
  'lazy-openai.cjs': ['openai', 'openai/core/streaming'],
  'lazy-secretlint.cjs': ['./src/adapters/secrets/preset-linter.ts'],
  'host.cjs': ['./src/host/compose.ts'],
};
const fileOf = new Map(
  Object.entries(lazy).flatMap(([file, names]) =>
    names.map((name) => [name.startsWith('.') ? path.resolve(root, name) : name, file]),
  ),
);

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minify: true,
  keepNames: true,
  legalComments: 'none',
  logLevel: 'warning',
  write: false,
};

/**
 * What VS Code loads: it gives `vscode` to what is required, so nothing of it may be imported as a module.
 */
const forVsCode = { external: ['vscode'], supported: { 'dynamic-import': false } };

/** Points every import of a lazy part at its own file: libraries by their name, own modules by their path. */
function lazyFiles(own) {
  return {
    name: 'lazy-files',
    setup(plugin) {
      plugin.onResolve({ filter: /^[@a-z]|\.ts$/ }, ({ path: name, kind, resolveDir }) => {
        const file = fileOf.get(name.startsWith('.') ? path.resolve(resolveDir, name) : name);
        if (file === undefined || file === own || kind === 'entry-point') return undefined;
        return { path: `./${file}`, external: true };
      });
    },
  };
}

const programs = build({
  ...common,
  entryPoints: {
    cli: 'src/cli/main.ts',
    'import-worker': 'src/cli/import-worker.ts',
    'tokenizer-worker': 'src/adapters/tokenizer/worker.ts',
  },
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  banner: { js: '#!/usr/bin/env node' },
  plugins: [lazyFiles()],
});
const extension = build({
  ...common,
  ...forVsCode,
  entryPoints: { extension: 'src/extension.ts' },
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  plugins: [lazyFiles()],
});
const libraries = Object.entries(lazy).map(([file, names]) =>
  build({
    ...common,
    ...(file === 'host.cjs' ? { ...forVsCode, plugins: [lazyFiles(file)] } : {}),
    stdin: {
      // Names told one by one are seen by whoever imports the file; those of a spread object are not.
      contents: names.map((name) => `export * from ${JSON.stringify(name)};`).join('\n'),
      resolveDir: root,
    },
    outfile: path.join(dist, file),
  }),
);

try {
  const [page, ...built] = await Promise.all([bundleWebview(dist), ...libraries, programs, extension]);
  await replace([...built.flatMap(({ outputFiles }) => outputFiles), ...page]);
} catch (error) {
  // What is wrong with the source was printed as it was found.
  if (!Array.isArray(error?.errors)) throw error;
  process.exitCode = 1;
}

async function replace(files) {
  await mkdir(dist, { recursive: true });
  for (const file of files) {
    const temporary = `${file.path}.${process.pid}`;
    await writeFile(temporary, file.contents, {
      mode: path.basename(file.path) === 'cli.cjs' ? 0o755 : 0o644,
    });
    // Source that changed while this build ran is newer than its result.
    await utimes(temporary, began, began);
    await rename(temporary, file.path);
  }
  const names = new Set(files.map((file) => path.basename(file.path)));
  const old = (await readdir(dist)).filter((name) => !names.has(name) && !/\.\d+$/.test(name));
  for (const name of old) await rm(path.join(dist, name), { recursive: true, force: true });
}
