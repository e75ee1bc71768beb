import assert from 'node:assert/strict';
import { toWebview } from '../../src/protocol/messages.ts';
import { noDraft } from '../../src/host/session/memory.ts';
import { conversation } from '../support/conversation.ts';
import { PanelPage, startBrowser, stopBrowser, type Bench } from './panel-page.ts';

describe('the head of the panel in a browser', () => {
  let bench: Bench;
  let panel: PanelPage;
  before(async () => (bench = await startBrowser()));
  after(() => stopBrowser(bench));
  afterEach(async () => {
    assert.deepEqual(panel.problems, []);
    await panel.page.close();
  });

  it('has no figures of the conversation before once a new session is shown, and has them again with the next', async () => {
    const records = conversation().user('Rename it').assistant('Done').records();
    panel = await PanelPage.open(bench.browser, bench.server, { records });
    const meter = panel.page.locator('[data-action=meter]');
    assert.equal(await meter.textContent(), '84k / 180k · 46 %');
    const shown = panel.screen.snapshot(noDraft);
    const { meter: _, ...withoutMeter } = shown;
    const session = { title: '', path: '', segment: 1 };
    await panel.channel.tell(toWebview.snapshot, { ...withoutMeter, session, rows: [] });
    await panel.settled();
    assert.equal(await meter.isVisible(), false);
    await panel.channel.tell(toWebview.snapshot, shown);
    await panel.settled();
    assert.equal(await meter.isVisible(), true);
  });
});
