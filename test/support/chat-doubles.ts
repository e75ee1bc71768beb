// Doubles of what a chat needs around its loop: executions with a mailbox, models, a system prompt.

import { err, ok } from '../../src/base/result.ts';
import type { ChatModels } from '../../src/core/agent/policies.ts';
import type { Executions, MailboxMessage } from '../../src/core/executions/executions.ts';
import type { ExecutionRender } from '../../src/core/executions/render.ts';
import type { Provider } from '../../src/core/provider/provider.ts';

/** Executions that are only what the test puts there. */
export class PlacedExecutions implements Executions {
  running: ExecutionRender[] = [];
  mail: MailboxMessage[] = [];
  disposed = false;
  resumed = 0;
  /** Told whenever the mailbox is read. */
  onMail: () => void = () => undefined;

  readonly mailbox = {
    waiting: (owner: string): readonly MailboxMessage[] => {
      this.onMail();
      return owner === '/root' ? [...this.mail] : [];
    },
    delivered: (ids: readonly string[]): void => {
      this.mail = this.mail.filter((message) => !ids.includes(message.id));
    },
  };

  async start(): Promise<never> {
    throw new Error('No command runs in this test');
  }

  stop(): void {
    throw new Error('No command runs in this test');
  }

  live(): readonly ExecutionRender[] {
    return this.running;
  }

  ofCall(callId: string): ExecutionRender | undefined {
    return this.running.find((render) => render.callId === callId);
  }

  byId(executionId: string): ExecutionRender | undefined {
    return this.running.find((render) => render.executionId === executionId);
  }

  async resume(): Promise<void> {
    this.resumed++;
  }

  async dispose(): Promise<void> {
    this.disposed = true;
  }
}

interface ModelsOverOptions {
  /** Why a model has no provider, by model. */
  readonly missing?: Readonly<Record<string, string>> | undefined;
  /** For every model; without it silence is borne for ever. */
  readonly idleSeconds?: number | undefined;
}

/** Every model is answered for by the same provider, but those of `summaries` and `other`. */
export function modelsOver(
  providers: { readonly chat: Provider; readonly summary: Provider; readonly other?: Provider },
  { missing = {}, idleSeconds = 0 }: ModelsOverOptions = {},
): ChatModels {
  return {
    provider: ({ provider, model }) => {
      const why = missing[model];
      if (why !== undefined) return err(why);
      if (provider === 'other' && providers.other !== undefined) return ok(providers.other);
      return ok(provider === 'summaries' ? providers.summary : providers.chat);
    },
    idleSeconds: () => idleSeconds,
    reported: () => undefined,
  };
}
