// `segue diagnose`: how full the context is, and when and why it would be compacted.

import path from 'node:path';
import { newestTelemetry } from '../../adapters/disk/telemetry-file.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { diagnoseContext, type ContextDiagnosis } from '../../core/diagnostics/context-diagnosis.ts';
import { pastDecisions, type PastDecision } from '../../core/diagnostics/past-decisions.ts';
import type { BudgetFigures } from '../../core/models/diagnostics.ts';
import { modelFor, resolvePolicy } from '../../core/models/policy.ts';
import { telemetryName } from '../../core/sessions/names.ts';
import type { Settings } from '../../core/settings/settings.ts';
import type { ParsedCommand } from '../arguments.ts';
import type { CommandOutput } from '../command.ts';
import type { Tools } from '../compose.ts';
import { counted } from '../../base/counted.ts';
import { asOneLine, usageFailure, type CliFailure } from '../failure.ts';
import type { CliHost } from '../host.ts';
import { readSession } from '../read-session.ts';
import { settingsFrom } from '../settings.ts';
import { estimateTranscript } from '../transcript-estimate.ts';
import { decisionText, provenanceText } from '../texts.ts';

export async function diagnoseCommand(
  command: ParsedCommand,
  host: CliHost,
  tools: Tools,
): Promise<Result<CommandOutput, CliFailure>> {
  const read = settingsFrom(command.list('set'));
  if (!read.ok) return read;
  const settings = read.value;
  const opened = await readSession(command, host, tools);
  if (!opened.ok) return opened;
  const session = opened.value;
  const { records, damage } = session.active();
  const chosen = modelFor('chat', settings, session.session().model);
  const model = command.text('model');
  if (model !== undefined && chosen.provider === 'offline') return err(usageFailure(ownOnly));
  const target = resolvePolicy(
    model === undefined ? chosen : { ...chosen, model, effort: undefined },
    settings,
  );
  const summary = resolvePolicy(modelFor('summarization', settings, target), settings);
  const diagnosis = diagnoseContext({
    estimate: await estimateTranscript(records, settings, tools, host.signal),
    target,
    summary,
    facts: {
      autoEnabled: settings['compaction.auto'],
      switchedOff: false,
      inFlight: false,
      writable: true,
      persisted: true,
      onActiveSegment: true,
      damagedLines: damage.length,
      agentOwnsHistory: false,
    },
  });
  const lines = await newestTelemetry(path.join(session.path, telemetryName));
  const decisions = pastDecisions(lines, mostDecisions);
  const text = [diagnosisText(diagnosis, settings), ...decisions.map(pastText)].join('\n');
  return ok({ json: { ...diagnosis, decisions }, text, exit: 0 });
}

const mostDecisions = 5;

const ownOnly =
  "--model names another model of the session's provider, and the offline one has no other; name any model with --set models.default=provider/model";

/** `2026-11-30 12:00  manual run: 84000 tokens (estimated), threshold 86400 → applied, 12000 after`. */
function pastText(past: PastDecision): string {
  const at = past.at.slice(0, 16).replace('T', ' ');
  const kind = past.source === 'provider-context' ? 'measured' : 'estimated';
  const figures = `${past.estimate} tokens (${kind}), threshold ${past.threshold}${reportedText(past)}`;
  const reason = past.reason === null ? '' : ` (${past.reason})`;
  if (past.kind === 'gate') return `${at}  ${past.gate} gate: ${figures} → ${past.decision}${reason}`;
  const after = past.after === null ? '' : `, ${past.after} tokens of transcript after it`;
  return `${at}  ${past.trigger} run: ${figures} → ${past.outcome ?? 'never ended'}${reason}${after}`;
}

function reportedText({ reportedWindow }: PastDecision): string {
  return reportedWindow === undefined ? '' : ` of a window of ${reportedWindow}, reported by the provider`;
}

function diagnosisText(diagnosis: ContextDiagnosis, settings: Settings): string {
  const { estimate, winningThreshold, ratio, target, summary, decision } = diagnosis;
  const kind = estimate.source === 'provider-context' ? 'measured' : 'estimated';
  const share = `${percent(estimate.tokens / winningThreshold)} of the threshold`;
  return [
    `transcript  ${counted(estimate.tokens, 'token')} (${kind}), ${share}`,
    `threshold   ${winningThreshold} tokens, ${percent(ratio)} of what the smaller of the two models can use`,
    `decision    ${decisionText(decision)}`,
    ...(settings['compaction.auto'] ? [] : ['automatic   off by compaction.auto']),
    ...budgetText('target', 'which goes on with the session', target),
    ...budgetText('summary', 'which summarises', summary),
  ].join('\n');
}

function budgetText(role: string, what: string, figures: BudgetFigures): readonly string[] {
  const { model, window, provenance, reserve, usable, threshold } = figures;
  return [
    `${role.padEnd(12)}${asOneLine(model)}, ${what}`,
    `  window    ${window} tokens (${provenanceText(provenance, window)})`,
    `  reserve   ${reserve} tokens kept free for the answer`,
    `  usable    ${usable} tokens, of which ${threshold} are the threshold of this model alone`,
  ];
}

/** Rounded down to a tenth. */
function percent(share: number): string {
  return `${Math.floor(share * 1000 + 1e-6) / 10} %`;
}
