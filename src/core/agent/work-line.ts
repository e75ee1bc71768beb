// One thing after the other, until nothing is left to do. What there is to do, and in which order, is its owner's.

/** `stop` leaves what is left for the next start. */
export type Work = () => Promise<'go-on' | 'stop'>;

export interface WorkLineOptions {
  /** The next thing to do now; undefined when there is none. */
  readonly next: () => Work | undefined;
  /** Told each time nothing is left. */
  readonly rests: () => void;
}

export class WorkLine {
  private readonly options: WorkLineOptions;
  private isRunning = false;
  private waiting: (() => void)[] = [];

  constructor(options: WorkLineOptions) {
    this.options = options;
  }

  get isAtWork(): boolean {
    return this.isRunning;
  }

  /** Begins, unless it is at work: then it will come to what is new by itself. */
  start(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    void this.run();
  }

  /** Resolves when nothing is at work. */
  async idle(): Promise<void> {
    if (this.isRunning) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private async run(): Promise<void> {
    const { next, rests } = this.options;
    try {
      for (let work = next(); work !== undefined; work = next()) {
        if ((await work()) === 'stop') break;
      }
    } finally {
      this.isRunning = false;
      rests();
      const { waiting } = this;
      this.waiting = [];
      for (const resolve of waiting) resolve();
    }
  }
}
