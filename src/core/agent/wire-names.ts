// Ids and names that every provider accepts, made from whatever the history holds. The same input gives the same output.

/** The longest call id and tool name every provider takes. */
export const longestCallId = 40;
export const longestToolName = 64;

/** Maps texts to unique names of letters, digits, `-` and `_`; the same text always gets the same name. */
export class WireNames {
  private readonly longest: number;
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>();

  constructor(longest: number) {
    this.longest = longest;
  }

  of(text: string): string {
    const known = this.names.get(text);
    if (known !== undefined) return known;
    const base = text.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, this.longest) || '_';
    let name = base;
    for (let number = 2; this.taken.has(name); number++) {
      const suffix = `_${number}`;
      name = base.slice(0, this.longest - suffix.length) + suffix;
    }
    this.taken.add(name);
    this.names.set(text, name);
    return name;
  }
}
