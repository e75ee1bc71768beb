// Skills in evidence: results of skill calls are authored instructions and stay whole; records of invocations are
// provenance, not current activation (seed, Context-summary generation).

import { isJsonObject } from '../../base/json.ts';
import type { RecordOf } from '../transcript/record.ts';
import type { EvidenceItem } from './labels.ts';

/** A skill call by its own name, or through a generic tool-call tool that names it (behaviour 4.6). */
export function isSkillCall(call: RecordOf<'tool-call'>): boolean {
  if (/^skill$/i.test(call.name)) return true;
  if (!/^tool_?call$/i.test(call.name) || !isJsonObject(call.input)) return false;
  const inner = call.input['name'] ?? call.input['tool'];
  return typeof inner === 'string' && /^skill$/i.test(inner);
}

/** One use of a skill in a live session. The list is not kept in the sidecar (behaviour 6.16). */
export interface SkillInvocation {
  readonly name: string;
  readonly args?: string | undefined;
  readonly role?: string | undefined;
  readonly origin?: string | undefined;
  readonly turn?: number | undefined;
  readonly requiredBy?: string | undefined;
  readonly depth?: number | undefined;
  readonly source?: string | undefined;
  readonly conversation: string;
  /** The body as it was prepared then; never read again from disk. */
  readonly body?: string | undefined;
}

/** Invocations of this conversation in summarised turns, one item each, bodies whole (behaviour 6.15). */
export function skillItems(
  invocations: readonly SkillInvocation[],
  conversation: string,
  lastTurn: number,
): readonly EvidenceItem[] {
  return invocations
    .filter((skill) => skill.conversation === conversation && (skill.turn ?? 0) <= lastTurn)
    .map((skill) => ({ provenance: 'skill-invocation', text: describe(skill) }));
}

function describe(skill: SkillInvocation): string {
  const facts = [
    `role: ${skill.role ?? '?'}`,
    `origin: ${skill.origin ?? '?'}`,
    `turn: ${skill.turn ?? '?'}`,
    ...(skill.requiredBy === undefined ? [] : [`required-by: ${skill.requiredBy}`]),
    ...(skill.depth === undefined ? [] : [`depth: ${skill.depth}`]),
  ];
  const args = skill.args === undefined || skill.args === '' ? '' : ` ${skill.args}`;
  return [
    `$${skill.name}${args} (${facts.join(', ')})`,
    `source: ${skill.source ?? 'unknown'}`,
    `conversation: ${skill.conversation}`,
    skill.body !== undefined && skill.body.trim() !== ''
      ? skill.body
      : '(the body that was delivered is not recorded: treat what it asked for as unknown)',
  ].join('\n');
}
