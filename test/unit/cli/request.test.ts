import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { realStore, withTemporaryFolder } from '../../support/disk-store.ts';
import { conversation } from '../../support/conversation.ts';
import { never, valueOf } from '../../support/expect.ts';
import { segue } from './segue.ts';

interface Body {
  readonly system?: unknown;
  readonly tools?: readonly { readonly name: string }[];
}

/** Runs with a session that asks for something, made in a workspace that has instructions of its own. */
function withSession(
  run: (place: {
    readonly session: string;
    readonly workspace: string;
    readonly folder: string;
  }) => Promise<void>,
): Promise<void> {
  return withTemporaryFolder(async (folder) => {
    const workspace = path.join(folder, 'project');
    await mkdir(path.join(workspace, 'src'), { recursive: true });
    await writeFile(path.join(workspace, 'AGENTS.md'), 'Never guess an amount.');
    await writeFile(path.join(workspace, 'src', 'AGENTS.md'), 'Sources have no tabs.');
    const session = valueOf(await realStore(folder).create({ name: 'Larder', workspace }, never));
    const { records } = { records: conversation().user('Hello').records() };
    valueOf(await session.write.append(records, never));
    const touch = { kind: 'file-touch', id: 'touch', turn: 1, at: '2026-11-30T12:00:00.000Z' } as const;
    valueOf(
      await session.write.append(
        [{ ...touch, path: path.join(workspace, 'src', 'a.js'), access: 'read' }],
        never,
      ),
    );
    const todo = [{ text: 'Read ounces', state: 'doing' }];
    valueOf(await session.write.update({ todo }, never));
    await session.close();
    await run({ session: session.path, workspace, folder });
  });
}

describe('segue request', () => {
  it('shows the system prompt and the tools the chat of the session would send', () =>
    withSession(async ({ session, folder }) => {
      const ran = await segue(folder, ['request', session, '--provider', 'anthropic']);
      assert.deepEqual([ran.exit, ran.err], [0, '']);
      const body = JSON.parse(ran.out) as Body;
      const system = JSON.stringify(body.system);
      for (const part of [
        'You are Segue',
        'Never guess an amount.',
        'Sources have no tabs.',
        '[~] Read ounces',
      ])
        assert.ok(system.includes(part), part);
      const names = body.tools?.map(({ name }) => name) ?? [];
      for (const name of ['read_file', 'run_command', 'ask_person']) assert.ok(names.includes(name), name);
    }));

  it('takes them from the workspace that is named', () =>
    withSession(async ({ session, folder }) => {
      const other = path.join(folder, 'other');
      await mkdir(other);
      await writeFile(path.join(other, 'AGENTS.md'), 'Speak of the other.');
      const args = ['request', session, '--provider', 'openai', '--workspace', 'other'];
      const ran = await segue(folder, args);
      assert.ok(ran.out.includes('Speak of the other.'));
      assert.ok(!ran.out.includes('Never guess an amount.'));
    }));

  it('says in one line that they are left out where no workspace is there', () =>
    withSession(async ({ session, folder }) => {
      const store = realStore(folder);
      const opened = valueOf(await store.open(session, 'write', never));
      valueOf(await opened.write.update({ workspace: path.join(folder, 'gone') }, never));
      await opened.close();
      const ran = await segue(folder, ['request', session, '--provider', 'anthropic']);
      assert.equal(ran.exit, 0);
      assert.match(
        ran.err,
        /^segue: system prompt and tools are left out, .* name it with --workspace DIR\n$/,
      );
      const body = JSON.parse(ran.out) as Body;
      assert.ok(!JSON.stringify(body).includes('You are Segue'));
    }));

  it('refuses a workspace that is not there', () =>
    withSession(async ({ session, folder }) => {
      const ran = await segue(folder, ['request', session, '--provider', 'openai', '--workspace', 'nowhere']);
      assert.equal(ran.exit, 2);
      assert.match(ran.err, /where no folder can be seen/);
    }));
});
