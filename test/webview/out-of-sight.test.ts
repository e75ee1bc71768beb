import assert from 'node:assert/strict';
import type { Activity, ChatEvent } from '../../src/core/agent/events.ts';
import { editAsk } from '../../src/host/rows/edit-diff.ts';
import { toHost } from '../../src/protocol/messages.ts';
import { conversation } from '../support/conversation.ts';
import { PanelPage, startBrowser, stopBrowser, type Bench } from './panel-page.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const waiting: Activity = {
  doing: 'tools',
  calls: [{ callId: 'call-1', name: 'edit_file', label: 'a.ts', state: 'waiting' }],
};

describe('what is out of sight in a browser', () => {
  let bench: Bench;
  let panel: PanelPage;
  before(async () => (bench = await startBrowser()));
  after(() => stopBrowser(bench));
  afterEach(async () => {
    assert.deepEqual(panel.problems, []);
    assert.deepEqual(await panel.page.evaluate('window.violations'), []);
    await panel.page.close();
  });

  const long = () => {
    const told = conversation();
    for (let turn = 0; turn < 40; turn++) told.user(`Question ${turn}`).assistant(`Answer ${turn}`);
    return told;
  };
  const open = async (width = 380): Promise<void> => {
    const records = long().user('Edit it').calls('edit_file', { path: 'a.ts' }).records();
    panel = await PanelPage.open(bench.browser, bench.server, { records, width });
  };
  const scrollTo = async (top: number): Promise<void> => {
    await panel.page.evaluate(`document.querySelector('.scroller').scrollTop = ${top}`);
    await panel.settled();
  };
  const gapToEnd = (): Promise<number> =>
    panel.page.evaluate(
      "(() => { const s = document.querySelector('.scroller'); return s.scrollHeight - s.clientHeight - s.scrollTop; })()",
    );
  const askEdit = async (): Promise<void> => {
    await panel.happens({ event: 'activity', activity: waiting });
    const before = 'one\ntwo\nthree\n';
    const after = 'one\nTWO\nthree\n';
    panel.screen.ask(
      'call-1',
      editAsk({ callId: 'call-1', path: 'a.ts', before, after, isNew: false, rule: 'edits in src' }),
    );
    await panel.tell();
  };
  const pointer = (action: 'question' | 'compaction' | 'jump') =>
    panel.page.locator(`.pointer[data-action=${action}]`);
  const said = (manner: 'polite' | 'assertive') => panel.page.locator(`[data-live=${manner}]`).textContent();

  it('goes to the end when something is sent from further up, and follows what comes', async () => {
    await open();
    await scrollTo(300);
    await panel.page.locator('.composer-field').fill('And now this');
    await panel.page.keyboard.press('Enter');
    await panel.settled();
    assert.ok((await gapToEnd()) <= 1);
    const [asked] = conversation().user('And now this').records();
    await panel.happens({ event: 'records', records: [{ ...asked!, id: 'new-1', turn: 42 }] });
    await askEdit();
    assert.ok((await gapToEnd()) <= 1);
    assert.equal(await pointer('jump').isHidden(), true);
  });

  it('goes to the end when a question further up was answered', async () => {
    await open();
    await askEdit();
    for (let turn = 0; turn < 30; turn++)
      panel.screen.apply({ event: 'notice', level: 'info', text: `Notice ${turn}` });
    await panel.tell();
    await panel.page.getByRole('button', { name: 'Show', exact: true }).click();
    assert.ok((await gapToEnd()) > 100);
    await panel.page.locator('[data-action=reject]').click();
    await panel.settled();
    assert.ok((await gapToEnd()) <= 1);
    assert.equal(panel.bodiesOf(toHost.answerEdit).length, 1);
  });

  it('says that a question waits further down, and leads to it', async () => {
    await open();
    await scrollTo(300);
    await askEdit();
    assert.equal(await said('assertive'), 'Waiting for you: Change a.ts?');
    assert.equal(await pointer('question').textContent(), 'A question waits');
    await pointer('question').press('Enter');
    await panel.settled();
    assert.equal(await panel.page.locator('.ask').isVisible(), true);
    assert.equal(await panel.page.evaluate('document.activeElement.dataset.action'), 'accept');
    assert.equal(await pointer('question').isHidden(), true);
  });

  it('leads to a question far above although older rows are on their way already', async () => {
    const told = conversation().user('Edit it').calls('edit_file', { path: 'a.ts' });
    for (let turn = 0; turn < 300; turn++) told.user(`Question ${turn}`).assistant(`Answer ${turn}`);
    panel = await PanelPage.open(bench.browser, bench.server, { records: told.records() });
    await askEdit();
    let send = (): void => undefined;
    panel.older = new Promise((resolve) => (send = resolve));
    await scrollTo(500);
    assert.equal(panel.bodiesOf(toHost.olderRows).length, 1);
    await pointer('question').press('Enter');
    await panel.settled();
    send();
    await panel.until("document.activeElement.dataset.action === 'accept'");
    assert.equal(await panel.page.locator('.ask').isVisible(), true);
  });

  for (const width of [300, 1200]) {
    it(`has no pointer on anything that can be pressed, ${width} pixels wide`, async () => {
      await open(width);
      await askEdit();
      for (let turn = 0; turn < 30; turn++)
        panel.screen.apply({ event: 'notice', level: 'info', text: `Notice ${turn}` });
      await panel.tell();
      await panel.page.getByRole('button', { name: 'Show', exact: true }).click();
      await panel.settled();
      const start = await panel.page.evaluate<number>("document.querySelector('.scroller').scrollTop");
      for (let up = 0; up <= 700; up += 100) {
        await scrollTo(start + 100 - up);
        assert.equal(await pointer('jump').isVisible(), true);
        const list = (await panel.page.locator('.scroller').boundingBox())!;
        for (const one of await panel.page.locator('.pointer:visible').all()) {
          assert.equal(areApart((await one.boundingBox())!, list), true, `at ${up} above`);
        }
      }
    });
  }

  describe('a compaction', () => {
    const compacting: Activity = {
      doing: 'compacting',
      trigger: 'manual',
      phase: { phase: 'summarizing', attempt: 1, attempts: 3 },
    };
    /** The older half becomes a summary; the tail keeps its rows. */
    const compact = async (...then: readonly ChatEvent[]): Promise<void> => {
      await panel.happens({ event: 'activity', activity: compacting });
      const [summary] = conversation().summary('Another model worked before.\n\nWhat was done.').records();
      const tail = panel.records.filter(({ turn }) => turn > 20);
      panel.records = [
        { ...summary!, id: 'summary' },
        ...tail.map((record) => ({ ...record, copiedFrom: 1 })),
      ];
      panel.segment = 2;
      await panel.happens({ event: 'segment', number: 2 }, ...then);
    };
    const ended: ChatEvent = { event: 'activity', activity: { doing: 'nothing' } };
    const separator = () => panel.page.locator('[data-kind=separator]');

    it('shows a way to its separator when that is out of sight, and says what was done', async () => {
      await open();
      await compact(ended);
      assert.ok((await gapToEnd()) <= 1);
      assert.match((await said('polite')) ?? '', /^Conversation compacted · .* segment 2$/);
      assert.equal(await pointer('compaction').textContent(), 'Conversation compacted');
      assert.match((await pointer('compaction').getAttribute('title')) ?? '', /segment 2$/);
      await pointer('compaction').click();
      await panel.settled();
      assert.equal(await separator().isVisible(), true);
      assert.equal(await pointer('compaction').isHidden(), true);
      await pointer('jump').click();
      await panel.settled();
      assert.equal(await pointer('compaction').isHidden(), true, 'it has been seen');
    });

    it('tells it in the middle of a turn too, and until the person says something', async () => {
      await open();
      await compact({ event: 'activity', activity: { doing: 'thinking' } });
      assert.equal(await pointer('compaction').isVisible(), true);
      assert.match((await said('polite')) ?? '', /^Conversation compacted/);
      await panel.page.locator('.composer-field').fill('go on');
      await panel.page.keyboard.press('Enter');
      await panel.settled();
      assert.equal(await pointer('compaction').isHidden(), true);
    });

    it('keeps the place of who reads in the tail, and tells them', async () => {
      await open();
      await scrollTo(2200);
      const key = () =>
        panel.page.evaluate<string>(`(() => {
          const edge = document.querySelector('.scroller').getBoundingClientRect().top;
          return [...document.querySelectorAll('.row')].find((one) => one.getBoundingClientRect().bottom > edge + 1).dataset.key;
        })()`);
      const before = await key();
      await compact(ended);
      assert.equal(await key(), before);
      assert.equal(await pointer('compaction').isVisible(), true);
    });

    it('shows the separator to who reads what it took the place of', async () => {
      await open();
      await scrollTo(300);
      await compact(ended);
      assert.equal(await separator().isVisible(), true);
      assert.equal(await pointer('compaction').isHidden(), true);
    });

    it('shows nothing new when it was cancelled or failed, and never says that it compacted or answered', async () => {
      for (const [outcome, words] of [
        [{ outcome: 'cancelled' }, { polite: 'Compaction cancelled', assertive: '' }],
        [{ outcome: 'skipped' }, { polite: 'Compacting…', assertive: 'The conversation was not compacted' }],
      ] as const) {
        await open();
        await panel.happens({ event: 'activity', activity: compacting });
        await panel.happens({ event: 'compacted', trigger: 'manual', outcome }, ended);
        assert.equal(await said('polite'), words.polite);
        assert.equal(await said('assertive'), words.assertive);
        assert.equal(await pointer('compaction').isHidden(), true);
        if (outcome.outcome === 'cancelled') await panel.page.close();
      }
    });
  });
});

function areApart(one: Box, other: Box): boolean {
  return (
    one.x + one.width <= other.x ||
    other.x + other.width <= one.x ||
    one.y + one.height <= other.y ||
    other.y + other.height <= one.y
  );
}
