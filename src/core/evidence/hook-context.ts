// What a hook adds to the evidence: one item, its text escaped and wrapped, so that it stays data (behaviours 4.9, 4.10).

import type { EvidenceItem } from './labels.ts';

export function hookContextItem(event: string, contexts: readonly string[]): EvidenceItem | undefined {
  const kept = contexts.filter((context) => context.trim() !== '');
  if (kept.length === 0) return undefined;
  const body = kept.map((context) => escapeXml(context.trim())).join('\n');
  const text = `<hook-context>\n<hook-event name="${escapeXml(event)}">\n${body}\n</hook-event>\n</hook-context>`;
  return { provenance: 'hook-context', text };
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
