#!/usr/bin/env node
// A real VS Code for the tests, as a command: `install` it, `serve` a folder in it, or run tests inside it. For the last it
// takes the arguments that @vscode/test-electron gives to Code, so that it can stand in for a desktop VS Code there.
import path from 'node:path';
import { ensureHost } from './host/install.mjs';
import { runInside } from './host/run-inside.mjs';
import { startServer, workbenchUrl } from './host/server.mjs';
import { untilSignal } from './host/until-signal.mjs';

const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith('-'));
const [first, second] = args.filter((arg) => !arg.startsWith('-'));

const usage = `usage: host.mjs install
       host.mjs serve [FOLDER] [--extension=FOLDER|VSIX]… [--port=N]
       host.mjs --extensionDevelopmentPath=FOLDER --extensionTestsPath=FILE [--user-data-dir=FOLDER] [FOLDER]
`;

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function run() {
  if (values('extensionTestsPath').length > 0) {
    const [developmentPath, ...others] = values('extensionDevelopmentPath');
    const [testsPath] = values('extensionTestsPath');
    const [userData] = values('user-data-dir');
    return runInside({ developmentPath, testsPath, userData, extensions: others, folder: first });
  }
  if (first === 'install') {
    process.stdout.write(`${path.dirname(ensureHost().main)}\n`);
    return 0;
  }
  if (first === 'serve') return serve(second ?? '.');
  process.stderr.write(usage);
  return 2;
}

async function serve(folder) {
  const port = Number(values('port')[0] ?? 0);
  const server = await startServer({ extensions: values('extension'), port });
  process.stdout.write(`${workbenchUrl(server.url, { folder })}\n`);
  await untilSignal();
  await server.close();
  return 0;
}

function values(name) {
  const head = `--${name}=`;
  return options.filter((option) => option.startsWith(head)).map((option) => option.slice(head.length));
}
