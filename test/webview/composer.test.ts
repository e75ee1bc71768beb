import assert from 'node:assert/strict';
import { toHost, toWebview } from '../../src/protocol/messages.ts';
import type { Activity } from '../../src/core/agent/events.ts';
import type { ExecutionRender } from '../../src/core/executions/render.ts';
import { PanelPage, startBrowser, stopBrowser, type Bench } from './panel-page.ts';

const session = '/sessions/one';
const thinking: Activity = { doing: 'thinking' };

describe('the composer in a browser', () => {
  let bench: Bench;
  let panel: PanelPage;
  before(async () => (bench = await startBrowser()));
  after(() => stopBrowser(bench));
  beforeEach(async () => {
    panel = await PanelPage.open(bench.browser, bench.server);
    panel.files = ['src/main.ts', 'src/my parser.ts', 'docs/main.md'];
  });
  afterEach(async () => {
    assert.deepEqual(panel.problems, []);
    assert.deepEqual(await panel.page.evaluate('window.violations'), []);
    await panel.page.close();
  });

  const field = () => panel.page.locator('.composer-field');
  const keys = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await panel.page.keyboard.press(name);
    await panel.settled();
  };
  const type = (text: string) => panel.page.keyboard.type(text);

  it('has the focus when the panel is shown', async () => {
    assert.equal(await panel.page.evaluate('document.activeElement.className'), 'composer-field');
  });

  it('sends with Enter and breaks the line with Shift+Enter', async () => {
    await type('first');
    await keys('Shift+Enter');
    await type('second');
    await keys('Enter');
    assert.deepEqual(panel.bodiesOf(toHost.submit), [{ session, text: 'first\nsecond', whileBusy: 'steer' }]);
    assert.equal(await field().inputValue(), '');
  });

  it('sends nothing when there is nothing but white space', async () => {
    await type('   ');
    await keys('Enter');
    assert.deepEqual(panel.bodiesOf(toHost.submit), []);
  });

  it('steers with Enter and queues with Alt+Enter while a turn runs, and offers to stop it', async () => {
    await panel.happens({ event: 'activity', activity: thinking });
    await type('look there');
    await keys('Enter');
    await type('then this');
    await keys('Alt+Enter');
    assert.deepEqual(panel.bodiesOf(toHost.submit), [
      { session, text: 'look there', whileBusy: 'steer' },
      { session, text: 'then this', whileBusy: 'follow-up' },
    ]);
    await panel.page.locator('.composer').getByRole('button', { name: 'Stop' }).click();
    assert.equal(panel.bodiesOf(toHost.stop).length, 1);
    await panel.happens({ event: 'activity', activity: { doing: 'nothing' } });
    assert.equal(await panel.page.locator('.composer').getByRole('button', { name: 'Stop' }).count(), 0);
  });

  it('gives the text back and says why when it could not be sent', async () => {
    panel.refuse = 'the disk is full';
    await type('keep me');
    await keys('Enter');
    await panel.page.getByRole('alert').waitFor();
    assert.equal(await panel.page.getByRole('alert').textContent(), 'Not sent: the disk is full.');
    assert.equal(await field().inputValue(), 'keep me');
  });

  it('behaviour 15.8: offers the commands that fit after a slash, and runs one with its argument', async () => {
    await type('/c');
    const menu = panel.page.getByRole('listbox');
    await menu.waitFor();
    assert.deepEqual(await menu.getByRole('option').allTextContents(), [
      '/compact [instructions]Summarise the older part',
    ]);
    const active = await field().getAttribute('aria-activedescendant');
    assert.equal(await panel.page.locator(`#${active}`).getAttribute('aria-selected'), 'true');
    await keys('Tab');
    assert.equal(await field().inputValue(), '/compact ');
    await type('keep the names');
    await keys('Enter');
    assert.deepEqual(panel.bodiesOf(toHost.slash), [
      { session, name: 'compact', argument: 'keep the names' },
    ]);
    assert.deepEqual(panel.bodiesOf(toHost.submit), []);
  });

  it('runs a command that is typed in full at one Enter, with or without an argument', async () => {
    await type('/compact');
    await panel.page.getByRole('listbox').waitFor();
    await keys('Enter');
    assert.equal(await panel.page.getByRole('listbox').count(), 0);
    await type('/compact keep the names');
    await keys('Enter');
    assert.deepEqual(panel.bodiesOf(toHost.slash), [
      { session, name: 'compact', argument: '' },
      { session, name: 'compact', argument: 'keep the names' },
    ]);
    assert.equal(await field().inputValue(), '');
  });

  it('completes a command at Enter that is typed in part, or chosen with the arrows', async () => {
    await panel.page.close();
    const names = ['compact-everything', 'compact'];
    panel = await PanelPage.open(bench.browser, bench.server, {
      facts: { commands: names.map((name) => ({ name, argument: '', description: '' })) },
    });
    await type('/comp');
    await panel.page.getByRole('listbox').waitFor();
    await keys('Enter');
    assert.equal(await field().inputValue(), '/compact-everything ');
    await field().fill('');
    await type('/compact');
    await panel.page.getByRole('listbox').waitFor();
    await keys('ArrowDown', 'Enter');
    assert.equal(await field().inputValue(), '/compact-everything ');
    assert.deepEqual(panel.bodiesOf(toHost.slash), []);
    await field().fill('');
    await type('/compact');
    await panel.page.getByRole('listbox').waitFor();
    await keys('Enter');
    assert.deepEqual(panel.bodiesOf(toHost.slash), [{ session, name: 'compact', argument: '' }]);
  });

  it('sends a message that only begins like a command', async () => {
    await type('/etc/hosts looks odd');
    await keys('Enter');
    assert.deepEqual(panel.bodiesOf(toHost.submit), [
      { session, text: '/etc/hosts looks odd', whileBusy: 'steer' },
    ]);
  });

  it('names files after an at sign, in quotes where the name has a space', async () => {
    await type('Look at @main');
    const menu = panel.page.getByRole('listbox');
    await menu.waitFor();
    assert.deepEqual(await menu.getByRole('option').allTextContents(), ['main.tssrc', 'main.mddocs']);
    await keys('ArrowDown', 'Enter');
    assert.equal(await field().inputValue(), 'Look at @docs/main.md ');
    await type('and @pars');
    // The answers to what was typed before are shown first.
    await menu.locator('.menu-option:only-child').waitFor();
    await panel.page.getByRole('option').click();
    assert.equal(await field().inputValue(), 'Look at @docs/main.md and @"src/my parser.ts" ');
    assert.deepEqual(panel.bodiesOf(toHost.submit), []);
  });

  it('closes the suggestions with Escape and sends with the next Enter', async () => {
    await type('@main');
    await panel.page.getByRole('listbox').waitFor();
    await keys('Escape', 'Enter');
    assert.deepEqual(panel.bodiesOf(toHost.submit), [{ session, text: '@main', whileBusy: 'steer' }]);
  });

  it('behaviour 15.4: a draft of several lines and its caret outlive a redraw', async () => {
    await type('> first');
    await keys('Shift+Enter');
    await type('second');
    await keys('ArrowLeft', 'ArrowLeft');
    panel.segment = 2;
    await panel.happens({ event: 'segment', number: 2 });
    assert.equal(await field().inputValue(), '> first\nsecond');
    assert.equal(await panel.page.evaluate("document.querySelector('.composer-field').selectionStart"), 12);
  });

  it('behaviour 15.4: a draft outlives a page that is built again, also without its own state', async () => {
    await type('not lost');
    await panel.page.evaluate('document.activeElement.blur()');
    await panel.until("sessionStorage.getItem('state')?.includes('not lost') === true");
    await panel.page.evaluate('sessionStorage.clear()');
    await panel.reload();
    assert.equal(await field().inputValue(), 'not lost');
  });

  it('tells the host a draft within 150 ms of the last key, and at once when the page goes', async () => {
    const told = () =>
      (panel.bodiesOf(toHost.draft) as { readonly draft: { readonly text: string } }[]).at(-1)?.draft.text;
    await panel.page.clock.install();
    await panel.page.clock.pauseAt(Date.now() + 60_000);
    await type('half a');
    await panel.page.clock.runFor(150);
    await panel.page.evaluate('0');
    assert.equal(told(), 'half a');
    await type(' thought');
    await panel.page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide'))");
    await panel.page.evaluate('0');
    assert.equal(told(), 'half a thought');
  });

  it('puts what the host wants written on lines of its own', async () => {
    await type('before');
    await panel.channel.tell(toWebview.insertDraft, { text: 'from the host' });
    await panel.settled();
    assert.equal(await field().inputValue(), 'before\nfrom the host');
  });

  it('grows with what is written, up to a part of the panel', async () => {
    const height = async () => (await field().boundingBox())!.height;
    const empty = await height();
    await field().fill(Array.from({ length: 8 }, () => 'line').join('\n'));
    const some = await height();
    await field().fill(Array.from({ length: 300 }, () => 'line').join('\n'));
    const many = await height();
    assert.ok(some > empty && many > some && many <= 0.41 * 720, `${empty}, ${some}, ${many}`);
  });

  describe('the queue', () => {
    const queued = {
      event: 'queue' as const,
      outbox: [],
      queue: {
        steering: [{ id: 's1', text: 'left, not right', at: '' }],
        followUps: [{ id: 'f1', text: 'then the docs', at: '' }],
        deliveryPaused: false,
        failurePaused: false,
      },
    };

    it('shows what waits in its order, to be changed, removed and paused', async () => {
      await panel.happens(queued);
      const items = panel.page.locator('.queue-item');
      assert.deepEqual(await items.locator('.queue-text').allTextContents(), [
        'left, not right',
        'then the docs',
      ]);
      await items.nth(1).getByRole('button', { name: 'Remove' }).click();
      await items.nth(0).getByRole('button', { name: 'Edit' }).click();
      await items.nth(0).getByRole('textbox').fill('right, not left');
      await keys('Enter');
      await panel.page.getByRole('button', { name: 'Pause delivery' }).click();
      await panel.settled();
      assert.deepEqual(panel.bodiesOf(toHost.editQueued), [
        { session, id: 'f1', text: null },
        { session, id: 's1', text: 'right, not left' },
      ]);
      assert.deepEqual(panel.bodiesOf(toHost.pauseQueue), [{ session, paused: true }]);
    });

    it('says why a change of the queue was refused, and keeps the text that was written', async () => {
      await panel.happens(queued);
      panel.refuse = 'the disk is full';
      const item = panel.page.locator('.queue-item').first();
      const fault = panel.page.getByRole('alert');
      const refusedAs = async (text: string): Promise<void> => {
        await fault.filter({ hasText: text }).waitFor();
        assert.equal(await fault.textContent(), text);
      };
      await item.getByRole('button', { name: 'Remove' }).click();
      await refusedAs('Not removed: the disk is full.');
      await panel.page.getByRole('button', { name: 'Pause delivery' }).click();
      await refusedAs('Not paused: the disk is full.');
      await item.getByRole('button', { name: 'Edit' }).click();
      await item.getByRole('textbox').fill('right, not left');
      await keys('Enter');
      await refusedAs('Not changed: the disk is full.');
      assert.equal(await item.getByRole('textbox').inputValue(), 'right, not left');
      panel.refuse = undefined;
      await keys('Enter');
      await item.getByRole('textbox').waitFor({ state: 'detached' });
      assert.equal(await fault.isHidden(), true);
      panel.refuse = 'the disk is full';
      await panel.happens({ ...queued, queue: { ...queued.queue, deliveryPaused: true } });
      await panel.page.getByRole('button', { name: 'Resume delivery' }).click();
      await refusedAs('Not resumed: the disk is full.');
    });

    it('says so when what was changed has been delivered meanwhile', async () => {
      await panel.happens(queued);
      panel.waits = false;
      await panel.page.locator('.queue-item').first().getByRole('button', { name: 'Remove' }).click();
      await panel.page.getByRole('alert').waitFor();
      assert.equal(
        await panel.page.getByRole('alert').textContent(),
        'It has already been delivered, as it was.',
      );
    });

    it('keeps what is written of one text when another is to be changed', async () => {
      await panel.happens(queued);
      const items = panel.page.locator('.queue-item');
      await items.nth(0).getByRole('button', { name: 'Edit' }).click();
      await items.nth(0).getByRole('textbox').fill('half a thou');
      await items.nth(1).getByRole('button', { name: 'Edit' }).click();
      assert.equal(await panel.page.locator('.queue-item textarea').inputValue(), 'half a thou');
    });

    it('leaves a text alone that is being changed, until it is delivered', async () => {
      await panel.happens(queued);
      await panel.page.locator('.queue-item').first().getByRole('button', { name: 'Edit' }).click();
      await panel.page.locator('.queue-item textarea').fill('half a thou');
      await panel.happens({ ...queued, queue: { ...queued.queue, followUps: [] } });
      assert.equal(await panel.page.locator('.queue-item textarea').inputValue(), 'half a thou');
      await panel.happens({ ...queued, queue: { ...queued.queue, steering: [], followUps: [] } });
      assert.equal(await panel.page.locator('.queue').isHidden(), true);
    });
  });

  it('lists what runs in the background, each with a button that ends it, for as long as it runs', async () => {
    const render = (state: 'running' | 'stopping', printed: string): ExecutionRender => ({
      ...{ executionId: 'e1', callId: 'gone', owner: '/root', command: 'npm start', cwd: '/w', state },
      startedAt: '2026-11-30T12:00:00.000Z',
      output: { head: printed, tail: '', characters: printed.length, omitted: 0 },
    });
    const list = panel.page.getByRole('region', { name: 'Running in the background' });
    await panel.happens({ event: 'execution', render: render('running', 'listening\n') });
    assert.equal(await list.locator('.background-last').textContent(), 'listening');
    await list.getByRole('button', { name: 'Stop command: npm start' }).click();
    await panel.settled();
    assert.deepEqual(panel.bodiesOf(toHost.stopExecution), [{ executionId: 'e1' }]);
    await panel.happens({ event: 'execution', render: render('stopping', 'listening\n') });
    assert.equal(await list.locator('.background-last').textContent(), 'stopping…');
    await panel.happens({
      event: 'execution',
      render: { ...render('running', ''), state: 'ended', end: 'stopped' },
    });
    assert.equal(await list.isHidden(), true);
    assert.match(
      (await panel.page.locator('[data-kind=notice]').textContent()) ?? '',
      /has ended: npm start \(stopped\)/,
    );
  });

  it('says once why nothing can be sent: in the banner where there is one, else in its own place', async () => {
    const why = 'Another window writes this session.';
    const { session } = panel.screen.facts;
    const note = panel.page.locator('.read-only');
    panel.screen.change({ session: { ...session, readOnly: why } });
    await panel.tell();
    assert.deepEqual([await note.isVisible(), await field().isVisible()], [true, false]);
    panel.screen.change({ banners: [{ id: 'read-only', level: 'warning', text: why }] });
    await panel.tell();
    assert.equal(await note.isVisible(), false);
    assert.equal(await panel.page.getByText(why).count(), 1);
    assert.equal(await field().isVisible(), false);
  });

  it('tells the host what may be done without asking', async () => {
    await panel.page.locator('.composer vscode-dropdown').click();
    await panel.page.locator('vscode-option', { hasText: 'Edit freely' }).click();
    await panel.settled();
    assert.deepEqual(panel.bodiesOf(toHost.choosePermissions), [{ mode: 'edits' }]);
  });
});
