import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { documentNamed } from './extension.ts';

/** The session that lies ready for this folder. */
const session = process.env['SEGUE_SAMPLE_SESSION'] ?? '';

describe('a session that lies ready for the folder', () => {
  before(async () => {
    assert.ok(existsSync(session), 'no sample session is there');
    await vscode.commands.executeCommand('segue.chat.focus');
  });

  it('is opened, and explained by the diagnostics', async () => {
    await vscode.commands.executeCommand('segue.showDiagnostics');
    const text = await documentNamed('context diagnostics.md');
    assert.match(text, /86399/);
    assert.match(text, /offline/);
  });

  it('is compacted by the command, which ends when it is done', async () => {
    await vscode.commands.executeCommand('segue.compact');
    const { activeSegment } = JSON.parse(readFileSync(path.join(session, 'session.json'), 'utf8')) as {
      readonly activeSegment: number;
    };
    assert.equal(activeSegment, 2);
    assert.ok(existsSync(path.join(session, 'segment-0002.jsonl')));
    assert.ok(!readdirSync(session).some((name) => /orphan|torn|tmp/.test(name)));
  });
});
