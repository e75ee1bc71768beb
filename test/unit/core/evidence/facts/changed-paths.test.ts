// Which files a call changes, over the tools and argument shapes of common agents.

import assert from 'node:assert/strict';
import type { Json } from '../../../../../src/base/json.ts';
import { changedPaths } from '../../../../../src/core/evidence/facts/changed-paths.ts';

const patch = [
  '*** Begin Patch',
  '*** Add File: src/new.ts',
  '+export const a = 1;',
  '*** Update File: src/old.ts',
  '*** Move to: src/moved.ts',
  '@@',
  '-*** Delete File: not/a/head.ts',
  '*** Delete File: src/gone.ts',
  '*** End Patch',
].join('\n');
const patched = ['src/new.ts', 'src/old.ts', 'src/moved.ts', 'src/gone.ts'];

describe('changed paths', () => {
  const table: readonly (readonly [tool: string, input: Json, paths: readonly string[]])[] = [
    ['Edit', { file_path: '/r/a.ts', old_string: 'a', new_string: 'b' }, ['/r/a.ts']],
    ['Write', { file_path: '/r/a.ts', content: 'x' }, ['/r/a.ts']],
    ['MultiEdit', { file_path: '/r/a.ts', edits: [{ old_string: 'a', new_string: 'b' }] }, ['/r/a.ts']],
    ['NotebookEdit', { notebook_path: 'n.ipynb', new_source: 'x' }, ['n.ipynb']],
    ['edit', { path: 'src/a.ts', oldText: 'a', newText: 'b' }, ['src/a.ts']],
    ['write', { path: 'src/a.ts', content: 'x' }, ['src/a.ts']],
    ['multiedit', { filePath: 'a.ts', edits: [] }, ['a.ts']],
    ['apply_patch', { input: patch }, patched],
    ['apply_patch', patch, patched],
    ['shell', { command: ['bash', '-lc', `apply_patch <<'EOF'\n${patch}\nEOF`] }, patched],
    ['applyPatch', { input: patch, explanation: 'why' }, patched],
    ['copilot_replaceString', { filePath: '/r/b.ts', oldString: 'a', newString: 'b' }, ['/r/b.ts']],
    ['copilot_createFile', { filePath: '/r/c.ts', content: '' }, ['/r/c.ts']],
    ['insert_edit_into_file', { filePath: '/r/b.ts', code: '' }, ['/r/b.ts']],
    [
      'multi_replace_string_in_file',
      { replacements: [{ filePath: 'a.ts' }, { filePath: 'b.ts' }] },
      ['a.ts', 'b.ts'],
    ],
    ['write_to_file', { path: 'lib/a.py', content: '' }, ['lib/a.py']],
    ['replace_in_file', { path: 'lib/a.py', diff: '<<<<<<< SEARCH' }, ['lib/a.py']],
    ['editor', { path: '/r/a.tsx', old_text: 'a', new_text: 'b' }, ['/r/a.tsx']],
    ['edit_file', { target_file: 'x.go', code_edit: '' }, ['x.go']],
    ['str_replace_editor', { command: 'create', path: 'a.py' }, ['a.py']],
    ['str_replace_based_edit_tool', { command: 'str_replace', path: 'a.py' }, ['a.py']],
    ['mcp__files__write_file', { path: 'a.md' }, ['a.md']],
    ['mcp__files__move_file', { source: 'a.md', destination: 'b.md' }, ['b.md']],
    ['update_spreadsheet', { path: 'a.csv' }, ['a.csv']],

    ['str_replace_editor', { command: 'view', path: 'a.py' }, []],
    ['str_replace_based_edit_tool', { command: 'view', path: 'a.py' }, []],
    ['Read', { file_path: '/r/a.ts' }, []],
    ['read_files', { files: [{ path: 'a.ts' }] }, []],
    ['copilot_getChangedFiles', { filePath: 'a.ts' }, []],
    ['search_and_replace_preview_list', { path: 'a.ts' }, []],
    ['TodoWrite', { todos: [{ content: 'x' }], path: 'todo' }, []],
    ['update_plan', { plan: [{ step: 'x' }] }, []],
    ['Grep', { pattern: 'x', path: 'src' }, []],
    ['Bash', { command: 'cat a.ts' }, []],
    ['Write', { file_path: '' }, []],
    ['Write', { file_path: 'a\nb' }, []],
    ['Write', { file_path: 7 }, []],
    ['Write', null, []],
  ];
  for (const [name, input, paths] of table) {
    const what = JSON.stringify(input).slice(0, 60);
    it(`${name} ${what} changes ${paths.length === 0 ? 'nothing' : paths.join(', ')}`, () => {
      assert.deepEqual(changedPaths({ name, input }), paths);
    });
  }

  it('names a path once that a call names twice', () => {
    const input = { file_path: 'a.ts', edits: [{ path: 'a.ts' }, { path: 'b.ts' }] };
    assert.deepEqual(changedPaths({ name: 'Edit', input }), ['a.ts', 'b.ts']);
  });

  it('reads the heads of a patch that came from Windows', () => {
    const input = { patch: '*** Update File: src\\a.ts\r\n@@\r\n' };
    assert.deepEqual(changedPaths({ name: 'apply_patch', input }), ['src\\a.ts']);
  });
});
