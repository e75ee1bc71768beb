// Bytes a command prints, as harmless text in batches. However fast they come, a batch holds no more than a beginning and
// an end, so that a flood costs neither memory nor the attention of whoever listens.

import { OutputRing } from '../../core/executions/output-ring.ts';
import type { ProcessListener } from '../../core/executions/process.ts';

const batchMs = 100;

/** Controls a terminal would choke on: not white space, backspace, the bell, or the beginning of a sequence. */
const harmful = /[\0-\x06\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]/g;

export class DecodedOutput {
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private readonly listener: Pick<ProcessListener, 'output'>;
  private batch: OutputRing | undefined;
  private timer: NodeJS.Timeout | undefined;
  private told = -Infinity;

  constructor(listener: Pick<ProcessListener, 'output'>) {
    this.listener = listener;
  }

  add(bytes: Uint8Array): void {
    this.keep(this.decoder.decode(bytes, { stream: true }));
    if (this.batch === undefined || this.timer !== undefined) return;
    const due = this.told + batchMs - performance.now();
    if (due <= 0) this.tell();
    else this.timer = setTimeout(() => this.tell(), due);
  }

  /** Nothing more will come: tells what is left. */
  end(): void {
    this.keep(this.decoder.decode());
    this.tell();
  }

  private keep(text: string): void {
    if (text === '') return;
    this.batch ??= new OutputRing();
    this.batch.add(text.replace(harmful, '\ufffd'));
  }

  private tell(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { batch } = this;
    if (batch === undefined) return;
    this.batch = undefined;
    this.told = performance.now();
    batch.end();
    const { head, tail, omitted } = batch.captured();
    if (omitted === 0) {
      this.listener.output(head + tail, 0);
      return;
    }
    this.listener.output(head, 0);
    this.listener.output(tail, omitted);
  }
}
