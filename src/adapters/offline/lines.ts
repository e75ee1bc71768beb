// The lines of a summary: under which heading, whether they must stay, and how much they matter. Nothing is said twice.

export type Heading =
  | 'Scope'
  | 'Constraints & Preferences'
  | 'Work & Evidence'
  | 'Key Decisions'
  | 'Open Questions & Risks'
  | 'Critical Context'
  | 'Relevant Files'
  | 'Skills Invoked'
  | 'Next Steps';

export interface SummaryLine {
  readonly heading: Heading;
  /** One bullet, or a bullet with the lines that belong to it. */
  readonly text: string;
  /** Kept whatever the budget says: a fact a summary must not lose. */
  readonly must: boolean;
  /** Higher stays longer. */
  readonly rank: number;
}

/** The part of the room that is a heading's own before others may take it, so that no heading starves another. */
const shares: Readonly<Record<Heading, number>> = {
  Scope: 0.04,
  'Constraints & Preferences': 0.08,
  'Work & Evidence': 0.4,
  'Key Decisions': 0.12,
  'Open Questions & Risks': 0.1,
  'Critical Context': 0.14,
  'Relevant Files': 0.06,
  'Skills Invoked': 0.04,
  'Next Steps': 0.02,
};

export class LineList {
  private readonly lines: SummaryLine[] = [];
  private readonly seen = new Map<string, number>();

  /** Adds a bullet; one with the same words under the same heading is left out, and the first may have to stay for it. */
  add(heading: Heading, text: string, weight: { readonly must?: true; readonly rank: number }): void {
    const key = `${heading}\n${text.toLowerCase().replace(/\s+/g, ' ')}`;
    if (text.trim() === '') return;
    const must = weight.must === true;
    const place = this.seen.get(key);
    const first = place === undefined ? undefined : this.lines[place];
    if (place === undefined || first === undefined) {
      this.seen.set(key, this.lines.length);
      this.lines.push({ heading, text, must, rank: weight.rank });
    } else {
      const rank = Math.max(first.rank, weight.rank);
      this.lines[place] = { ...first, must: first.must || must, rank };
    }
  }

  /**
   * The lines that fit, in the order they were added: first those that must stay, then the others from the highest rank
   * down, newer before older, while the share of their heading lasts, and last while there is room at all.
   */
  within(budget: number): readonly SummaryLine[] {
    const size = (line: SummaryLine): number => line.text.length + 3;
    const kept = new Set(this.lines.filter((line) => line.must));
    let room = budget - [...kept].reduce((sum, line) => sum + size(line), 0);
    const optional = this.lines.map((line, place) => ({ line, place })).filter(({ line }) => !line.must);
    optional.sort((a, b) => b.line.rank - a.line.rank || b.place - a.place);
    const left = new Map(Object.entries(shares).map(([heading, share]) => [heading, share * room]));
    const take = (line: SummaryLine, most: number): void => {
      if (kept.has(line) || size(line) > most) return;
      kept.add(line);
      room -= size(line);
      left.set(line.heading, (left.get(line.heading) ?? 0) - size(line));
    };
    for (const { line } of optional) take(line, left.get(line.heading) ?? 0);
    for (const { line } of optional) take(line, room);
    return this.lines.filter((line) => kept.has(line));
  }
}

/** The summary text: every heading, its lines as bullets, `(none)` where there are none. */
export function renderLines(lines: readonly SummaryLine[], headings: readonly string[]): string {
  return headings
    .map((heading) => {
      const own = lines.filter((line) => line.heading === heading).map((line) => `- ${inert(line.text)}`);
      return `## ${heading}\n${own.length === 0 ? '(none)' : own.join('\n')}`;
    })
    .join('\n\n');
}

/** Lines of a bullet that would be a heading or a fence of the summary are quoted. */
function inert(text: string): string {
  return text.replace(/\n(?=## |[^\S\n]*(?:```|~~~))/g, '\n> ');
}
