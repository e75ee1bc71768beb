// Changes of what waits to be delivered, as questions to the host: one that was not made is told, with why.

import type { Answer, Channel } from '../src/protocol/channel.ts';
import { toHost } from '../src/protocol/messages.ts';
import type { QueueActions } from './composer/queue-list.ts';
import type { FaultLine } from './fault-line.ts';
import { queueTexts } from './texts/composer.ts';
import { panelTexts } from './texts/panel.ts';

export interface QueueChangeDeps {
  readonly channel: Channel;
  /** The one the person sees. */
  readonly session: () => string;
  readonly fault: FaultLine;
}

export function queueChanges({ channel, session, fault }: QueueChangeDeps): QueueActions {
  const never = new AbortController().signal;
  const isDone = (answer: Answer<unknown>, failed: string): boolean => {
    if (answer.kind === 'answered') fault.clear();
    else fault.show(`${failed} ${answer.kind === 'refused' ? answer.why : panelTexts.hostGone}.`);
    return answer.kind === 'answered';
  };
  const deliver = async (delivery: 'paused' | 'resumed', failed: string): Promise<void> => {
    const paused = delivery === 'paused';
    isDone(await channel.ask(toHost.pauseQueue, { session: session(), paused }, never), failed);
  };
  return {
    async edit(id, text) {
      const answer = await channel.ask(toHost.editQueued, { session: session(), id, text }, never);
      const failed = text === null ? queueTexts.notRemoved : queueTexts.notChanged;
      if (!isDone(answer, failed)) return false;
      if (answer.kind === 'answered' && !answer.value.changed) fault.show(queueTexts.delivered);
      return true;
    },
    pause: () => deliver('paused', queueTexts.notPaused),
    resume: () => deliver('resumed', queueTexts.notResumed),
  };
}
