// API keys: in VS Code's secret storage and nowhere else, with the environment as a fallback for the providers that are
// built in (design 12). They are read ahead, because a turn that begins does not wait.

import type * as vscode from 'vscode';
import { keyNames, wireKind } from '../../adapters/wire-provider.ts';
import type { Settings } from '../../core/settings/settings.ts';

const prefix = 'segue.key.';

export interface FoundKey {
  /** `''` when there is none. */
  readonly key: string;
  readonly from: 'secrets' | 'environment' | 'nowhere';
}

export class Keys implements vscode.Disposable {
  private readonly secrets: vscode.SecretStorage;
  private readonly listening: vscode.Disposable;
  private readonly known = new Map<string, string>();

  constructor(secrets: vscode.SecretStorage) {
    this.secrets = secrets;
    this.listening = secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix)) void this.read(key.slice(prefix.length));
    });
  }

  /** Reads the keys of every provider a model may be asked of. */
  async load(settings: Settings): Promise<void> {
    const holders = new Set(['anthropic', 'openai', ...Object.keys(settings.providers)].map(keyHolder));
    await Promise.all([...holders].map((holder) => this.read(holder)));
  }

  of(provider: string): FoundKey {
    const stored = this.known.get(keyHolder(provider));
    if (stored !== undefined) return { key: stored, from: 'secrets' };
    const kind = wireKind(provider);
    const given = kind === undefined ? '' : (process.env[keyNames[kind]]?.trim() ?? '');
    return given === '' ? { key: '', from: 'nowhere' } : { key: given, from: 'environment' };
  }

  /** `''` removes it. */
  async set(provider: string, key: string): Promise<void> {
    const holder = keyHolder(provider);
    if (key === '') await this.secrets.delete(prefix + holder);
    else await this.secrets.store(prefix + holder, key);
    await this.read(holder);
  }

  dispose(): void {
    this.listening.dispose();
  }

  private async read(holder: string): Promise<void> {
    const key = (await this.secrets.get(prefix + holder))?.trim() ?? '';
    if (key === '') this.known.delete(holder);
    else this.known.set(holder, key);
  }
}

/** Both of OpenAI's APIs take the same key. */
export function keyHolder(provider: string): string {
  return provider === 'openai-chat' ? 'openai' : provider;
}
