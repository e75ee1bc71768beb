// secretlint with its recommended preset, as a finder of spans. It is heavy: this file is loaded on first use only.

import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import * as z from 'zod';
import { passwordSpan } from './address-passwords.ts';
import { isPlaceholder } from './placeholders.ts';
import { presetRulePrefix, unusedPresetRules } from './preset-openings.ts';
import { maskableSpan, type Span } from './spans.ts';

export interface PresetLinter {
  /** The secrets in a piece of text, as places in it. Rejects when a rule breaks. */
  secrets(piece: string): Promise<readonly Span[]>;
}

const finding = z.object({
  range: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
  data: z.record(z.string(), z.unknown()).optional(),
});
type Finding = z.infer<typeof finding>;

const byteOrderMark = '\ufeff';
const address = /:\/\/([^:@/\s]*):([^@/\s]+)@/;
const restOfToken = /[A-Za-z0-9_-]*/y;
/** How far behind its range a finding may stand: a name, a sign and white space. */
const farthest = 400;

/** The rules one by one: a preset as a whole runs also those that are switched off. */
const config = {
  rules: rules
    .filter(({ meta }) => !unusedPresetRules.some((rule) => presetRulePrefix + rule === meta.id))
    .map((rule) => ({ id: rule.meta.id, rule })),
};

export function createPresetLinter(): PresetLinter {
  // It would keep a mark of every rule that runs, for as long as the process lives.
  secretLintProfiler.mark = () => undefined;
  return { secrets };
}

async function secrets(piece: string): Promise<readonly Span[]> {
  // Ranges count from behind a byte order mark.
  const content = piece.startsWith(byteOrderMark) ? piece.slice(1) : piece;
  const shift = piece.length - content.length;
  const { messages } = await lintSource({
    source: { content, filePath: '', ext: '.txt', contentType: 'text' },
    options: { config, noPhysicFilePath: true },
  });
  return messages
    .map((message) => secretOf(content, finding.parse(message)))
    .filter((span) => span !== undefined)
    .map(({ start, end }) => ({ start: start + shift, end: end + shift }));
}

/**
 * The place of the secret itself. A range is not to be trusted: it may begin at the name of a secret and have the length
 * of its value, so the value is looked up from there on.
 */
function secretOf(content: string, { range, data }: Finding): Span | undefined {
  const [start, end] = range;
  const near = content.slice(start, end + farthest);
  const values = Object.values(data ?? {}).filter((value) => typeof value === 'string');
  const secret = values.filter((value) => near.includes(value)).sort((a, b) => b.length - a.length)[0];
  const from = secret === undefined ? start : start + near.indexOf(secret);
  const text = secret ?? content.slice(start, end);
  const credentials = address.exec(text);
  if (credentials !== null) {
    const [, user = '', password = ''] = credentials;
    return passwordSpan(from + credentials.index + 3, user, password);
  }
  if (isPlaceholder(text)) return undefined;
  restOfToken.lastIndex = from + text.length;
  return maskableSpan(from, from + text.length + (restOfToken.exec(content)?.[0].length ?? 0));
}
