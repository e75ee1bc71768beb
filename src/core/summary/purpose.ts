// What a summary is for, and the headings that purpose demands (seed, Context-summary generation).

export type SummaryPurpose = 'continuation' | 'handoff' | 'digest';

const shared = [
  'Scope',
  'Constraints & Preferences',
  'Work & Evidence',
  'Key Decisions',
  'Open Questions & Risks',
  'Critical Context',
  'Relevant Files',
  'Skills Invoked',
] as const;

const headings = {
  continuation: [...shared, 'Next Steps'],
  handoff: shared,
  digest: ['Done', 'Learned', 'Surprised', 'Unfinished'],
} as const satisfies Record<SummaryPurpose, readonly string[]>;

/** The headings of a purpose, each exactly once and in this order (behaviours 6.10, 6.18). */
export function headingsFor(purpose: SummaryPurpose): readonly string[] {
  return headings[purpose];
}
