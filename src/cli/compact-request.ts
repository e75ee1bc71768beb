// The request of a manual compaction from the command line: which models, what is kept, what it was told to mind.

import type { CompactionRequest } from '../core/compaction/request.ts';
import { modelFor, resolvePolicy, type ModelReference } from '../core/models/policy.ts';
import type { SessionHandle } from '../core/sessions/store.ts';
import type { Settings } from '../core/settings/settings.ts';
import { freshEstimate } from '../core/tokens/estimate.ts';
import type { ParsedCommand } from './arguments.ts';
import { idleSeconds } from './providers.ts';

export function manualRequest(
  command: ParsedCommand,
  session: SessionHandle,
  how: { readonly settings: Settings; readonly summaryModel: ModelReference },
): CompactionRequest {
  const { settings, summaryModel } = how;
  const { records } = session.active();
  const baseUrl = command.text('base-url') ?? settings.providers[summaryModel.provider]?.baseUrl;
  return {
    trigger: 'manual',
    purpose: 'continuation',
    tail: command.has('all') ? 'none' : 'recent',
    guidance: command.text('instructions'),
    target: resolvePolicy(modelFor('chat', settings, session.session().model), settings),
    summary: {
      ...resolvePolicy(summaryModel, settings),
      stream: settings['models.stream'],
      idleSeconds: idleSeconds(settings, baseUrl),
    },
    targetPressure: false,
    tokensBefore: freshEstimate(records, settings['compaction.imageTokenEstimate']),
    fixedTokens: 0,
    turn: records.reduce((highest, record) => Math.max(highest, record.turn), 0),
  };
}
