import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { protocolVersion, toHost, toWebview } from '../../src/protocol/messages.ts';
import { hostileTexts } from '../support/hostile-markdown.ts';
import { conversation } from '../support/conversation.ts';
import { PanelPage, startBrowser, stopBrowser, type Bench } from './panel-page.ts';

describe('hostile input in a browser', () => {
  let bench: Bench;
  let panel: PanelPage;
  before(async () => (bench = await startBrowser()));
  after(() => stopBrowser(bench));
  afterEach(() => panel.page.close());

  it('turns no text of a model into anything that runs, loads, sends or leads away', async () => {
    const told = conversation().user('<img src=x onerror="window.pwned=1">');
    for (const text of hostileTexts) told.assistant(text).calls('tool', { path: text }).results(text);
    panel = await PanelPage.open(bench.browser, bench.server, { records: told.records(), height: 20_000 });
    const requests: string[] = [];
    panel.page.on('request', (request) => requests.push(request.url()));
    for (const fold of await panel.page.locator('.fold-head').all()) await fold.click();
    await panel.settled();
    const found = (selector: string): Promise<number> =>
      panel.page.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
    assert.equal(await found('.row-assistant'), hostileTexts.length);
    for (const selector of [
      '.row script, .row iframe, .row object, .row embed, .row form, .row input, .row svg, .row math',
      '.row img, .row video, .row audio, .row link, .row meta, .row base, .row style',
    ]) {
      assert.equal(await found(selector), 0, selector);
    }
    const attributes: string[] = await panel.page.evaluate(
      "[...document.querySelectorAll('.row *')].flatMap((node) => node.getAttributeNames())",
    );
    assert.deepEqual(
      attributes.filter((name) => name.startsWith('on') || name === 'style' || name === 'srcset'),
      [],
    );
    const hrefs: string[] = await panel.page.evaluate(
      "[...document.querySelectorAll('.row a')].map((link) => link.getAttribute('href'))",
    );
    assert.deepEqual(
      hrefs.filter((href) => /^[a-z][a-z0-9+.-]*:/i.test(href) && !/^(https?|mailto):/i.test(href)),
      [],
    );
    assert.equal(await panel.page.evaluate('window.pwned'), undefined);
    assert.deepEqual(requests, []);
    assert.deepEqual(await panel.page.evaluate('window.violations'), []);
    assert.deepEqual(panel.problems, []);
  });

  it('lets only listed elements and attributes through, whatever a renderer makes', async () => {
    const { outputFiles } = await build({
      entryPoints: ['webview/markdown/safe-fragment.ts'],
      ...{ bundle: true, write: false, format: 'iife', globalName: 'made' },
    });
    panel = await PanelPage.open(bench.browser, bench.server, {});
    const html = [
      '<form action="https://example.com"><input name="a">in a form</form><meta http-equiv="refresh" content="0">',
      '<svg onload="pwned=1"></svg><img src="https://example.com/x.png"><p style="position:fixed" id="row">p</p>',
      '<a href="javascript:pwned=1">a</a><a href="src/a.ts:12" target="_blank">b</a>',
      '<button type="button" data-code="copy" data-other="1" onclick="pwned=1">c</button>',
    ].join('');
    const kept = await panel.page.evaluate(
      `${outputFiles[0]?.text ?? ''}
       const box = document.createElement('div');
       box.append(made.safeFragment(${JSON.stringify(html)}));
       box.innerHTML;`,
    );
    assert.equal(
      kept,
      'in a form<p>p</p><a>a</a><a href="src/a.ts:12">b</a><button type="button" data-code="copy">c</button>',
    );
  });

  it('aligns the cells of a table without a style of their own', async () => {
    const told = conversation().user('x').assistant('| a | b |\n| --- | ---: |\n| 1 | 2 |');
    panel = await PanelPage.open(bench.browser, bench.server, { records: told.records() });
    const aligned: string[] = await panel.page.evaluate(
      "[...document.querySelectorAll('.row td, .row th')].map((cell) => getComputedStyle(cell).textAlign)",
    );
    assert.deepEqual(aligned, ['start', 'end', 'start', 'end']);
    assert.deepEqual(await panel.page.evaluate('window.violations'), []);
  });

  it('leaves every click on a link to the host', async () => {
    const told = conversation().user('x').assistant('[web](https://example.com/a) and [file](src/a.ts:12)');
    panel = await PanelPage.open(bench.browser, bench.server, { records: told.records() });
    const address = panel.page.url();
    await panel.page.getByRole('link', { name: 'web' }).click();
    await panel.page.getByRole('link', { name: 'file' }).press('Enter');
    await panel.page.getByRole('link', { name: 'web' }).click({ button: 'middle' });
    await panel.settled();
    assert.deepEqual(panel.bodiesOf(toHost.openLink), [
      { href: 'https://example.com/a' },
      { href: 'src/a.ts:12' },
    ]);
    assert.equal(panel.page.url(), address);
    assert.equal(bench.browser.contexts().flatMap((context) => context.pages()).length, 1);
  });

  it('hands the code of a block to the host as it is', async () => {
    const code = 'if (a < b) {\n  "quoted" & more\n}';
    const told = conversation().user('x').assistant(`Here:\n\n\`\`\`ts\n${code}\n\`\`\``);
    panel = await PanelPage.open(bench.browser, bench.server, { records: told.records() });
    await panel.page.getByRole('button', { name: 'Copy' }).click();
    await panel.page.getByRole('button', { name: 'Insert at cursor' }).click();
    await panel.page.getByRole('button', { name: 'Open in an editor' }).click();
    await panel.settled();
    assert.deepEqual(panel.bodiesOf(toHost.copy), [{ text: `${code}\n` }]);
    assert.deepEqual(panel.bodiesOf(toHost.insertCode), [{ text: `${code}\n` }]);
    assert.deepEqual(panel.bodiesOf(toHost.openCode), [{ text: `${code}\n`, language: 'ts' }]);
  });

  describe('messages', () => {
    beforeEach(async () => {
      const told = conversation().user('Still here').assistant('Yes.');
      panel = await PanelPage.open(bench.browser, bench.server, { records: told.records() });
    });
    const isWell = async (): Promise<void> => {
      assert.equal(await panel.page.locator('.row').count(), 2);
      await panel.page.keyboard.type('well');
      assert.equal(await panel.page.locator('.composer-field').inputValue(), 'well');
    };

    it('drops what it cannot read and tells the host of it, and goes on', async () => {
      const broken: readonly unknown[] = [
        { segue: protocolVersion, type: 'told', name: 'patch', body: { revision: 'two' } },
        { segue: protocolVersion, type: 'told', name: 'snapshot', body: null },
        { segue: protocolVersion, type: 'told', name: 'no-such-message', body: {} },
        { segue: protocolVersion + 1, type: 'told', name: 'patch', body: {} },
        { segue: protocolVersion, type: 'answered', asker: 'another page', id: 77, value: {} },
        { segue: protocolVersion },
      ];
      for (const message of broken) await panel.post(message);
      await panel.post('text');
      await panel.post(null);
      await panel.settled();
      assert.equal(panel.bodiesOf(toHost.problem).length, 5);
      await isWell();
    });

    it('asks for everything again after a patch that does not follow, and ignores an old one', async () => {
      const body = { revision: 9, activity: { doing: 'thinking', elapsedMs: 0 } };
      await panel.channel.tell(toWebview.patch, body as never);
      await panel.settled();
      assert.equal(panel.bodiesOf(toHost.ready).length, 2);
      assert.equal(await panel.page.locator('.progress[data-doing]').isHidden(), true);
      await panel.channel.tell(toWebview.patch, { ...body, revision: 1 } as never);
      await panel.settled();
      assert.equal(panel.bodiesOf(toHost.ready).length, 2);
      await isWell();
    });

    it('answers when asked whether it is alive', async () => {
      const answer = await panel.channel.ask(toWebview.alive, {}, new AbortController().signal);
      assert.deepEqual(answer, { kind: 'answered', value: {} });
    });
  });

  it('shows a megabyte of pasted text cut, and says how much is not shown', async () => {
    const told = conversation().user('x'.repeat(1_000_000)).assistant('Long.');
    panel = await PanelPage.open(bench.browser, bench.server, { records: told.records() });
    assert.equal(await panel.page.locator('.user-text').textContent(), 'x'.repeat(20_000));
    const note = panel.page.locator('.row-user .cut-note');
    assert.match((await note.textContent()) ?? '', /^980000 characters not shown/);
    await note.getByRole('button', { name: 'Open in editor' }).click();
    assert.deepEqual(panel.bodiesOf(toHost.openRow), [{ key: 'r1', part: 'text' }]);
  });
});
