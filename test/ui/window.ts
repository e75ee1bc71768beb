// A window of VS Code over a workspace of its own, as a person sees it.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errors, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { workbenchUrl, type Server } from '../vscode/host/server.mjs';
import { makeWorkspace } from '../vscode/workspace.ts';
import { bench, patience } from './bench.ts';
import { Panel } from './panel.ts';
import { watch } from './pictures.ts';
import { Questions } from './questions.ts';

/** Of the palette: how often, and how long each step of an attempt waits. */
const mostAttempts = 6;
const attemptMs = 10_000;

export interface WindowStart {
  /** Of the workspace. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly server?: Server;
  /** What is open in it: its folder, nothing, or a folder of a file system that is not on this machine. */
  readonly over?: 'folder' | 'nothing' | 'elsewhere';
}

export class Window {
  readonly page: Page;
  readonly folder: string;
  readonly panel: Panel;
  readonly questions: Questions;
  private readonly context: BrowserContext;

  private constructor(context: BrowserContext, page: Page, folder: string) {
    this.context = context;
    this.page = page;
    this.folder = folder;
    this.panel = new Panel(page);
    this.questions = new Questions(page);
  }

  /** A new workspace, in a browser that has never seen it. */
  static async open(start: WindowStart = {}): Promise<Window> {
    const { settings = {}, server = bench.server, over = 'folder' } = start;
    const folder = makeWorkspace(mkdtempSync(path.join(bench.folder, 'w-')));
    mkdirSync(path.join(folder, '.vscode'));
    writeSettings(folder, settings);
    const context = await bench.browser.newContext({ viewport: { width: 1400, height: 900 } });
    context.setDefaultTimeout(patience.wait);
    const page = await context.newPage();
    watch(page);
    const window = new Window(context, page, folder);
    try {
      await page.goto(addressOf(server, folder, over));
      await window.showPanel();
      await window.isReady();
    } catch (error) {
      // Nobody else could close it, and it would slow down those that follow.
      await window.close();
      throw error;
    }
    return window;
  }

  /** A second window over the same folder, in the same browser. Closed with the first. */
  async beside(): Promise<Window> {
    const page = await this.context.newPage();
    watch(page);
    const window = new Window(this.context, page, this.folder);
    await page.goto(this.page.url());
    await window.showPanel();
    return window;
  }

  /** Turns to the panel; the other tab of that bar is VS Code's own. */
  private async showPanel(): Promise<void> {
    await this.page.locator('.part.auxiliarybar .composite-bar').getByText('Segue').click();
  }

  /** Resolves once the panel can be written in. */
  async isReady(): Promise<void> {
    await this.page.locator('.monaco-workbench').waitFor();
    await this.panel.composer.waitFor();
  }

  /** The whole window anew. */
  async reload(): Promise<void> {
    const reloaded = this.page.waitForEvent('load');
    await this.command('Developer: Reload Window');
    await reloaded;
    await this.isReady();
  }

  /**
   * Calls a command by its title, from the palette. A list that is just closing may take the palette with it, and a key is
   * lost while the focus moves: like a person it tries again, and the command is called once, by the last step.
   */
  async command(title: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.called(title);
        return;
      } catch (error) {
        if (attempt === mostAttempts || !(error instanceof errors.TimeoutError)) throw error;
      }
    }
  }

  private async called(title: string): Promise<void> {
    const { page } = this;
    await page.keyboard.press('F1');
    const input = page.locator('.quick-input-widget input');
    await input.waitFor({ timeout: attemptMs });
    await input.fill(`>${title}`, { timeout: attemptMs });
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
    await row.click({ timeout: attemptMs });
  }

  /** Takes the place of the settings of the workspace. VS Code notices a moment later. */
  changeSettings(settings: Readonly<Record<string, unknown>>): void {
    writeSettings(this.folder, settings);
  }

  get meter(): Locator {
    return this.page.locator('.statusbar-item[id^="segue."]');
  }

  /** What the meter says is used, in tokens; thousands where it says thousands. */
  async usedTokens(): Promise<number> {
    const text = await this.meter.innerText();
    const [, figure = '', k = ''] = /(\d+)(k?) \//.exec(text) ?? [];
    if (figure === '') throw new Error(`the meter says ${text}`);
    return Number(figure) * (k === 'k' ? 1000 : 1);
  }

  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast', { hasText: text });
  }

  async clearNotifications(): Promise<void> {
    await this.command('Notifications: Clear All Notifications');
    await this.page.locator('.notification-toast').first().waitFor({ state: 'hidden' });
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

function writeSettings(folder: string, settings: Readonly<Record<string, unknown>>): void {
  writeFileSync(path.join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
}

function addressOf({ url }: Server, folder: string, over: NonNullable<WindowStart['over']>): string {
  if (over === 'folder') return workbenchUrl(url, { folder });
  if (over === 'nothing') return workbenchUrl(url);
  const workspace = `${folder}.code-workspace`;
  writeFileSync(
    workspace,
    JSON.stringify({ folders: [{ uri: 'elsewhere://house/larder', name: 'larder' }] }),
  );
  return workbenchUrl(url, { folder: workspace });
}
