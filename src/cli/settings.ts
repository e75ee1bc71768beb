// Settings from `--set key=value`. On the command line a wrong one is wrong usage (design 5).

import { parseJson } from '../base/json.ts';
import { err, ok, type Result } from '../base/result.ts';
import { describeSettingProblem, readSettings, type Settings } from '../core/settings/settings.ts';
import { quote, usageFailure, type CliFailure } from './failure.ts';

export function settingsFrom(pairs: readonly string[]): Result<Settings, CliFailure> {
  const given = new Map<string, unknown>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals <= 0) {
      return err(
        usageFailure(`--set ${quote(pair)} is not key=value, for example --set compaction.tailTurns=1`),
      );
    }
    const key = pair.slice(0, equals);
    if (given.has(key)) return err(usageFailure(`--set ${key} is given twice; leave one of them out`));
    const text = pair.slice(equals + 1);
    const value = parseJson(text);
    // A word that is not JSON is taken as a string, so that quotes need not survive the shell.
    given.set(key, value === undefined ? text : value);
  }
  const { settings, problems } = readSettings(Object.fromEntries(given));
  const first = problems[0];
  if (first !== undefined) return err(usageFailure(`--set: ${describeSettingProblem(first)}`));
  return ok(settings);
}
