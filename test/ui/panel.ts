// The panel of a window: its rows, its composer and its buttons, found as a person or a screen reader finds them.

import type { FrameLocator, Locator, Page } from 'playwright-core';

export type RowKind = 'user' | 'assistant' | 'reasoning' | 'tool' | 'separator' | 'notice' | 'ended';

export class Panel {
  readonly frame: FrameLocator;

  constructor(page: Page) {
    this.frame = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }

  get composer(): Locator {
    return this.frame.getByRole('textbox', { name: 'Message' });
  }

  /** What is being done now. */
  get progress(): Locator {
    return this.frame.locator('.progress[data-doing]');
  }

  get queue(): Locator {
    return this.frame.locator('.queue-item');
  }

  get meter(): Locator {
    return this.frame.locator('[data-action=meter]');
  }

  rows(kind: RowKind, text?: string | RegExp): Locator {
    return this.frame.locator(`[data-kind=${kind}]`, text === undefined ? {} : { hasText: text });
  }

  tool(name: string, state?: string): Locator {
    const inState = state === undefined ? '' : `[data-state=${state}]`;
    return this.frame.locator(`[data-kind=tool][data-tool=${name}]${inState}`);
  }

  /** How a turn ended that did not simply end. */
  ended(outcome: 'failed' | 'cancelled' | 'blocked' | 'interrupted'): Locator {
    return this.frame.locator(`[data-kind=ended][data-outcome=${outcome}]`);
  }

  /** Lets the tool that waits do what it asks for, once. */
  async allow(tool: string): Promise<void> {
    await this.tool(tool, 'waiting').getByRole('button', { name: 'Allow', exact: true }).click();
  }

  /** Types and presses Enter: sends, or steers what runs. */
  async say(text: string, key: 'Enter' | 'Alt+Enter' = 'Enter'): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press(key);
  }

  /** Resolves when nothing is being done. */
  async isIdle(): Promise<void> {
    await this.progress.waitFor({ state: 'hidden' });
  }

  async stop(): Promise<void> {
    await this.frame.locator('[data-action=stop]').click();
  }
}
