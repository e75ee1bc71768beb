// A real ripgrep for tests: the one installed with the packages, else the one on the search path.

import assert from 'node:assert/strict';
import { findRipgrep } from '../../src/adapters/search/workspace-search.ts';

/** Fails with what to do when there is none: the tests over it must not pass by silence. */
export async function testRipgrep(): Promise<string> {
  const found = await findRipgrep(await installed(), process.env['PATH']);
  assert.ok(
    found,
    'these tests need ripgrep: npm install, or install the package "ripgrep" of the system (apt-get install ripgrep)',
  );
  return found;
}

/** The package has one for each system, as packages of their own. */
async function installed(): Promise<readonly string[]> {
  try {
    const { rgPath } = await import('@vscode/ripgrep');
    return [rgPath];
  } catch {
    // There is none for this system; there may be one on the path.
    return [];
  }
}
