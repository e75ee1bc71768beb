// What is said of a compaction: one JSON value, or a few lines for a person. Every count says what it counts.

import type { AppliedCompaction, CompactionOutcome } from '../core/compaction/outcome.ts';
import { modelName } from '../core/models/diagnostics.ts';
import type { SourceDamage } from '../core/import/source.ts';
import type { ModelReference } from '../core/models/policy.ts';
import { describeRepair } from '../core/sessions/describe-repair.ts';
import type { SessionHandle } from '../core/sessions/store.ts';
import type { CommandOutput } from './command.ts';
import { counted } from '../base/counted.ts';
import { asOneLine } from './failure.ts';
import { shellWord } from './shell-word.ts';
import { accuracyNotice, outcomeReason, thousands, type AskedCompaction } from './texts.ts';

export interface CompactReport {
  readonly session: SessionHandle;
  readonly target: ModelReference;
  readonly summaryModel: ModelReference;
  readonly asked: AskedCompaction;
  readonly tokensBefore: number;
  readonly turns: number;
  readonly ms: { readonly total: number; readonly local: number };
  readonly noticeDue: boolean;
  /** How the person calls the program. */
  readonly program: string;
  /** Sentences about the model that summarised. */
  readonly hints: readonly string[];
  readonly damaged: readonly SourceDamage[];
}

export function compactOutput(outcome: CompactionOutcome, report: CompactReport): CommandOutput {
  const json = outcomeJson(outcome, report);
  if (outcome.outcome === 'applied') return { json, text: appliedText(outcome.applied, report), exit: 0 };
  const exit = exitOf(outcome);
  const notes = report.session.repairs.map((repair) => `${report.session.path}: ${describeRepair(repair)}`);
  const reason = outcomeReason(outcome, report.asked) ?? '';
  const said = outcome.outcome === 'cancelled' ? reason : `${outcome.outcome}: ${reason}`;
  return exit === 0 ? { json, text: said, exit, notes } : { json, text: '', error: said, exit, notes };
}

function outcomeJson(outcome: CompactionOutcome, report: CompactReport): unknown {
  const session = report.session.path;
  const { ms } = report;
  const { provider, model } = report.summaryModel;
  if (outcome.outcome !== 'applied') {
    const number = report.session.active().number;
    const tokens = { before: report.tokensBefore, after: report.tokensBefore, source: 'fresh-estimate' };
    return {
      outcome: outcome.outcome,
      reason: outcomeReason(outcome, report.asked),
      session,
      segment: { from: number, to: number },
      tokens,
      turns: { total: report.turns, kept: report.turns },
      summary: { provider, model, attempts: attemptsOf(outcome), characters: 0, carried: [] },
      ...findingsJson(report),
      ms,
    };
  }
  const { segment, tokens, turns, shortenedOutputs, summary, warnings } = outcome.applied;
  const { attempts, characters, carried, missingConstraints, tightened, maskedSecrets } = summary;
  return {
    outcome: 'applied',
    session,
    segment,
    tokens,
    turns,
    shortenedOutputs,
    summary: { provider, model, attempts, characters, carried, missingConstraints, tightened, maskedSecrets },
    warnings,
    ...(report.hints.length === 0 ? {} : { notes: report.hints }),
    ...findingsJson(report),
    ms,
  };
}

/** What was wrong with the file or the session before, when anything was. */
function findingsJson({ session, damaged }: CompactReport): object {
  return {
    ...(session.repairs.length === 0 ? {} : { repairs: session.repairs }),
    ...(damaged.length === 0 ? {} : { damaged }),
  };
}

function attemptsOf(outcome: CompactionOutcome): number {
  if (outcome.outcome !== 'failed') return 0;
  return 'attempts' in outcome.failure ? outcome.failure.attempts : 0;
}

function appliedText(applied: AppliedCompaction, report: CompactReport): string {
  const { tokens, turns, shortenedOutputs, segment, summary } = applied;
  const measured = tokens.source === 'provider-context' ? ' (measured)' : '';
  const bigger = tokens.after >= tokens.before ? ' · not smaller than before' : '';
  const session = shellWord(report.session.path);
  const tightened = summary.tightened ? ', from less tool output so that it fits' : '';
  const secrets = summary.maskedSecrets;
  const lines = [
    [
      'Conversation compacted',
      `${thousands(tokens.before)}${measured} → ${thousands(tokens.after)} tokens of transcript (estimated)${bigger}`,
      `${turns.kept} of ${counted(turns.total, 'turn')} kept`,
      `${counted(shortenedOutputs, 'tool output')} shortened`,
      `segment ${segment.to}`,
    ].join(' · '),
    row('session', session),
    row('model', `${modelName(report.target)}, the session's own`),
    row(
      'summary',
      `${counted(summary.characters, 'character')} by ${authorName(report.summaryModel)} in ${counted(summary.attempts, 'attempt')}${tightened}`,
    ),
    ...summary.carried.map((line) => row('added', `${firstLine(line)} (the summary had left it out)`)),
    ...summary.missingConstraints.map((rule) => row('check', `perhaps missing from the summary: ${rule}`)),
    ...(secrets > 0 ? [row('masked', `${counted(secrets, 'secret')} in evidence and summary`)] : []),
    ...damagedRows(report.damaged),
    ...report.session.repairs.map((repair) => row('repaired', describeRepair(repair))),
    ...applied.warnings.map((warning) => row('warning', warning)),
    ...report.hints.map((hint) => row('note', hint)),
    row('read it', `${report.program} show ${session}`),
    row('before', `${report.program} show ${session} --segment ${segment.from}`),
    ...(report.noticeDue ? [accuracyNotice] : []),
  ];
  return lines.join('\n');
}

const mostNamed = 10;

function damagedRows(damaged: readonly SourceDamage[]): readonly string[] {
  if (damaged.length === 0) return [];
  const named = damaged.slice(0, mostNamed).map(({ line }) => line);
  const more = damaged.length > mostNamed ? ` and ${damaged.length - mostNamed} more` : '';
  const lines = `${damaged.length === 1 ? 'line' : 'lines'} ${named.join(', ')}${more}`;
  return [row('damaged', `${lines} of the file, kept as they are, hidden from the model`)];
}

function row(label: string, text: string): string {
  return `  ${label.padEnd(9)}${asOneLine(text)}`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function authorName(model: ModelReference): string {
  return model.provider === 'offline' ? 'the offline model' : modelName(model);
}

/** Applied and skipped are fine; cancelled has the status of an interrupt (design 6.15). */
function exitOf(outcome: CompactionOutcome): CommandOutput['exit'] {
  if (outcome.outcome === 'applied' || outcome.outcome === 'skipped') return 0;
  return outcome.outcome === 'cancelled' ? 130 : 1;
}
