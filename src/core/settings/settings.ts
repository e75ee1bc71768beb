// Every setting of the product: its default, what it allows, and its values as the core uses them (design 5).
// A wrong value never stops anything: the default stays in force and a problem says which, what and what is allowed.

import * as z from 'zod';
import { firstCodePoints, isLongerThan } from '../../base/code-points.ts';
import { openObject } from '../../base/open-object.ts';

const wholeNumber = z.number().int().nonnegative();
const positive = z.number().int().positive();
const modelReference = z
  .string()
  .regex(/^[^/\s]+\/\S+$/)
  .optional();

const perModel = z.union([positive, z.record(z.string(), positive)]);

const providerSettings = openObject({
  kind: z.enum(['anthropic', 'openai', 'openai-chat']).optional(),
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** Tokens, for every model of the provider or by model id. */
  contextWindow: perModel.optional(),
  maxOutput: perModel.optional(),
});

/** What a message says is allowed in a field of one provider. */
const allowedInProvider: Readonly<Record<string, string>> = {
  kind: '"anthropic", "openai" or "openai-chat"',
  baseUrl: 'an address that begins with http:// or https://',
  headers: 'an object of texts by header name',
  contextWindow: 'a whole number above 0, or an object of such numbers by model',
  maxOutput: 'a whole number above 0, or an object of such numbers by model',
};

interface Setting<T> {
  readonly schema: z.ZodType<T>;
  readonly fallback: T;
  /** What a message says is allowed. */
  readonly allowed: string;
}

function setting<T>(schema: z.ZodType<T>, fallback: T, allowed: string): Setting<T> {
  return { schema, fallback, allowed };
}

const characters = (fallback: number): Setting<number> =>
  setting(wholeNumber, fallback, 'a whole number of characters, 0 or more');
const onUnlessSet: Setting<boolean> = setting(z.boolean(), true, 'true or false');
const model = setting(modelReference, undefined, 'provider/model, with an optional @effort');

const table = {
  'budget.contextLimit': setting(positive.nullable(), null, 'null or a whole number above 0'),
  'budget.reserveTokens': setting(wholeNumber, 20_000, 'a whole number of tokens, 0 or more'),
  'compaction.auto': onUnlessSet,
  'compaction.tokenThreshold': setting(z.number().gt(0).lt(1), 0.8, 'a number strictly between 0.0 and 1.0'),
  'compaction.imageTokenEstimate': setting(wholeNumber, 1844, 'a whole number of tokens, 0 or more'),
  'compaction.tailTurns': setting(wholeNumber, 2, 'a whole number of turns, 0 or more'),
  'compaction.tailBudget': setting(z.number().min(0).max(1), 0.25, 'a number from 0 to 1'),
  'compaction.tailToolOutputMax': characters(4000),
  'compaction.bodyToolOutputMax': characters(8000),
  'compaction.fileReferenceReminderLimit': setting(wholeNumber, 20, 'a whole number of files, 0 or more'),
  'compaction.warnOnCompletion': onUnlessSet,
  'compaction.oversize': setting(z.enum(['tighten', 'refuse']), 'tighten', '"tighten" or "refuse"'),
  'compaction.coverage': setting(
    z.enum(['append', 'report', 'off']),
    'append',
    '"append", "report" or "off"',
  ),
  /** Null until set: the default depends on where the provider is (design 5). */
  'compaction.idleTimeoutSeconds': setting(
    wholeNumber.nullable(),
    null,
    'a whole number of seconds; 0 means never',
  ),
  'compaction.tokenizer': setting(z.enum(['chars', 'tiktoken']), 'chars', '"chars" or "tiktoken"'),
  'models.default': model,
  'models.summarization': model,
  'models.journal': model,
  'models.planning': model,
  'models.stream': onUnlessSet,
  providers: setting(
    z.record(z.string(), providerSettings),
    {},
    'an object of providers with baseUrl, headers, kind, contextWindow, maxOutput',
  ),
  'permissions.mode': setting(z.enum(['ask', 'edits', 'full-auto']), 'ask', '"ask", "edits" or "full-auto"'),
  'retention.days': setting(wholeNumber, 0, 'a whole number of days; 0 keeps everything'),
};

export type SettingName = keyof typeof table;

export type Settings = {
  readonly [Name in SettingName]: (typeof table)[Name] extends Setting<infer T> ? T : never;
};

export type ProviderSettings = z.infer<typeof providerSettings>;

export interface SettingProblem {
  /** The setting, or the place inside it: `providers.ollama.baseUrl`. */
  readonly setting: string;
  readonly given: unknown;
  /** Null when there is no such setting. */
  readonly allowed: string | null;
}

export const settingNames = Object.keys(table) as readonly SettingName[];

/** The settings given on top of the defaults. Values that are undefined count as not given. */
export function readSettings(given: Readonly<Record<string, unknown>>): {
  readonly settings: Settings;
  readonly problems: readonly SettingProblem[];
} {
  const problems: SettingProblem[] = [];
  const values: Record<string, unknown> = {};
  for (const name of settingNames) values[name] = table[name].fallback;
  for (const [name, value] of Object.entries(given)) {
    if (!isSettingName(name)) {
      problems.push({ setting: name, given: value, allowed: null });
      continue;
    }
    if (value === undefined) continue;
    const parsed = table[name].schema.safeParse(value);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(problemIn(name, value, parsed.error.issues[0]?.path ?? []));
  }
  return { settings: values as Settings, problems };
}

const longestShown = 80;

/** Which setting, what was given, what is allowed: one line without a full stop (design 5). */
export function describeSettingProblem(problem: SettingProblem): string {
  const { setting: name, given, allowed } = problem;
  if (allowed === null) return `there is no setting ${shown(name)}`;
  // Headers may hold keys.
  const value = name.endsWith('.headers') && typeof given === 'string' ? 'a text' : shown(given);
  return `${name} is ${value}, allowed is ${allowed}`;
}

/** The innermost place of a problem that has a rule of its own: a field of one provider, a provider, the setting. */
function problemIn(name: SettingName, value: unknown, path: readonly PropertyKey[]): SettingProblem {
  const { allowed } = table[name];
  const [provider, field] = path;
  if (name !== 'providers' || provider === undefined) return { setting: name, given: value, allowed };
  const entry = fieldOf(value, provider);
  const setting = `${name}.${String(provider)}`;
  if (field === undefined) return { setting, given: entry, allowed };
  const own = allowedInProvider[String(field)] ?? allowed;
  return { setting: `${setting}.${String(field)}`, given: fieldOf(entry, field), allowed: own };
}

function fieldOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Objects and lists may hold keys and be long: only their kind is shown. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return isLongerThan(text, longestShown) ? `${firstCodePoints(text, longestShown)}…` : text;
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(table, name);
}
