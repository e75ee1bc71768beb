import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ViewLink, type LinkedView } from '../../../src/host/panel/view-link.ts';
import type { Snapshot } from '../../../src/protocol/snapshot.ts';

/** A view that takes what is posted, or does not, and is seen or not. */
class TestView implements LinkedView {
  visible = true;
  takes = true;
  readonly posted: string[] = [];
  private readonly seen: (() => void)[] = [];

  readonly onDidChangeVisibility: LinkedView['onDidChangeVisibility'] = (listener) => {
    this.seen.push(() => listener());
    return { dispose: () => undefined };
  };
  readonly onDidDispose: LinkedView['onDidDispose'] = () => ({ dispose: () => undefined });
  readonly webview: LinkedView['webview'] = {
    html: '',
    onDidReceiveMessage: () => ({ dispose: () => undefined }),
    postMessage: (message) => {
      this.posted.push((message as { readonly name: string }).name);
      return Promise.resolve(this.takes);
    },
  };

  is(shown: 'visible' | 'hidden'): void {
    this.visible = shown === 'visible';
    for (const listener of this.seen) listener();
  }
}

describe('the link to a page', () => {
  let view: TestView;
  let link: ViewLink;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    view = new TestView();
    link = new ViewLink(view, {
      patch: () => ({ revision: 1 }),
      // What is in it is not looked at here.
      snapshot: () => ({}) as Snapshot,
      page: () => '',
      report: () => undefined,
      gone: () => undefined,
    });
  });
  afterEach(() => {
    link.dispose();
    mock.timers.reset();
  });
  const after = async (ms: number): Promise<void> => {
    mock.timers.tick(ms);
    await new Promise<void>((resolve) => setImmediate(resolve));
  };

  it('tells nothing of what changes before the page has asked for everything', async () => {
    link.changed();
    await after(1000);
    assert.deepEqual(view.posted, []);
  });

  it('sends everything to a page that was away for a moment and does not ask', async () => {
    await link.redraw();
    view.is('hidden');
    view.is('visible');
    await after(1000);
    link.changed();
    await after(16);
    assert.deepEqual(view.posted, ['snapshot', 'snapshot', 'patch']);
  });

  it('sends everything again to a page that did not take a patch, until it takes it', async () => {
    await link.redraw();
    view.takes = false;
    link.changed();
    await after(16);
    await after(1000);
    view.takes = true;
    await after(1000);
    await after(1000);
    assert.deepEqual(view.posted, ['snapshot', 'patch', 'snapshot', 'snapshot']);
  });

  it('leaves a page alone that has asked by itself meanwhile', async () => {
    await link.redraw();
    view.is('hidden');
    view.is('visible');
    await link.redraw();
    await after(1000);
    assert.deepEqual(view.posted, ['snapshot', 'snapshot']);
  });
});
