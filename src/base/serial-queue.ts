// One at a time, in the order asked: what keeps changes of one thing apart.

export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs the work once everything asked for earlier has settled, however that went. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    // The caller of `run` gets the rejection; the queue only waits.
    this.last = result.catch(() => undefined);
    return result;
  }
}
