// Work on one file happens one after the other: calls of one answer run at the same time and may mean the same file.

export class PathQueue {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs the work when all earlier work on the path is done, however that ended. */
  async run<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.last.get(path) ?? Promise.resolve();
    const own = before.then(work, work);
    this.last.set(path, own);
    try {
      return await own;
    } finally {
      if (this.last.get(path) === own) this.last.delete(path);
    }
  }
}
