// The prompt files: loaded whole, checked at once, filled exactly.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPrompts } from '../../../../src/adapters/prompts/library.ts';
import { promptPlaceholders } from '../../../../src/core/prompts/prompts.ts';

const shipped = fileURLToPath(new URL('../../../../prompts', import.meta.url));

describe('the prompt library', () => {
  let folder: string;

  const change = (name: string, edit: (text: string) => string): void => {
    const file = path.join(folder, `${name}.md`);
    writeFileSync(file, edit(readFileSync(file, 'utf8')));
  };

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'segue-prompts-'));
    cpSync(shipped, folder, { recursive: true });
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('knows every prompt file there is, and each has a file', () => {
    const files = readdirSync(shipped, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.slice(0, -'.md'.length).replaceAll(path.sep, '/'));
    assert.deepEqual(files.sort(), Object.keys(promptPlaceholders).sort());
  });

  it('finds each {{PLACEHOLDER}} of the files declared, and no other braces in them', () => {
    for (const [name, declared] of Object.entries(promptPlaceholders)) {
      const text = readFileSync(path.join(shipped, `${name}.md`), 'utf8');
      const used = [...new Set([...text.matchAll(/\{\{(.*?)\}\}/g)].map((match) => match[1]))];
      assert.deepEqual(used.sort(), [...declared].sort(), name);
    }
  });

  it('gives the text of a file without the white space around it', () => {
    change('context-summary/create', (text) => `\n\n${text}\n\n`);
    const expected = readFileSync(path.join(shipped, 'context-summary/create.md'), 'utf8').trim();
    assert.equal(loadPrompts(folder).text('context-summary/create', {}), expected);
  });

  it('reads files with the line ends of Windows as the same text', () => {
    const text = loadPrompts(folder).text('context-summary/update', {});
    change('context-summary/update', (file) => file.replaceAll('\n', '\r\n'));
    assert.equal(loadPrompts(folder).text('context-summary/update', {}), text);
  });

  it('fills every place of a placeholder, and takes the value as it is', () => {
    writeFileSync(
      path.join(folder, 'context-summary/digest.md'),
      '{{HEADINGS}} of {{MAX_BYTES}}, {{HEADINGS}}',
    );
    const text = loadPrompts(folder).text('context-summary/digest', {
      HEADINGS: '$& {{MAX_BYTES}}',
      MAX_BYTES: '7',
    });
    assert.equal(text, '$& {{MAX_BYTES}} of 7, $& {{MAX_BYTES}}');
  });

  it('leaves no gap where a value is empty', () => {
    writeFileSync(path.join(folder, 'context-summary/digest.md'), 'a\n\n{{HEADINGS}}\n\n{{MAX_BYTES}}\n');
    assert.equal(
      loadPrompts(folder).text('context-summary/digest', { HEADINGS: '', MAX_BYTES: 'b' }),
      'a\n\nb',
    );
  });

  it('fails at once when a file is missing', () => {
    rmSync(path.join(folder, 'request/opening.md'));
    assert.throws(() => loadPrompts(folder), { code: 'ENOENT' });
  });

  it('fails at once when a file uses a placeholder it does not declare', () => {
    change('context-summary/handoff', (text) => `${text} {{WORKSPACE}}`);
    assert.throws(
      () => loadPrompts(folder),
      /context-summary\/handoff uses WORKSPACE, which it does not declare/,
    );
  });

  it('fails at once when a file does not use a placeholder it declares', () => {
    change('context-summary/summary', (text) => text.replace('{{NEXT_STEPS}}', ''));
    assert.throws(
      () => loadPrompts(folder),
      /context-summary\/summary declares NEXT_STEPS and does not use it/,
    );
  });
});
