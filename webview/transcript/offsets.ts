// Where each row of a long list begins, from the heights that are known or guessed. Pure: no element is touched here.

export class Offsets {
  private readonly sizes: number[];
  private readonly starts: number[] = [0];
  /** `starts` is right up to this index. */
  private right = 0;

  constructor(sizes: readonly number[] = []) {
    this.sizes = [...sizes];
  }

  get count(): number {
    return this.sizes.length;
  }

  get total(): number {
    return this.at(this.sizes.length);
  }

  size(index: number): number {
    return this.sizes[index] ?? 0;
  }

  /** False when it was that high already. */
  set(index: number, size: number): boolean {
    if (this.sizes[index] === size) return false;
    this.sizes[index] = size;
    this.right = Math.min(this.right, index);
    return true;
  }

  push(size: number): void {
    this.sizes.push(size);
  }

  /** Where the row begins; the height of all rows for an index behind the last. */
  at(index: number): number {
    const end = Math.min(index, this.sizes.length);
    for (; this.right < end; this.right++) {
      this.starts[this.right + 1] = (this.starts[this.right] ?? 0) + this.size(this.right);
    }
    return this.starts[end] ?? 0;
  }

  /** The row that covers this height; the first or last for one outside. */
  find(height: number): number {
    this.at(this.sizes.length);
    let low = 0;
    let high = Math.max(0, this.sizes.length - 1);
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle + 1] ?? 0) > height) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
