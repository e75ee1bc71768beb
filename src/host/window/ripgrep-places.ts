// Where VS Code keeps its own ripgrep, by version and kind of installation.

import path from 'node:path';

export interface Installation {
  /** `vscode.env.appRoot`. */
  readonly appRoot: string;
  /** As Node names them. */
  readonly platform: string;
  readonly arch: string;
}

/** Absolute paths, likeliest first; none of them need be there. */
export function ripgrepPlaces({ appRoot, platform, arch }: Installation): readonly string[] {
  const name = platform === 'win32' ? 'rg.exe' : 'rg';
  const packages = [
    path.join('@vscode', 'ripgrep', 'bin', name),
    path.join('@vscode', 'ripgrep-universal', 'bin', `${platform}-${arch}`, name),
    path.join('vscode-ripgrep', 'bin', name),
  ];
  const folders = ['node_modules', 'node_modules.asar.unpacked'];
  return packages.flatMap((inside) => folders.map((folder) => path.join(appRoot, folder, inside)));
}
