import assert from 'node:assert/strict';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { protocolVersion, toHost } from '../../src/protocol/messages.ts';
import { conversation } from '../support/conversation.ts';
import { PanelPage, startBrowser, stopBrowser, type Bench } from './panel-page.ts';

describe('the transcript in a browser', () => {
  let bench: Bench;
  let panel: PanelPage;
  before(async () => (bench = await startBrowser()));
  after(() => stopBrowser(bench));
  afterEach(async () => {
    assert.deepEqual(panel.problems, []);
    assert.deepEqual(await panel.page.evaluate('window.violations'), []);
    await panel.page.close();
  });

  const open = async (records: readonly TranscriptRecord[]): Promise<void> => {
    panel = await PanelPage.open(bench.browser, bench.server, { records });
  };
  const gapToEnd = (): Promise<number> =>
    panel.page.evaluate(
      "(() => { const s = document.querySelector('.scroller'); return s.scrollHeight - s.clientHeight - s.scrollTop; })()",
    );
  const scrollTo = async (top: number): Promise<void> => {
    await panel.page.evaluate(`document.querySelector('.scroller').scrollTop = ${top}`);
    await panel.settled();
  };
  /** The first row below the upper edge, and how far below. */
  const place = (): Promise<{ key: string; top: number }> =>
    panel.page.evaluate(`(() => {
      const edge = document.querySelector('.scroller').getBoundingClientRect().top;
      const row = [...document.querySelectorAll('.row')].find((one) => one.getBoundingClientRect().bottom > edge + 1);
      return { key: row.dataset.key, top: Math.round(row.getBoundingClientRect().top - edge) };
    })()`);

  it('shows an answer as it streams, stays at the end, and keeps the row when its record comes', async () => {
    await open(conversation().user('Tell me a long story').records());
    await panel.happens({ event: 'activity', activity: { doing: 'thinking' } });
    for (let piece = 0; piece < 120; piece++) {
      panel.screen.apply({ event: 'text', requestId: 'q', text: `Line ${piece} of the **story**.\n\n` });
      if (piece % 10 === 0) await panel.tell();
    }
    await panel.tell();
    const answer = panel.page.locator('[data-kind=assistant]');
    assert.equal(await answer.getAttribute('data-state'), 'streaming');
    assert.equal(await answer.locator('p').count(), 120);
    assert.equal(await answer.locator('strong').count(), 120);
    assert.ok((await gapToEnd()) <= 1);
    const key = await answer.getAttribute('data-key');

    const text = Array.from({ length: 120 }, (_, piece) => `Line ${piece} of the **story**.\n\n`).join('');
    const [, record] = conversation().user('…').assistant(text).settled().records();
    await panel.happens({ event: 'records', records: [record!] });
    assert.equal(await answer.getAttribute('data-state'), 'done');
    assert.equal(await answer.getAttribute('data-key'), key);
    assert.equal(await answer.locator('p').count(), 120);
  });

  it('holds at most about a hundred of ten thousand rows in the page, wherever it is scrolled', async () => {
    await open([]);
    const long = conversation();
    for (let turn = 0; turn < 2500; turn++) {
      long
        .user(`Question ${turn}`)
        .calls('read_file', { path: `src/${turn}.ts` })
        .results('text');
      long.assistant(`Answer ${turn}\n\n- one\n- two`).assistant('More.');
    }
    panel.records = long.records();
    panel.screen.transcript.redraw();
    const { rows } = panel.screen.transcript.rows.newest(10_000);
    assert.equal(rows.length, 10_000);
    panel.screen.transcript.rows.forgetChanges();
    const replace = { rows: [...rows], before: 0 };
    await panel.post({
      segue: protocolVersion,
      type: 'told',
      name: 'patch',
      body: { revision: 2, rows: { replace, remove: [], put: [], append: [] } },
    });
    await panel.settled();
    for (const part of [0, 0.3, 0.5, 0.99, 1]) {
      await panel.page.evaluate(
        `(() => { const s = document.querySelector('.scroller'); s.scrollTop = s.scrollHeight * ${part}; })()`,
      );
      await panel.settled();
      const mounted = await panel.page.locator('.row').count();
      assert.ok(mounted > 5 && mounted <= 100, `${mounted} rows at ${part}`);
    }
    assert.ok((await gapToEnd()) <= 1);
    assert.equal(await panel.page.locator('.row').last().getAttribute('aria-posinset'), '10000');
  });

  it('leaves the place alone while rows come, counts them, and goes to the end on demand', async () => {
    const told = conversation();
    for (let turn = 0; turn < 40; turn++) told.user(`Question ${turn}`).assistant(`Answer ${turn}`);
    await open(told.records());
    await scrollTo(400);
    const before = await place();
    const [first, second] = conversation()
      .user('x')
      .assistant('One more')
      .assistant('And another')
      .records()
      .slice(1);
    await panel.happens({
      event: 'records',
      records: [
        { ...first!, id: 'new-1' },
        { ...second!, id: 'new-2' },
      ],
    });
    assert.deepEqual(await place(), before);
    const jump = panel.page.getByRole('button', { name: 'Jump to latest (2 new)' });
    await jump.click();
    await panel.settled();
    assert.ok((await gapToEnd()) <= 1);
    assert.equal(await panel.page.locator('.jump').isHidden(), true);
  });

  it('keeps the focus and what is being typed in a row that is scrolled far away', async () => {
    const told = conversation().user('x').calls('ask_person', { question: 'Which?' });
    for (let turn = 0; turn < 200; turn++) told.assistant(`Line ${turn}\n\nof it`);
    await open(told.records());
    panel.screen.ask('call-1', { kind: 'question', question: 'Which?', options: [] });
    await panel.tell();
    await panel.page.getByRole('button', { name: 'Jump to latest' }).isHidden();
    await panel.happens({
      event: 'activity',
      activity: {
        doing: 'tools',
        calls: [{ callId: 'call-1', name: 'ask_person', label: '', state: 'waiting' }],
      },
    });
    await panel.until("document.querySelector('.scroller').scrollTop > 1000");
    await panel.page.getByRole('button', { name: 'Show', exact: true }).click();
    const field = panel.page.getByRole('textbox', { name: 'Your answer' });
    await field.fill('half');
    await scrollTo(100_000);
    assert.ok((await gapToEnd()) <= 1);
    assert.equal(await panel.page.locator('.parked').count(), 1);
    await panel.page.keyboard.type(' an answer');
    await scrollTo(0);
    assert.equal(await field.inputValue(), 'half an answer');
    assert.equal(await panel.page.locator('.parked').count(), 0);
  });

  it('keeps the row that is looked at when the panel gets narrower', async () => {
    const told = conversation();
    for (let turn = 0; turn < 60; turn++) told.user(`Question ${turn}`).assistant('word '.repeat(40));
    await open(told.records());
    await scrollTo(1500);
    const { key } = await place();
    await panel.page.setViewportSize({ width: 240, height: 720 });
    await panel.settled();
    assert.equal((await place()).key, key);
  });

  it('asks for older rows near the beginning, without moving what is seen', async () => {
    const told = conversation();
    for (let turn = 0; turn < 300; turn++) told.user(`Question ${turn}`).assistant(`Answer ${turn}`);
    await open(told.records());
    await scrollTo(500);
    await panel.until("document.querySelector('.row').ariaSetSize === '400'");
    await panel.settled();
    const { key } = await place();
    const shown = panel.screen.transcript.rows.get(key);
    assert.ok(shown !== undefined && shown.order < 420, 'the row from before is still the first');
    assert.deepEqual(panel.bodiesOf(toHost.olderRows), [{ key: 'r401', most: 200 }]);
  });

  describe('behaviour 15.5: what is open stays open', () => {
    const worked = () =>
      conversation()
        .user('Look')
        .calls('read_file', { path: 'old.ts' })
        .results('old text')
        .assistant('Seen.')
        .settled()
        .user('Again')
        .calls('read_file', { path: 'new.ts' })
        .results('new text')
        .assistant('Seen again.')
        .settled();
    const toolRow = (label: string) => panel.page.locator('[data-kind=tool]', { hasText: label });
    const isOpen = (label: string) => toolRow(label).locator('.fold-head').getAttribute('aria-expanded');

    it('keeps rows of the tail open over a compaction, and opens nothing else', async () => {
      await open(worked().records());
      await toolRow('old.ts').locator('.fold-head').click();
      await toolRow('new.ts').locator('.fold-head').click();
      const records = worked().records();
      const summary = conversation().summary('Another model worked before.\n\nWhat was done.').records();
      const tail = records.slice(records.findIndex(({ turn }) => turn === 2));
      panel.records = [
        { ...summary[0]!, id: 'summary' },
        ...tail.map((record) => ({ ...record, copiedFrom: 1 })),
      ];
      panel.segment = 2;
      await panel.happens({ event: 'segment', number: 2 });
      assert.equal(await panel.page.locator('[data-kind=separator]').count(), 1);
      assert.equal(await toolRow('old.ts').count(), 0);
      assert.equal(await isOpen('new.ts'), 'true');
      assert.equal(await panel.page.locator('.fold-body', { hasText: 'new text' }).count(), 1);
      assert.equal(await panel.page.getByText('What was done.').count(), 0);
    });

    it('keeps rows open when the page is built again', async () => {
      await open(worked().records());
      await toolRow('old.ts').locator('.fold-head').click();
      await panel.until("sessionStorage.getItem('state')?.includes('r2') === true");
      await panel.reload();
      assert.equal(await isOpen('old.ts'), 'true');
      assert.equal(await isOpen('new.ts'), 'false');
    });
  });

  it('behaviour 15.2: shows one separator with its figures, which opens to the summary', async () => {
    const summary = conversation()
      .add({
        kind: 'summary',
        content: [{ type: 'text', text: 'Another model worked before.\n\n# Goal\n\nRename it.' }],
        author: { kind: 'offline' },
        purpose: 'continuation',
        figures: { before: 84_900, after: 12_100, source: 'fresh-estimate', kept: 2, shortened: 3 },
      })
      .user('Go on')
      .assistant('Done.');
    panel = await PanelPage.open(bench.browser, bench.server, { records: [] });
    panel.records = summary.records();
    panel.segment = 3;
    panel.screen.apply({
      event: 'compacted',
      trigger: 'manual',
      outcome: {
        outcome: 'applied',
        applied: {
          segment: { from: 2, to: 3 },
          tokens: { before: 84_900, after: 12_100, source: 'fresh-estimate' },
          turns: { total: 9, kept: 2 },
          shortenedOutputs: 3,
          summary: {
            author: { provider: 'offline', model: 'offline' },
            attempts: 1,
            characters: 300,
            carried: [],
            missingConstraints: ['never touch main'],
            tightened: false,
            maskedSecrets: 0,
          },
          warnings: [],
        },
      },
    });
    await panel.happens({ event: 'segment', number: 3 });
    const separator = panel.page.locator('[data-kind=separator]');
    assert.equal(
      await separator.locator('.fold-title').textContent(),
      'Conversation compacted · 84k → 12k tokens (estimated) · 2 turns kept · 3 tool outputs shortened · segment 3',
    );
    await separator.locator('.fold-head').click();
    assert.equal(await separator.locator('.markdown h1').textContent(), 'Goal');
    assert.equal(await separator.getByText('Another model worked before.').count(), 0);
    assert.equal(await separator.getByText('never touch main').count(), 1);
    await separator.getByRole('button', { name: 'Open earlier segment' }).click();
    assert.deepEqual(panel.bodiesOf(toHost.openEarlierSegment), [{ segment: 3 }]);
  });

  it('shows a running command with its colours, and what it printed once it ended', async () => {
    const told = conversation().user('Run it').calls('run_command', { command: 'npm test' });
    await open(told.records());
    const render = {
      executionId: 'e1',
      callId: 'call-1',
      owner: '/root',
      command: 'npm test',
      cwd: '/work',
      state: 'running' as const,
      startedAt: '2026-11-30T12:00:00.000Z',
      output: { head: 'plain \u001b[32mgreen\u001b[0m\n', tail: '', characters: 21, omitted: 0 },
    };
    await panel.happens({ event: 'execution', render });
    const row = panel.page.locator('[data-kind=tool]');
    assert.equal(await row.locator('.t-f2').textContent(), 'green');
    await row.getByRole('button', { name: 'Stop command' }).click();
    assert.deepEqual(panel.bodiesOf(toHost.stopExecution), [{ executionId: 'e1' }]);
    const ended = {
      ...render,
      state: 'ended' as const,
      end: 'exited' as const,
      outcome: 'failure' as const,
      exitCode: 2,
      endedAt: '2026-11-30T12:00:04.000Z',
    };
    told.results('exit 2');
    await panel.happens(
      { event: 'execution', render: ended },
      { event: 'records', records: told.records().slice(-1) },
    );
    assert.equal(await row.getAttribute('data-state'), 'failed');
    assert.equal(await row.locator('.tool-state').textContent(), 'exit 2 · 4.0 s');
    assert.equal(await row.locator('.output-live').count(), 0);
  });

  it('sends or removes a prompt that was left unsent, says why it is still there, and does not offer to send it while something runs', async () => {
    await open(conversation().user('x').assistant('Yes').records());
    const queue = { steering: [], followUps: [], deliveryPaused: false, failurePaused: false };
    const outbox = [{ id: 'p1', text: 'Do it', at: '2026-11-30T12:00:00.000Z' }];
    await panel.happens(
      { event: 'queue', queue, outbox },
      { event: 'activity', activity: { doing: 'thinking' } },
    );
    const row = panel.page.locator('.row-user[data-state=unsent]');
    const send = row.getByRole('button', { name: 'Send now' });
    assert.equal(await send.count(), 0);
    await panel.happens({ event: 'activity', activity: { doing: 'nothing' } });
    await send.click();
    await row.getByRole('button', { name: 'Remove' }).click();
    await panel.settled();
    const session = '/sessions/one';
    assert.deepEqual(panel.bodiesOf(toHost.sendUnsent), [{ session, id: 'p1' }]);
    assert.deepEqual(panel.bodiesOf(toHost.editQueued), [{ session, id: 'p1', text: null }]);
    panel.refuse = 'the disk is full';
    await row.getByRole('button', { name: 'Remove' }).click();
    await panel.page.getByRole('alert').waitFor();
    assert.equal(await panel.page.getByRole('alert').textContent(), 'Not removed: the disk is full.');
  });
});
