// The request of a manual compaction from the command line: which models, what is kept, what it was told to mind.

import type { CompactionRequest } from '../core/compaction/request.ts';
import { lastTurnOf } from '../core/compaction/selection.ts';
import { modelFor, resolvePolicy, type ModelReference } from '../core/models/policy.ts';
import { reportedModel, type ReportedModel } from '../core/models/reported-models.ts';
import type { SessionHandle } from '../core/sessions/store.ts';
import { resolveSummaryPolicy } from '../core/summary/policy.ts';
import type { Settings } from '../core/settings/settings.ts';
import type { Estimate } from '../core/tokens/estimate.ts';
import type { ParsedCommand } from './arguments.ts';
import { idleSeconds } from '../adapters/wire-provider.ts';

export function manualRequest(
  command: ParsedCommand,
  session: SessionHandle,
  how: {
    readonly settings: Settings;
    readonly summaryModel: ModelReference;
    readonly estimate: Estimate;
    readonly listed: readonly ReportedModel[];
  },
): CompactionRequest {
  const { settings, summaryModel, listed } = how;
  const { records } = session.active();
  const chat = modelFor('chat', settings, session.session().model);
  const reported = ({ provider, model }: ModelReference) =>
    provider === summaryModel.provider ? reportedModel(listed, model) : undefined;
  const baseUrl = command.text('base-url') ?? settings.providers[summaryModel.provider]?.baseUrl;
  return {
    trigger: 'manual',
    purpose: 'continuation',
    tail: command.has('all') ? 'none' : 'recent',
    guidance: command.text('instructions'),
    target: resolvePolicy(chat, settings, reported(chat)),
    summary: resolveSummaryPolicy(summaryModel, settings, {
      idleSeconds: idleSeconds(settings, baseUrl),
      reported: reported(summaryModel),
    }),
    targetPressure: false,
    tokensBefore: how.estimate,
    fixedTokens: 0,
    turn: lastTurnOf(records),
  };
}
