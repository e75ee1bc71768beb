// What rows may ask for, as messages to the host.

import type { Channel } from '../src/protocol/channel.ts';
import { toHost } from '../src/protocol/messages.ts';
import type { RowActions } from './rows/row-view.ts';
import { askTexts } from './texts/tools.ts';

export interface RowActionDeps {
  readonly channel: Channel;
  readonly say: (text: string, manner: 'polite' | 'urgent') => void;
  /** Something was answered or begun: its buttons are gone, so the focus needs another place. */
  readonly answered: () => void;
}

export function rowActions({ channel, say, answered }: RowActionDeps): RowActions {
  const never = new AbortController().signal;
  const settle = (
    asking: Promise<{ readonly kind: string; readonly value?: { readonly taken: boolean } }>,
  ): void => {
    answered();
    void asking.then((answer) => {
      if (answer.kind !== 'answered' || answer.value?.taken === false) say(askTexts.answerGone, 'urgent');
    });
  };
  return {
    openRow: (key, part) => void channel.tell(toHost.openRow, { key, part }),
    openEarlierSegment: (segment) => void channel.tell(toHost.openEarlierSegment, { segment }),
    openDiff: (callId) => void channel.tell(toHost.openDiff, { callId }),
    stopExecution: (executionId) => void channel.tell(toHost.stopExecution, { executionId }),
    turnAction: (action) => {
      answered();
      void channel.tell(toHost.turnAction, { action });
    },
    sendUnsent: (id) => {
      answered();
      void channel.tell(toHost.sendUnsent, { id });
    },
    removeUnsent: (id) => void channel.ask(toHost.editQueued, { id, text: null }, never),
    async inspect(key, part) {
      const answer = await channel.ask(toHost.inspect, { key }, never);
      if (answer.kind !== 'answered') return undefined;
      return answer.value.parts.find((one) => one.part === part);
    },
    permit: (callId, answer) => settle(channel.ask(toHost.answerPermission, { callId, answer }, never)),
    review: (callId, answer) => {
      const body =
        answer === 'always' ? { callId, answer: 'accept' as const, always: true } : { callId, answer };
      settle(channel.ask(toHost.answerEdit, body, never));
    },
    say: (callId, text) => settle(channel.ask(toHost.answerQuestion, { callId, text }, never)),
  };
}
