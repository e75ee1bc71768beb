// What both gates share: the waiting manual run, the decision, the one warning, the automatic run and what follows from
// its outcome. Each gate brings its own estimate (seed, Request flow; behaviours 1.11, 3.15).

import { assertNever } from '../../../base/fail.ts';
import { evaluateThreshold } from '../../compaction/evaluate-threshold.ts';
import type { AutoState } from '../../compaction/auto-state.ts';
import type { CompactionOutcome } from '../../compaction/outcome.ts';
import type { Estimate } from '../../tokens/estimate.ts';
import type { ChatParts } from '../chat-parts.ts';
import { runManual } from '../manual-run.ts';
import { compactionInProgress, pressureText, skippedText } from '../notices.ts';
import type { TurnPolicies } from '../policies.ts';
import type { SettledTurn } from '../settled-turn.ts';

export interface GateQuestion {
  readonly where: 'pre-send' | 'continuation';
  readonly turn: number;
  readonly requestId: string;
  readonly policies: TurnPolicies;
  /** First record of the running tool batch; without one the settled boundary decides (behaviour 3.9). */
  readonly pendingFrom: () => string | undefined;
  /** Asked after a waiting manual run, which changes it. */
  readonly weigh: () => Promise<GateWeight>;
}

export interface GateWeight {
  readonly estimate: Estimate;
  /** Tokens of the request besides its transcript. */
  readonly fixedTokens: number;
}

export type GatePass =
  | { readonly kind: 'send' }
  /** The request is not sent, and its turn ends so. */
  | { readonly kind: 'end'; readonly settled: SettledTurn };

const send: GatePass = { kind: 'send' };

export async function passGate(
  question: GateQuestion,
  parts: ChatParts,
  signal: AbortSignal,
): Promise<GatePass> {
  const { where, turn, requestId, policies, pendingFrom } = question;
  const { conversation, compactions } = parts;
  const { runs, count, emit } = conversation;
  if (runs.inFlight) return blocked(compactionInProgress);
  await parts.manual.runWaiting((asked) =>
    runManual({ asked, policies, turn, turnCount: turn - 1, pendingFrom: pendingFrom() }, parts, signal),
  );
  parts.show({ doing: 'thinking' });
  if (signal.aborted) return { kind: 'end', settled: { outcome: 'cancelled' } };

  const { estimate, fixedTokens } = await question.weigh();
  const { target, summary } = policies;
  const facts = () => compactions.startFacts();
  const evaluation = evaluateThreshold(
    { gate: where, requestId, estimate, target, summary, count, auto: runs.auto, facts },
    parts.telemetry,
  );
  const { admission, decision, measured } = evaluation;
  emit({
    event: 'gate',
    where,
    estimate: estimate.tokens,
    source: estimate.source,
    thresholds: { target: target.threshold, summary: summary.threshold },
    decision: decision.decision,
  });
  switch (decision.decision) {
    case 'send':
      return send;
    case 'send-uncompacted':
      if (decision.warn) {
        runs.warned();
        emit({ event: 'notice', level: 'warning', text: skippedText(decision.reason) });
      }
      return send;
    case 'block':
      return blocked(pressureText(decision.estimate, decision.threshold));
    case 'compact': {
      const outcome = await compactions.run(
        {
          trigger: 'auto',
          tail: 'recent',
          policies,
          targetPressure: admission.targetPressure,
          tokensBefore: count.estimate(),
          pendingFrom: pendingFrom(),
          fixedTokens,
          turn,
          turnCount: turn - 1,
          measured,
        },
        signal,
      );
      return afterRun(outcome, runs.auto);
    }
    default:
      return assertNever(decision);
  }
}

/** Only an applied run, and one that found nothing to do below pressure, let the request go. */
function afterRun(outcome: CompactionOutcome, { switchedOff }: AutoState): GatePass {
  switch (outcome.outcome) {
    case 'applied':
    case 'skipped':
      return send;
    case 'cancelled':
      return { kind: 'end', settled: { outcome: 'cancelled' } };
    case 'blocked':
      return blocked(outcome.reason);
    case 'refused':
    case 'failed': {
      const fault = { kind: 'compaction', outcome, switchedOff } as const;
      return { kind: 'end', settled: { outcome: 'failed', fault } };
    }
    default:
      return assertNever(outcome);
  }
}

function blocked(reason: string): GatePass {
  return { kind: 'end', settled: { outcome: 'blocked', reason } };
}
