// Runs a module of tests inside the extension host of a real VS Code and gives back what its `run` ended with.
import { findBrowser, launchBrowser } from '../browser.mjs';
import { startServer, workbenchUrl } from './server.mjs';
import { untilSignal } from './until-signal.mjs';

const limitMs = 300_000;

/** What the extension host says of itself, and no test. */
const chatter =
  /^(?:%c|Resolv|Creating a socket|\[reconnection|Ignoring fetching|\[AgentHost|\[AccountPolicy|Updating additional|Creation of workbench contribution|Timed out waiting for authentication|\[Service Worker)/;

/**
 * Resolves to the exit status: 0 when `run` resolved. The first development path is the extension under test; `extensions`
 * are installed beside it, for a page can name only one.
 */
export async function runInside({ developmentPath, testsPath, userData, extensions, folder }) {
  findBrowser();
  const server = await startServer({ canRunTests: true, userData, extensions });
  try {
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const ended = new Promise((resolve) => void context.exposeFunction('codeAutomationExit', resolve));
      await context.exposeFunction('codeAutomationLog', (_level, pieces) => print(pieces));
      const page = await context.newPage();
      await page.goto(workbenchUrl(server.url, { folder, developmentPath, testsPath }));
      return await within(ended, server);
    } finally {
      await browser.close();
    }
  } finally {
    await server.close();
  }
}

function print([format, ...rest]) {
  if (chatter.test(String(format))) return;
  // They come as `console.log` got them.
  const text =
    typeof format === 'string'
      ? format.replace(/%[sdif]/g, (mark) => (rest.length > 0 ? String(rest.shift()) : mark))
      : JSON.stringify(format);
  process.stdout.write(`${[text, ...rest].join(' ')}\n`);
}

async function within(ended, server) {
  let timer;
  const late = new Promise((_, reject) => {
    const say = () => reject(new Error(`no result within ${limitMs / 1000} s\n${server.log().slice(-3000)}`));
    timer = setTimeout(say, limitMs);
  });
  const interrupted = untilSignal().then(() => 130);
  try {
    return await Promise.race([ended, late, interrupted]);
  } finally {
    clearTimeout(timer);
  }
}
