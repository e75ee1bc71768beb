// What rows may ask for, as messages to the host.

import type { Answer, Channel } from '../src/protocol/channel.ts';
import { toHost } from '../src/protocol/messages.ts';
import type { QueueActions } from './composer/queue-list.ts';
import type { FaultLine } from './fault-line.ts';
import type { RowActions } from './rows/row-view.ts';
import { askTexts } from './texts/tools.ts';

export interface RowActionDeps {
  readonly channel: Channel;
  /** The one the person sees. */
  readonly session: () => string;
  readonly queue: QueueActions;
  readonly fault: FaultLine;
  /** Something was answered or begun: its buttons are gone, so the focus needs another place. */
  readonly answered: () => void;
}

export function rowActions({ channel, session, queue, fault, answered }: RowActionDeps): RowActions {
  const never = new AbortController().signal;
  const settle = (asking: Promise<Answer<{ readonly taken: boolean }>>): void => {
    answered();
    void asking.then((answer) => {
      if (answer.kind === 'answered' && answer.value.taken) fault.clear();
      else
        fault.show(
          answer.kind === 'refused' ? `${askTexts.notAnswered} ${answer.why}.` : askTexts.answerGone,
        );
    });
  };
  return {
    openRow: (key, part) => void channel.tell(toHost.openRow, { key, part }),
    openEarlierSegment: (segment) => void channel.tell(toHost.openEarlierSegment, { segment }),
    openDiff: (callId) => void channel.tell(toHost.openDiff, { callId }),
    stopExecution: (executionId) => void channel.tell(toHost.stopExecution, { executionId }),
    turnAction: (action) => {
      answered();
      void channel.tell(toHost.turnAction, { session: session(), action });
    },
    sendUnsent: (id) => {
      answered();
      void channel.tell(toHost.sendUnsent, { session: session(), id });
    },
    removeUnsent: (id) => void queue.edit(id, null),
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
