// One manual compaction of an open session: policies, target, runner, report.

import path from 'node:path';
import { telemetryFile } from '../adapters/disk/telemetry-file.ts';
import { neverAborted } from '../base/abort.ts';
import { ok } from '../base/result.ts';
import { noCheckpoints } from '../core/compaction/checkpoint.ts';
import type { CompactionOutcome } from '../core/compaction/outcome.ts';
import { createRootTarget } from '../core/compaction/root-target.ts';
import { RunState } from '../core/compaction/run-state.ts';
import { runCompaction } from '../core/compaction/runner.ts';
import { turnSpans } from '../core/transcript/turns.ts';
import { noHooks } from '../core/hooks/compact-hooks.ts';
import { telemetryName } from '../core/sessions/names.ts';
import type { SessionHandle } from '../core/sessions/store.ts';
import type { Settings } from '../core/settings/settings.ts';
import { createTelemetry } from '../core/telemetry/recorder.ts';
import type { SourceDamage } from '../core/import/source.ts';
import type { ParsedCommand } from './arguments.ts';
import type { CommandOutput } from './command.ts';
import { compactOutput } from './compact-report.ts';
import { summariserHints } from './summariser-hints.ts';
import { manualRequest } from './compact-request.ts';
import type { Tools } from './compose.ts';
import type { CliHost } from './host.ts';
import { phaseText, type Progress } from './progress.ts';
import { listedModels, providerFlags, providerFor, summariser } from './providers.ts';
import { timedProvider } from './timed-provider.ts';
import { estimateTranscript } from './transcript-estimate.ts';

export interface CompactWork {
  readonly command: ParsedCommand;
  readonly host: CliHost;
  readonly tools: Tools;
  readonly progress: Progress;
  readonly settings: Settings;
  /** Lines that could not be read of the file this session was imported from just now. */
  readonly damaged: readonly SourceDamage[];
}

export async function compactSession(session: SessionHandle, work: CompactWork): Promise<CommandOutput> {
  const { command, host, tools, progress, settings } = work;
  const { clock, ids, pace, prompts, masker } = tools;
  const began = clock.now();
  const flags = providerFlags(command);
  const { model: chosen, imported, id } = session.session();
  const question = { chosen, imported: imported !== undefined, host, ids };
  const { model: summaryModel, insteadOf } = summariser(flags, settings, question);
  const { records } = session.active();
  const turns = turnSpans(records, 0, records.length).length;
  const estimate = await estimateTranscript(records, settings, tools, host.signal);
  const listed = await listedModels(summaryModel, { flags, settings, host, ids, clock }, host.signal);
  const request = manualRequest(command, session, { settings, summaryModel, estimate, listed });
  const provider = providerFor(summaryModel, { flags, settings, host, ids });
  const timed = provider.ok ? timedProvider(provider.value, clock) : undefined;
  const write = telemetryFile(path.join(session.path, telemetryName));
  const telemetry = createTelemetry({ clock, session: id, turn: () => request.turn, write });
  const state = new RunState();
  const automatic = () => ({ enabled: settings['compaction.auto'], switchedOff: state.auto.switchedOff });
  let noticeDue = false;
  const outcome = await runCompaction(
    request,
    {
      target: createRootTarget({ session, telemetry, automatic }),
      provider: timed === undefined ? provider : ok(timed.provider),
      ...{ state, settings, prompts, masker, telemetry, clock, ids, pace },
      hooks: noHooks,
      checkpoints: noCheckpoints,
      report: (phase) => {
        noticeDue ||= phase.phase === 'accuracy-notice';
        const text = phaseText(phase);
        if (text !== undefined) progress.show(text);
      },
      committed: () => undefined,
    },
    host.signal,
  );
  progress.clear();
  const total = clock.now() - began;
  return compactOutput(await recounted(outcome, session, work), {
    session,
    target: request.target,
    summaryModel,
    asked: {
      isOffline: summaryModel.provider === 'offline',
      isWhole: request.tail === 'none' || turns === 0,
    },
    tokensBefore: request.tokensBefore.tokens,
    turns,
    program: host.program,
    hints: summariserHints(summaryModel, { insteadOf, guidance: request.guidance }),
    ms: { total, local: total - (timed?.waited() ?? 0) },
    noticeDue,
    damaged: work.damaged,
  });
}

/** The figure after a compaction in the measure of the figure before it. */
async function recounted(
  outcome: CompactionOutcome,
  session: SessionHandle,
  work: CompactWork,
): Promise<CompactionOutcome> {
  const { settings, tools } = work;
  if (outcome.outcome !== 'applied' || settings['compaction.tokenizer'] === 'chars') return outcome;
  const { applied } = outcome;
  const { tokens } = await estimateTranscript(session.active().records, settings, tools, neverAborted());
  return { outcome: 'applied', applied: { ...applied, tokens: { ...applied.tokens, after: tokens } } };
}
