// The mailbox of each conversation: how its commands ended, for its model, until the transcript has it.

import type { Mailbox, MailboxMessage } from './executions.ts';
import { mailText } from './end-texts.ts';
import type { ExecutionRender } from './render.ts';

export class WaitingMail implements Mailbox {
  private readonly messages = new Map<string, MailboxMessage & { readonly owner: string }>();
  private readonly asked: () => void;

  /** `asked` is called whenever somebody looks: a request is about to be sent. */
  constructor(asked: () => void) {
    this.asked = asked;
  }

  /** Once for each execution, whatever became of its row. */
  add(render: ExecutionRender): void {
    const { executionId, owner } = render;
    if (this.messages.has(executionId)) return;
    this.messages.set(executionId, { id: executionId, owner, text: mailText(render) });
  }

  waiting(owner: string): readonly MailboxMessage[] {
    this.asked();
    return [...this.messages.values()]
      .filter((message) => message.owner === owner)
      .map(({ id, text }) => ({ id, text }));
  }

  delivered(ids: readonly string[]): void {
    for (const id of ids) this.messages.delete(id);
  }
}
