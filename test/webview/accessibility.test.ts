import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { editAsk } from '../../src/host/rows/edit-diff.ts';
import { conversation } from '../support/conversation.ts';
import { PanelPage, startBrowser, stopBrowser, type Bench } from './panel-page.ts';
import { themes, type ThemeName } from './themes.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const conversationOfEverything = conversation()
  .summary('Another model worked before.\n\n# Goal\n\nRename it.')
  .user('Rename it')
  .reasoning('First I look.')
  .calls('search_text', { pattern: 'parseLine' })
  .results('src/parser.ts:12')
  .assistant(
    'See [the file](src/parser.ts) and `code`:\n\n```ts\nlet a = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote',
  )
  .steering('And the docs')
  .calls('edit_file', { path: 'a.ts' })
  .fails('It does not match')
  .calls('edit_file', { path: 'b.ts' });

describe('the panel for everybody', () => {
  let bench: Bench;
  let panel: PanelPage;
  before(async () => (bench = await startBrowser()));
  after(() => stopBrowser(bench));
  afterEach(() => panel.page.close());

  const showEverything = async (theme: ThemeName): Promise<void> => {
    panel = await PanelPage.open(bench.browser, bench.server, {
      theme,
      records: conversationOfEverything.records(),
      height: 1600,
      facts: {
        banners: [
          { id: 'trust', level: 'warning', text: 'Not trusted.', action: { name: 'trust', label: 'Manage' } },
        ],
      },
    });
    panel.screen.ask(
      'call-3',
      editAsk({ callId: 'call-3', path: 'b.ts', before: 'a\n', after: 'b\n', isNew: false, rule: undefined }),
    );
    await panel.happens(
      {
        event: 'activity',
        activity: {
          doing: 'tools',
          calls: [{ callId: 'call-3', name: 'edit_file', label: 'b.ts', state: 'waiting' }],
        },
      },
      {
        event: 'queue',
        outbox: [],
        queue: {
          steering: [{ id: 's1', text: 'left', at: '' }],
          followUps: [],
          deliveryPaused: false,
          failurePaused: false,
        },
      },
      { event: 'notice', level: 'warning', text: 'Over the threshold.' },
    );
    for (const fold of await panel.page.locator('.fold-head').all()) await fold.click();
    await panel.page.locator('.composer-field').fill('/');
    await panel.page.getByRole('listbox').waitFor();
  };

  for (const theme of Object.keys(themes) as ThemeName[]) {
    it(`has no fault that axe finds, in the theme ${theme}`, async () => {
      await showEverything(theme);
      await panel.page.evaluate(`${axe};0`);
      const faults = await panel.page.evaluate(`
        axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
          .then(({ violations }) => violations.map(({ id, nodes }) =>
            id + ': ' + nodes.map((node) => node.target.join(' ') + ' ' + node.failureSummary).join('; ')))
      `);
      assert.deepEqual(faults, []);
    });
  }

  it('names every row, and where it stands among all of them', async () => {
    await showEverything('dark');
    const names: string[] = await panel.page.evaluate(
      "[...document.querySelectorAll('[role=article]')].map((row) => row.ariaPosInSet + '/' + row.ariaSetSize + ' ' + row.ariaLabel)",
    );
    assert.deepEqual(names, [
      '1/9 Conversation compacted · 2 turns kept · segment 1',
      '2/9 You',
      '3/9 Reasoning',
      '4/9 Search, parseLine',
      '5/9 Segue',
      '6/9 You, while it worked',
      '7/9 Edit, a.ts',
      '8/9 Edit, b.ts, waits for you',
      '9/9 warning',
    ]);
  });

  it('can be used by keyboard alone: header, transcript, queue, composer', async () => {
    await showEverything('dark');
    await panel.page.keyboard.press('Escape');
    const reached = new Set<string>();
    for (let steps = 0; steps < 60; steps++) {
      await panel.page.keyboard.press('Tab');
      reached.add(
        await panel.page.evaluate(
          'document.activeElement.dataset?.action ?? document.activeElement.className',
        ),
      );
    }
    for (const place of [
      'model',
      'meter',
      'scroller',
      'accept',
      'reject',
      'open-diff',
      'show-waiting',
      'cancel',
      'pause',
      'edit',
      'remove',
      'send',
    ]) {
      assert.ok(reached.has(place), `${place} is among ${[...reached].join(', ')}`);
    }
  });

  it('keeps still where motion is not wanted, by the class of VS Code and by the system', async () => {
    const told = conversation().user('x').calls('run_command', { command: 'a' });
    panel = await PanelPage.open(bench.browser, bench.server, { records: told.records() });
    await panel.happens({
      event: 'activity',
      activity: {
        doing: 'tools',
        calls: [{ callId: 'call-1', name: 'run_command', label: 'a', state: 'running' }],
      },
    });
    const moving = (): Promise<boolean> =>
      panel.page.evaluate(`
        getComputedStyle(document.querySelector('.tool-mark .codicon')).animationName !== 'none' ||
        getComputedStyle(document.querySelector('.ring vscode-progress-ring')).display !== 'none'
      `);
    assert.equal(await moving(), true);
    await panel.page.emulateMedia({ reducedMotion: 'reduce' });
    assert.equal(await moving(), false);
    await panel.page.emulateMedia({ reducedMotion: 'no-preference' });
    await panel.page.evaluate("document.body.classList.add('vscode-reduce-motion')");
    assert.equal(await moving(), false);
  });

  it('says when work begins and ends, and what went wrong', async () => {
    panel = await PanelPage.open(bench.browser, bench.server, {
      records: conversation().user('x').records(),
    });
    const said = (manner: string) => panel.page.locator(`[data-live=${manner}]`).textContent();
    await panel.happens({ event: 'activity', activity: { doing: 'thinking' } });
    assert.equal(await said('polite'), 'Thinking…');
    const nothing = { event: 'activity', activity: { doing: 'nothing' } } as const;
    await panel.happens({ event: 'settled', turn: 1, settled: { outcome: 'success' } }, nothing);
    assert.equal(await said('polite'), 'Segue answered');
    await panel.happens({ event: 'activity', activity: { doing: 'thinking' } });
    await panel.happens({ event: 'settled', turn: 2, settled: { outcome: 'cancelled' } }, nothing);
    assert.equal(await said('assertive'), 'Stopped.');
    assert.equal(await said('polite'), 'Thinking…');
    await panel.happens({ event: 'activity', activity: { doing: 'thinking' } });
    await panel.happens(nothing, {
      event: 'settled',
      turn: 1,
      settled: { outcome: 'failed', fault: { kind: 'provider', failure: { kind: 'idle', seconds: 120 } } },
    });
    assert.equal(await said('assertive'), 'This turn failed. No answer: no answer for 120 s.');
  });
});
