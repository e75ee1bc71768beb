// Where rows get their figures from: measurements in processes of their own, over sessions and files made once.

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from '../../support/child-script.ts';
import { numbersSchema, type Arguments, type Numbers } from './measurement.ts';
import { median } from './stopwatch.ts';
import { benchFolder } from './places.ts';

export interface Process {
  /** Lets the measurement collect garbage between two runs. */
  readonly collects?: true;
}

/** Something on disk that measurements read: see fixtures.ts. */
export interface Fixture {
  readonly kind: 'session' | 'long-session' | 'claude-code' | 'single-line';
  readonly mb: number;
}

export class Lab {
  private readonly made = new Map<string, Promise<string>>();

  /** Runs a measurement in a process of its own. */
  async measure(name: string, given: Arguments, how: Process = {}): Promise<Numbers> {
    const flags = how.collects === true ? ['--expose-gc'] : [];
    const program = process.argv[1] ?? '';
    const command = [process.execPath, ...flags, program, 'measure', name, JSON.stringify(given)];
    const { code, output, errors } = await runChild(command);
    if (code !== 0) throw new Error(`The measurement ${name} ended with ${String(code)}: ${errors}`);
    return numbersSchema.parse(JSON.parse(output));
  }

  /** Runs a measurement several times, each in a process of its own: the median of each number. */
  medians(times: number, measure: () => Promise<Numbers>): Promise<Numbers> {
    return this.several(times, measure, median);
  }

  /** The same, but the largest of each number. */
  largest(times: number, measure: () => Promise<Numbers>): Promise<Numbers> {
    return this.several(times, measure, (values) => Math.max(...values));
  }

  private async several(
    times: number,
    measure: () => Promise<Numbers>,
    figureOf: (values: readonly number[]) => number,
  ): Promise<Numbers> {
    const runs: Numbers[] = [];
    for (let run = 0; run < times; run++) runs.push(await measure());
    const names = Object.keys(runs[0] ?? {});
    return Object.fromEntries(
      names.map((name) => [name, figureOf(runs.map((run) => run[name] ?? Number.NaN))]),
    );
  }

  /** The path of a fixture, which is made when it is first asked for. It is only read. */
  fixture({ kind, mb }: Fixture): Promise<string> {
    const path = join(benchFolder, `${kind}-${mb}`);
    const making = this.made.get(path) ?? this.measure('make-fixture', { kind, mb, path }).then(() => path);
    this.made.set(path, making);
    return making;
  }

  /** A copy of a fixture that may be changed, for as long as the work lasts. */
  async withCopy<T>(fixture: Fixture, work: (path: string) => Promise<T>): Promise<T> {
    return this.withFolder(async (folder) => {
      const path = join(folder, 'session');
      await this.copy(fixture, path);
      return work(path);
    });
  }

  async copy(fixture: Fixture, path: string): Promise<void> {
    await cp(await this.fixture(fixture), path, { recursive: true });
  }

  /** An empty folder, for as long as the work lasts. */
  async withFolder<T>(work: (path: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(benchFolder, 'run-'));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
