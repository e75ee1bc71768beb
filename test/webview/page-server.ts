// Serves the built panel on loopback, on a page like the one the host makes: the same content security policy, and a
// script that stands for what VS Code gives a webview.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { bundleWebview } from '../../webview/bundle.mjs';
import { themes, themeStyle, type ThemeName } from './themes.ts';

const nonce = 'a-nonce-of-the-tests';

const policy = [
  "default-src 'none'",
  `style-src 'self' 'nonce-${nonce}'`,
  `script-src 'nonce-${nonce}'`,
  "font-src 'self'",
  "img-src 'self' data:",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

/** Messages go to the test as they come; the state lives as long as the browser tab. */
const apiScript = `
  window.violations = [];
  document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective));
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => void window.segueHost(JSON.parse(JSON.stringify(message))),
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null'),
    setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
  });
`;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
};

export interface PageServer {
  address(theme: ThemeName): string;
  close(): Promise<void>;
}

export async function servePanel(): Promise<PageServer> {
  const files = new Map<string, Uint8Array>();
  for (const file of await bundleWebview('/')) files.set(path.basename(file.path), file.contents);
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const file = files.get(path.basename(pathname));
    if (file !== undefined) {
      response.setHeader('content-type', types[path.extname(pathname)] ?? 'application/octet-stream');
      response.end(file);
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(pageHtml((searchParams.get('theme') ?? 'dark') as ThemeName));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (theme) => `http://127.0.0.1:${port}/?theme=${theme}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pageHtml(theme: ThemeName): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" content="${nonce}">
<title>Segue</title>
<style nonce="${nonce}">:root { ${themeStyle(theme)} }</style>
<link rel="stylesheet" href="codicon.css">
<link rel="stylesheet" href="webview.css">
</head>
<body class="${themes[theme].bodyClass}">
<script nonce="${nonce}">${apiScript}</script>
<script nonce="${nonce}" type="module" src="webview.js"></script>
</body>
</html>`;
}
