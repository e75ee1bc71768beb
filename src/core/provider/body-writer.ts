// A request's body as the bytes that go on the wire. A conversation is sent again with every request: what an encoding
// gives back as the same objects stands in the bytes already, so that a long history is not written anew.

/** The bytes of one body. They stay as they are until they are released. */
export interface WrittenBody {
  readonly bytes: Uint8Array;
  release(): void;
}

/** What is allocated above what is needed: a growing conversation seldom needs more. */
const growth = 1.1;

/** Writes one body after another, as `JSON.stringify` would in UTF-8. Objects in the lists of a body must never change. */
export class BodyWriter {
  private buffer = new Uint8Array(0);
  private loan: object | undefined;
  /** The items of the longest list that stand in the buffer: where the first begins, and where each ends. */
  private start = 0;
  private readonly items: unknown[] = [];
  private ends: number[] = [];

  /** While the bytes of an earlier body are wanted, the next one gets bytes of its own. */
  write(body: object): WrittenBody {
    if (this.loan !== undefined) return new BodyWriter().write(body);
    const { head, list, tail } = divided(body);
    const [before, behind] = [encoder.encode(head), encoder.encode(tail)];
    const kept = sameAtStart(this.items, list);
    this.items.length = kept;
    this.ends.length = kept;
    const added = list.slice(kept).map((item, place) => written(item, kept + place));
    this.place(
      before,
      added.reduce((sum, piece) => sum + piece.length, behind.length),
    );
    for (const [place, piece] of added.entries()) {
      this.buffer.set(piece, this.end);
      this.ends.push(this.end + piece.length);
      this.items.push(list[kept + place]);
    }
    this.buffer.set(behind, this.end);
    return this.lent(this.buffer.subarray(0, this.end + behind.length));
  }

  private get end(): number {
    return this.ends.at(-1) ?? this.start;
  }

  /** Puts the kept items right behind the new head, with room for so many bytes more. */
  private place(head: Uint8Array, room: number): void {
    const needed = head.length + this.end - this.start + room;
    const items = this.buffer.subarray(this.start, this.end);
    if (needed > this.buffer.length) this.buffer = new Uint8Array(Math.ceil(needed * growth));
    // Also within one buffer, in whatever direction they move.
    this.buffer.set(items, head.length);
    this.buffer.set(head);
    const moved = head.length - this.start;
    this.start = head.length;
    if (moved !== 0) this.ends = this.ends.map((end) => end + moved);
  }

  private lent(bytes: Uint8Array): WrittenBody {
    const loan = {};
    this.loan = loan;
    const release = (): void => {
      if (this.loan === loan) this.loan = undefined;
    };
    return { bytes, release };
  }
}

interface Divided {
  /** JSON up to the first item of the longest list, and from behind its last one. */
  readonly head: string;
  readonly list: readonly unknown[];
  readonly tail: string;
}

function divided(body: object): Divided {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined) as [string, unknown][];
  const lists = fields.flatMap(([key, value]) => (Array.isArray(value) ? [{ key, value }] : []));
  const longest = lists.reduce<(typeof lists)[number] | undefined>(
    (most, list) => (list.value.length > (most?.value.length ?? 0) ? list : most),
    undefined,
  );
  if (longest === undefined) return { head: JSON.stringify(body), list: [], tail: '' };
  const place = fields.findIndex(([key]) => key === longest.key);
  const json = ([key, value]: [string, unknown]): string => `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  return {
    head: `{${fields
      .slice(0, place)
      .map((field) => `${json(field)},`)
      .join('')}${JSON.stringify(longest.key)}:[`,
    list: longest.value as readonly unknown[],
    tail: `]${fields
      .slice(place + 1)
      .map((field) => `,${json(field)}`)
      .join('')}}`,
  };
}

const encoder = new TextEncoder();

/** An item with the comma that stands before all but the first. */
function written(item: unknown, place: number): Uint8Array {
  return encoder.encode(`${place === 0 ? '' : ','}${JSON.stringify(item)}`);
}

function sameAtStart(one: readonly unknown[], other: readonly unknown[]): number {
  const length = Math.min(one.length, other.length);
  for (let place = 0; place < length; place++) if (one[place] !== other[place]) return place;
  return length;
}
