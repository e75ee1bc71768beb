import assert from 'node:assert/strict';
import type { RunningCall } from '../../src/core/agent/events.ts';
import { editAsk } from '../../src/host/rows/edit-diff.ts';
import { toHost } from '../../src/protocol/messages.ts';
import type { ToolAsk } from '../../src/protocol/rows.ts';
import { conversation } from '../support/conversation.ts';
import { PanelPage, startBrowser, stopBrowser, type Bench } from './panel-page.ts';

describe('questions to the person in a browser', () => {
  let bench: Bench;
  let panel: PanelPage;
  before(async () => (bench = await startBrowser()));
  after(() => stopBrowser(bench));
  afterEach(async () => {
    assert.deepEqual(panel.problems, []);
    await panel.page.close();
  });

  const asked = async (ask: ToolAsk): Promise<void> => {
    const told = conversation().user('Do it').calls('some_tool', { path: 'a.ts' });
    panel = await PanelPage.open(bench.browser, bench.server, { records: told.records() });
    const call: RunningCall = { callId: 'call-1', name: 'some_tool', label: 'a.ts', state: 'waiting' };
    await panel.happens({ event: 'activity', activity: { doing: 'tools', calls: [call] } });
    panel.screen.ask('call-1', ask);
    await panel.tell();
  };
  const button = (name: string) => panel.page.locator('.ask vscode-button', { hasText: name });

  it('asks before a command runs, and remembers a rule only where there is one', async () => {
    await asked({ kind: 'permission', what: 'command', subject: 'npm test', rule: 'npm test' });
    assert.deepEqual(await panel.page.locator('.ask vscode-button').allTextContents(), [
      'Allow',
      'Always allow: npm test',
      'Deny',
    ]);
    assert.equal(await panel.page.locator('.ask-subject').textContent(), 'npm test');
    await button('Always allow').click();
    await panel.settled();
    assert.deepEqual(panel.bodiesOf(toHost.answerPermission), [{ callId: 'call-1', answer: 'always' }]);
    panel.screen.decided('call-1', 'always');
    await panel.tell();
    assert.equal(await panel.page.locator('.ask').count(), 0);
    assert.equal(await panel.page.evaluate('document.activeElement.className'), 'composer-field');
  });

  it('has no rule to remember where none was given', async () => {
    await asked({ kind: 'permission', what: 'read', subject: '/etc/hosts' });
    assert.deepEqual(await panel.page.locator('.ask vscode-button').allTextContents(), ['Allow', 'Deny']);
    await button('Deny').click();
    await panel.settled();
    assert.deepEqual(panel.bodiesOf(toHost.answerPermission), [{ callId: 'call-1', answer: 'deny' }]);
  });

  it('says of a path outside whether it is to be read or changed', async () => {
    await asked({ kind: 'permission', what: 'read', subject: '/etc/hosts' });
    const title = () => panel.page.locator('.ask-title').textContent();
    assert.equal(await title(), 'Read this path outside of the open folders?');
    await panel.page.close();
    await asked({ kind: 'permission', what: 'change', subject: '/etc/hosts' });
    assert.equal(await title(), 'Change this path outside of the open folders?');
  });

  it('shows an edit as a diff, to be accepted, rejected or opened', async () => {
    const review = {
      callId: 'call-1',
      path: '/home/me/a.ts',
      before: 'one\ntwo\n',
      after: 'one\nTWO\n',
      isNew: false,
      rule: 'edits in src',
    };
    await asked(editAsk(review));
    assert.deepEqual(await panel.page.locator('.diff-line').allTextContents(), [' one', '-two', '+TWO']);
    await button('Open diff').click();
    await button('Always accept: edits in src').click();
    await panel.settled();
    assert.deepEqual(panel.bodiesOf(toHost.openDiff), [{ callId: 'call-1' }]);
    assert.deepEqual(panel.bodiesOf(toHost.answerEdit), [
      { callId: 'call-1', answer: 'accept', always: true },
    ]);
  });

  it('shows long lines of an edit whole in a narrow panel, and leaves room for the answers', async () => {
    const line = (word: string) => `const ${word} = ${'aLongNameOfAFunction('.repeat(8)}${')'.repeat(8)};`;
    const before = Array.from({ length: 40 }, (_, place) => line(`line${place}`)).join('\n');
    const after = Array.from({ length: 40 }, (_, place) => line(`lines${place}`)).join('\n');
    await asked(editAsk({ callId: 'call-1', path: 'a.ts', before, after, isNew: false, rule: undefined }));
    await panel.page.setViewportSize({ width: 300, height: 640 });
    await panel.settled();
    const [inner, outer, height] = await panel.page.evaluate<[number, number, number]>(
      "(() => { const d = document.querySelector('.diff'); return [d.scrollWidth, d.clientWidth, d.offsetHeight]; })()",
    );
    assert.ok(inner <= outer, `${inner} in ${outer}`);
    assert.ok(height <= 0.41 * 640, `${height}`);
    for (const name of ['Accept', 'Reject', 'Open diff']) {
      const box = (await button(name).boundingBox())!;
      assert.ok(box.x >= 0 && box.x + box.width <= 300, name);
    }
  });

  it('takes an answer in words, and keeps what is being typed while other things happen', async () => {
    await asked({ kind: 'question', question: 'Which one?', options: ['left', 'right'] });
    const field = panel.page.getByRole('textbox', { name: 'Your answer' });
    await field.fill('the mid');
    const call: RunningCall = { callId: 'call-1', name: 'some_tool', label: 'b.ts', state: 'waiting' };
    await panel.happens({ event: 'activity', activity: { doing: 'tools', calls: [call] } });
    assert.equal(await field.inputValue(), 'the mid');
    await field.pressSequentially('dle');
    await field.press('Enter');
    await panel.settled();
    assert.deepEqual(panel.bodiesOf(toHost.answerQuestion), [{ callId: 'call-1', text: 'the middle' }]);
  });

  it('says so when nobody waits for an answer any more', async () => {
    await asked({ kind: 'question', question: 'Which one?', options: ['left', 'right'] });
    panel.waits = false;
    await button('right').click();
    await panel.page.getByRole('alert').waitFor();
    assert.equal(await panel.page.getByRole('alert').textContent(), 'Nobody waits for this answer any more.');
  });

  it('takes one of the options offered', async () => {
    await asked({ kind: 'question', question: 'Which one?', options: ['left', 'right'] });
    await button('right').click();
    await panel.settled();
    assert.deepEqual(panel.bodiesOf(toHost.answerQuestion), [{ callId: 'call-1', text: 'right' }]);
  });

  it('says that something waits, and leads to it by keyboard', async () => {
    await asked({ kind: 'permission', what: 'command', subject: 'npm test' });
    assert.match(
      (await panel.page.locator('.progress-text').textContent()) ?? '',
      /^Waiting for you: some_tool/,
    );
    assert.match(
      (await panel.page.locator('[data-live=assertive]').textContent()) ?? '',
      /^Waiting for you: Run this command\? npm test/,
    );
    await panel.page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
    await panel.page.keyboard.press('Enter');
    await panel.settled();
    assert.deepEqual(panel.bodiesOf(toHost.answerPermission), [{ callId: 'call-1', answer: 'allow' }]);
  });

  it('names a tool in the progress row as its own row does, and has in the tooltip what is cut', async () => {
    panel = await PanelPage.open(bench.browser, bench.server, { width: 300 });
    const row = panel.page.locator('.progress[data-doing]');
    const label = 'npm test -- --grep "a title that goes on and on"';
    const runs = (...calls: readonly Pick<RunningCall, 'name' | 'label'>[]) =>
      panel.happens({
        event: 'activity',
        activity: {
          doing: 'tools',
          calls: calls.map((call, place) => ({
            ...call,
            callId: `call-${place}`,
            state: 'running' as const,
          })),
        },
      });
    await runs({ name: 'run_command', label });
    assert.equal(await row.locator('.progress-text').textContent(), 'Running…');
    assert.equal(await row.locator('.progress-about').textContent(), label);
    assert.equal(await row.locator('.progress-about').getAttribute('title'), `Run ${label}`);
    await runs({ name: 'search_text', label: 'parseLine' });
    assert.equal(await row.locator('.progress-text').textContent(), 'Running Search…');
    assert.equal(await row.locator('.progress-about').textContent(), 'parseLine');
    await runs({ name: 'read_file', label: 'a.ts' }, { name: 'read_file', label: 'b.ts' });
    assert.equal(await row.locator('.progress-text').textContent(), 'Running 2 tools…');
    assert.equal(await row.locator('.progress-text').getAttribute('title'), 'Read a.ts\nRead b.ts');
  });

  it('shows a compaction that waits for the running turn, and calls off that one alone', async () => {
    panel = await PanelPage.open(bench.browser, bench.server);
    await panel.happens({ event: 'activity', activity: { doing: 'thinking' } });
    const line = panel.page.getByRole('group', { name: 'Compaction waits' });
    assert.equal(await line.count(), 0);
    panel.screen.change({ compactionWaits: true });
    await panel.tell();
    await line.getByRole('button', { name: 'Cancel' }).click();
    await panel.settled();
    assert.equal(panel.bodiesOf(toHost.cancelWaitingCompaction).length, 1);
    assert.equal(panel.bodiesOf(toHost.stop).length, 0);
    assert.equal(panel.bodiesOf(toHost.cancelCompaction).length, 0);
    panel.screen.change({ compactionWaits: false });
    await panel.tell();
    assert.equal(await line.count(), 0);
    assert.equal(await panel.page.locator('.progress[data-doing] .progress-text').textContent(), 'Thinking…');
  });

  it('behaviour 15.1: one progress row goes from thinking to compacting and back', async () => {
    panel = await PanelPage.open(bench.browser, bench.server);
    const progress = panel.page.locator('.progress[data-doing]');
    const text = () => progress.locator('.progress-text').textContent();
    await panel.happens({ event: 'activity', activity: { doing: 'thinking' } });
    assert.equal(await text(), 'Thinking…');
    await panel.happens({
      event: 'activity',
      activity: {
        doing: 'compacting',
        trigger: 'auto',
        phase: { phase: 'summarizing', attempt: 2, attempts: 3 },
      },
    });
    assert.equal(await text(), 'Compacting… (attempt 2 of 3)');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(panel.bodiesOf(toHost.cancelCompaction).length, 1);
    await panel.happens({ event: 'activity', activity: { doing: 'thinking' } });
    assert.equal(await text(), 'Thinking…');
    assert.equal(await progress.count(), 1);
    await panel.happens({ event: 'activity', activity: { doing: 'nothing' } });
    assert.equal(await progress.isHidden(), true);
  });
});
