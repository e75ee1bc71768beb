// What VS Code asks above the editor: lists to choose from and lines to write in.

import type { Locator, Page } from 'playwright-core';

export class Questions {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** One line of the list that is open. */
  choice(text: string | RegExp): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row', { hasText: text });
  }

  /** Looks for it as a person would: only the lines that can be seen are there. */
  async choose(text: string): Promise<void> {
    await this.write(text);
    await this.choice(text).first().click();
  }

  /** In the line above the list, or the one that is asked for. */
  async write(text: string): Promise<void> {
    await this.page.locator('.quick-input-widget input').fill(text);
  }

  /** Answers the line that asks for this, once it is there. */
  async answer(asked: string, text: string): Promise<void> {
    await this.asks(asked);
    await this.write(text);
    await this.page.keyboard.press('Enter');
  }

  /** Resolves once the open question has these words in its title or below its line. */
  async asks(words: string): Promise<void> {
    await this.page.locator('.quick-input-widget', { hasText: words }).waitFor();
  }

  async dismiss(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** The dialog that stops everything until it is answered. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }
}
