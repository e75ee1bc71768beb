// The page of the panel: an empty body, and what it may load (design 12; a form or a refresh in it would replace it
// whatever is said here, so Markdown never becomes raw HTML).

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** A fresh nonce each time: to be assigned to the webview's `html`. `dist` holds what was built. */
export function panelPage(webview: vscode.Webview, dist: vscode.Uri): string {
  const nonce = randomBytes(18).toString('base64');
  const address = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
  const source = webview.cspSource;
  const policy = [
    `default-src 'none'`,
    `style-src ${source} 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    `font-src ${source}`,
    `img-src ${source} data:`,
    `form-action 'none'`,
    `base-uri 'none'`,
  ].join('; ');
  // The widgets look for the nonce in a tag of exactly this name.
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" content="${nonce}">
<title>Segue</title>
<link rel="stylesheet" href="${address('codicon.css')}">
<link rel="stylesheet" href="${address('webview.css')}">
</head>
<body>
<script nonce="${nonce}" type="module" src="${address('webview.js')}"></script>
</body>
</html>`;
}
