// The panel in a real browser, with the host's half of it in the test: the host's own screen makes the snapshots and
// patches, the test says what happens.

import type { Browser, Page } from 'playwright-core';
import { err, ok } from '../../src/base/result.ts';
import type { ChatEvent } from '../../src/core/agent/events.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { ChatScreen, type ScreenFacts } from '../../src/host/rows/chat-screen.ts';
import { createChannel, type Channel } from '../../src/protocol/channel.ts';
import { toHost, toWebview } from '../../src/protocol/messages.ts';
import type { Draft } from '../../src/protocol/snapshot.ts';
import { launchBrowser } from '../vscode/browser.mjs';
import { servePanel, type PageServer } from './page-server.ts';
import type { ThemeName } from './themes.ts';

const facts: ScreenFacts = {
  session: { title: 'Rename the parser', path: '/sessions/one', segment: 1 },
  model: { label: 'Offline', detail: '128k' },
  meter: {
    used: 84_200,
    usable: 180_000,
    threshold: 144_000,
    source: 'estimated',
    near: false,
    details: [],
  },
  compactionWaits: false,
  permissions: 'ask',
  commands: [
    { name: 'compact', argument: '[instructions]', description: 'Summarise the older part' },
    { name: 'new', argument: '', description: 'Begin another conversation' },
  ],
  banners: [],
};

/** What the webview told or asked, in order. */
export interface Heard {
  readonly name: string;
  readonly body: unknown;
}

export interface PanelStart {
  readonly theme?: ThemeName;
  readonly records?: readonly TranscriptRecord[];
  readonly facts?: Partial<ScreenFacts>;
  readonly draft?: Draft;
  readonly width?: number;
  readonly height?: number;
}

export class PanelPage {
  readonly page: Page;
  readonly heard: Heard[] = [];
  readonly problems: string[] = [];
  /** Why prompts and changes of the queue are refused; undefined lets them through. */
  refuse: string | undefined;
  /** Whether what is changed or answered still waits for it. */
  waits = true;
  files: readonly string[] = [];
  /** Older rows are sent no sooner. */
  older: Promise<void> = Promise.resolve();
  records: readonly TranscriptRecord[];
  segment = 1;
  screen: ChatScreen;
  readonly channel: Channel;
  private readonly start: PanelStart;

  private constructor(page: Page, start: PanelStart) {
    this.page = page;
    this.start = start;
    this.records = start.records ?? [];
    this.screen = this.newScreen();
    this.channel = this.newChannel();
  }

  static async open(browser: Browser, server: PageServer, start: PanelStart = {}): Promise<PanelPage> {
    const { width = 380, height = 720, theme = 'dark' } = start;
    const page = await browser.newPage({ viewport: { width, height } });
    const panel = new PanelPage(page, start);
    page.on('pageerror', (error) => panel.problems.push(error.message));
    await page.exposeFunction('segueHost', (message: unknown) => panel.channel.receive(message));
    await page.goto(server.address(theme));
    await panel.isShown();
    return panel;
  }

  /** Builds the page again, as VS Code does when a view was hidden; the host's end of the channel stays. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.isShown();
  }

  /** Lets events happen and tells the panel. */
  async happens(...events: readonly ChatEvent[]): Promise<void> {
    for (const event of events) {
      if (event.event === 'records') this.records = [...this.records, ...event.records];
      this.screen.apply(event);
    }
    await this.tell();
  }

  /** Posts what changed on the screen since the last time. */
  async tell(): Promise<void> {
    const patch = this.screen.patch();
    if (patch !== undefined) await this.channel.tell(toWebview.patch, patch);
    await this.settled();
  }

  /** Posts anything at all. */
  async post(message: unknown): Promise<boolean> {
    await this.page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
    return true;
  }

  /** Resolves when the page has handled and painted what was posted before. */
  async settled(): Promise<void> {
    await this.page.evaluate(
      'new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done))))',
    );
  }

  /** Resolves when the expression is true in the page; the test's own time limit ends it. */
  async until(expression: string): Promise<void> {
    while ((await this.page.evaluate(expression)) !== true) await this.settled();
  }

