// The tokenizer port over js-tiktoken's o200k table in a worker thread. What goes wrong there (a missing file, no memory,
// a crash) ends it for good: the port then says that it does not know. Callers keep the counts.

import { Worker } from 'node:worker_threads';
import { isAborted, unlessAborted } from '../../base/abort.ts';
import { assertNever } from '../../base/fail.ts';
import type { Tokenizer } from '../../core/tokens/tokenizer.ts';
import { textBatches, type Batch } from './batches.ts';
import { workerAnswer, type WorkerQuestion } from './messages.ts';

export interface TiktokenOptions {
  /** The program of `worker.ts` as Node can run it: an absolute path or a URL. */
  readonly worker: string | URL;
  /** Megabytes of heap the worker may use. */
  readonly memoryMb?: number;
}

const defaultMemoryMb = 512;

export function createTiktokenTokenizer(options: TiktokenOptions): Tokenizer {
  return new WorkerTokenizer(options);
}

type State =
  | { readonly kind: 'unloaded' }
  | { readonly kind: 'loading'; readonly worker: Worker }
  | { readonly kind: 'ready'; readonly worker: Worker }
  | { readonly kind: 'gone' };

class WorkerTokenizer implements Tokenizer {
  private readonly options: TiktokenOptions;
  private state: State = { kind: 'unloaded' };
  private readonly questions = new Map<number, (counts: readonly number[] | undefined) => void>();
  private lastQuestion = 0;
  private settleLoad: () => void = () => undefined;
  private readonly loaded = new Promise<void>((resolve) => (this.settleLoad = resolve));

  constructor(options: TiktokenOptions) {
    this.options = options;
  }

  async load(signal: AbortSignal): Promise<boolean> {
    this.start();
    await unlessAborted(this.loaded, signal);
    return this.state.kind === 'ready' && !isAborted(signal);
  }

  async count(texts: readonly string[], signal: AbortSignal): Promise<readonly number[] | undefined> {
    this.start();
    if (this.state.kind !== 'ready') return undefined;
    const totals = texts.map(() => 0);
    for (const batch of textBatches(texts)) {
      if (isAborted(signal)) return undefined;
      const counts = (await unlessAborted(this.ask(batch), signal))?.value;
      if (counts === undefined) return undefined;
      batch.owners.forEach((owner, part) => (totals[owner] = (totals[owner] ?? 0) + (counts[part] ?? 0)));
    }
    return isAborted(signal) ? undefined : totals;
  }

  async close(): Promise<void> {
    const { state } = this;
    this.end();
    if (state.kind === 'loading' || state.kind === 'ready') await state.worker.terminate();
  }

  private start(): void {
    if (this.state.kind !== 'unloaded') return;
    try {
      const worker = new Worker(this.options.worker, {
        resourceLimits: { maxOldGenerationSizeMb: this.options.memoryMb ?? defaultMemoryMb },
      });
      this.state = { kind: 'loading', worker };
      worker.on('message', (message: unknown) => this.heard(worker, message));
      worker.on('error', () => this.end());
      worker.on('messageerror', () => this.end());
      worker.on('exit', () => this.end());
    } catch {
      // A path that names no file and a thread that cannot be made come to the same: there is no tokenizer.
      this.end();
    }
  }

  private heard(worker: Worker, message: unknown): void {
    if (this.state.kind === 'gone') return;
    const answer = workerAnswer.safeParse(message);
    if (!answer.success) {
      this.end();
      void worker.terminate();
      return;
    }
    switch (answer.data.kind) {
      case 'ready':
        this.state = { kind: 'ready', worker };
        this.settleLoad();
        break;
      case 'counts':
        this.questions.get(answer.data.id)?.(answer.data.counts);
        this.questions.delete(answer.data.id);
        break;
      default:
        assertNever(answer.data);
    }
    // A worker nobody waits for does not keep the process alive.
    if (this.questions.size === 0) worker.unref();
  }

  private ask(batch: Batch): Promise<readonly number[] | undefined> {
    if (this.state.kind !== 'ready') return Promise.resolve(undefined);
    const { worker } = this.state;
    const question: WorkerQuestion = { id: ++this.lastQuestion, texts: [...batch.parts] };
    return new Promise((resolve) => {
      this.questions.set(question.id, resolve);
      worker.ref();
      worker.postMessage(question);
    });
  }

  /** For good: everyone who waits is told that there is no count. */
  private end(): void {
    this.state = { kind: 'gone' };
    this.settleLoad();
    for (const resolve of this.questions.values()) resolve(undefined);
    this.questions.clear();
  }
}
