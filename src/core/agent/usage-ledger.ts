// What requests of a chat cost: each settled one becomes the baseline, all together are kept for telemetry.

import type { ModelPolicy } from '../models/policy.ts';
import type { TokenUsage } from '../provider/events.ts';
import { recordBaseline } from '../telemetry/record-baseline.ts';
import type { Telemetry } from '../telemetry/recorder.ts';
import type { Conversation } from './conversation.ts';

const nothing = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

export class UsageLedger {
  private readonly conversation: Conversation;
  private readonly telemetry: Telemetry;
  private sum = nothing;

  constructor(conversation: Conversation, telemetry: Telemetry) {
    this.conversation = conversation;
    this.telemetry = telemetry;
  }

  /**
   * A request ended in any way; its records are appended, so that the baseline stands behind them (behaviour 2.5). Null
   * when its provider reported nothing.
   */
  settled(request: {
    readonly requestId: string;
    readonly policy: ModelPolicy;
    readonly usage: TokenUsage | null;
  }): void {
    const { requestId, policy, usage } = request;
    if (usage !== null) {
      const { sum } = this;
      this.sum = {
        input: sum.input + usage.input,
        cacheRead: sum.cacheRead + usage.cacheRead,
        cacheWrite: sum.cacheWrite + usage.cacheWrite,
        output: sum.output + usage.output,
      };
      this.conversation.emit({ event: 'usage', requestId, usage });
    }
    const { count } = this.conversation;
    recordBaseline({ kind: 'chat', count, requestId, policy, usage, cumulative: this.sum }, this.telemetry);
  }
}