  bodiesOf(message: { readonly name: string }): readonly unknown[] {
    return this.heard.filter(({ name }) => name === message.name).map(({ body }) => body);
  }

  async isShown(): Promise<void> {
    await this.page.locator('.composer-field').waitFor();
    await this.until("document.querySelector('.title').textContent !== ''");
    await this.settled();
  }

  private newScreen(): ChatScreen {
    return new ChatScreen({
      segment: () => ({
        number: this.segment,
        header: {
          kind: 'header',
          format: 1,
          session: 'one',
          segment: this.segment,
          createdAt: '2026-11-30T12:00:00.000Z',
          tailTurns: 2,
          tailTruncated: false,
        },
        records: this.records,
      }),
      handOver: 'Another model worked before.',
      interrupted: undefined,
      facts: { ...facts, ...this.start.facts },
      activity: { doing: 'nothing' },
      queue: { steering: [], followUps: [], deliveryPaused: false, failurePaused: false },
      outbox: [],
      now: () => 0,
    });
  }

  private newChannel(): Channel {
    const channel = createChannel({
      end: 'the host',
      post: (message) => this.post(message),
      report: (problem) => this.problems.push(problem),
    });
    const draft = this.start.draft ?? { text: '', caret: 0, edited: 0 };
    for (const message of Object.values(toHost)) {
      channel.onTold({ name: message.name, body: message.body as never }, (body) => {
        this.heard.push({ name: message.name, body });
        if (message.name === toHost.ready.name) {
          void channel.tell(toWebview.snapshot, this.screen.snapshot(this.lastDraft() ?? draft));
        }
        if (message.name === toHost.problem.name) this.problems.push((body as { text: string }).text);
      });
    }
    const hear = (message: { readonly name: string }, body: unknown): void => {
      this.heard.push({ name: message.name, body });
    };
    channel.onAsked(toHost.submit, async (body) => {
      hear(toHost.submit, body);
      return this.refuse === undefined ? ok({ as: 'sent' as const }) : err(this.refuse);
    });
    channel.onAsked(toHost.slash, async (body) => {
      hear(toHost.slash, body);
      return ok({});
    });
    channel.onAsked(toHost.editQueued, async (body) => {
      hear(toHost.editQueued, body);
      return this.refuse === undefined ? ok({ changed: this.waits }) : err(this.refuse);
    });
    channel.onAsked(toHost.pauseQueue, async (body) => {
      hear(toHost.pauseQueue, body);
      return this.refuse === undefined ? ok({}) : err(this.refuse);
    });
    for (const message of [toHost.answerPermission, toHost.answerEdit, toHost.answerQuestion] as const) {
      channel.onAsked<unknown, { taken: boolean }>(message, async (body) => {
        hear(message, body);
        return ok({ taken: this.waits });
      });
    }
    channel.onAsked(toHost.olderRows, async ({ key, most }) => {
      hear(toHost.olderRows, { key, most });
      await this.older;
      const page = this.screen.transcript.rows.older(key, most);
      return ok({ rows: [...page.rows], before: page.before });
    });
    channel.onAsked(toHost.inspect, async (body) => {
      hear(toHost.inspect, body);
      return ok({ parts: [{ part: 'result' as const, text: 'the whole result', omitted: 0 }] });
    });
    channel.onAsked(toHost.findFiles, async ({ prefix }) => {
      hear(toHost.findFiles, { prefix });
      return ok({ files: this.files.filter((file) => file.includes(prefix)) });
    });
    return channel;
  }

  private lastDraft(): Draft | undefined {
    const told = this.bodiesOf(toHost.draft).at(-1) as { readonly draft: Draft } | undefined;
    return told?.draft;
  }
}

export interface Bench {
  readonly browser: Browser;
  readonly server: PageServer;
}

export async function startBrowser(): Promise<Bench> {
  const [browser, server] = await Promise.all([launchBrowser(), servePanel()]);
  return { browser, server };
}

export async function stopBrowser({ browser, server }: Bench): Promise<void> {
  await browser.close();
  await server.close();
}
