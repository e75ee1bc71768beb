// Is an answer a summary? Headings exactly once and in order, nothing else at their level; digests are bullets only.

import { utf8Length } from '../../base/code-points.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { headingsFor, type SummaryPurpose } from './purpose.ts';

/** Most UTF-8 bytes of a digest (behaviour 6.19). */
export const digestMaxBytes = 16_384;

/** One section of a summary: its heading and what stands below it, untrimmed. */
export interface SummarySection {
  readonly heading: string;
  readonly lines: readonly string[];
  /** Number of the heading's line, counted from 0. */
  readonly at: number;
}

/** The trimmed summary, or one clause that says what is wrong (behaviours 6.10 to 6.12, 6.18). */
export function validateSummary(text: string, purpose: SummaryPurpose): Result<string, string> {
  const summary = text.trim();
  if (summary === '') return err('Context summary response is empty');
  if (purpose === 'digest' && utf8Length(summary) > digestMaxBytes) {
    return err(`the digest is longer than ${digestMaxBytes} bytes`);
  }
  const found = summarySections(summary).map((section) => section.heading);
  const wrong = headingFault(found, headingsFor(purpose));
  if (wrong !== undefined) return err(wrong);
  const fault = purpose === 'digest' ? digestFault(summary) : undefined;
  return fault === undefined ? ok(summary) : err(fault);
}

/**
 * The sections of a summary. Only lines that begin exactly with `## ` outside fences are headings; a fence is toggled by
 * any line whose first non-blank characters are three backticks or tildes (behaviour 6.11). Text before the first
 * heading is in no section.
 */
export function summarySections(summary: string): readonly SummarySection[] {
  const sections: { heading: string; lines: string[]; at: number }[] = [];
  let fenced = false;
  summary.split('\n').forEach((line, at) => {
    if (isFence(line)) fenced = !fenced;
    if (!fenced && line.startsWith('## ')) sections.push({ heading: line.slice(3).trim(), lines: [], at });
    else sections.at(-1)?.lines.push(line);
  });
  return sections;
}

function isFence(line: string): boolean {
  return /^\s*(?:```|~~~)/.test(line);
}

function headingFault(found: readonly string[], wanted: readonly string[]): string | undefined {
  const foreign = found.find((heading) => !wanted.includes(heading));
  if (foreign !== undefined) return `unexpected heading "${foreign}"`;
  const twice = found.find((heading, place) => found.indexOf(heading) !== place);
  if (twice !== undefined) return `heading "${twice}" stands twice`;
  const missing = wanted.find((heading) => !found.includes(heading));
  if (missing !== undefined) return `heading "${missing}" is missing`;
  const moved = wanted.find((heading, place) => found[place] !== heading);
  return moved === undefined ? undefined : `heading "${moved}" is out of order`;
}

function digestFault(summary: string): string | undefined {
  if (!summary.startsWith('## ')) return 'there is text before the first heading';
  if (summary.split('\n').some(isFence)) return 'a digest has no code fences';
  for (const { heading, lines } of summarySections(summary)) {
    const content = lines.filter((line) => line.trim() !== '');
    const bullets = content.filter((line) => /^- +\S/.test(line));
    if (bullets.length === 0) return `"${heading}" has no bullet`;
    if (content[0] !== bullets[0] || content.some((line) => !/^(?:- +|\s+)\S/.test(line))) {
      return `"${heading}" has text outside its bullets`;
    }
    if (content.length > 1 && bullets.some((line) => line.trim() === '- none')) {
      return `"- none" is not the only bullet of "${heading}"`;
    }
  }
  return undefined;
}
