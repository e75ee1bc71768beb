// Puts the bytes of one answer on the wire, cut and paused as scripted.

import type { ServerResponse } from 'node:http';
import type { Delivery } from './answers.ts';

/** Resolves when the gate of this name is opened. */
export type OpenGate = (name: string) => Promise<void>;

/**
 * Writes the body, given in frames, and ends the answer, unless its pause says otherwise. The pause counts frames, or
 * bytes where there is only one frame. Stops when the client has left.
 */
export async function deliver(
  to: ServerResponse,
  frames: readonly string[],
  delivery: Delivery,
  gate: OpenGate,
): Promise<void> {
  const { pause } = delivery;
  const bytes = frames.map((frame) => Buffer.from(frame, 'utf8'));
  if (pause === null) {
    await writeAll(to, Buffer.concat(bytes), { ends: endsOf(bytes), cut: delivery.cut });
    to.end();
    return;
  }
  const at = bytes.length > 1 ? Buffer.concat(bytes.slice(0, pause.after)).length : pause.after;
  const all = Buffer.concat(bytes);
  await writeAll(to, all.subarray(0, at), { ends: endsOf(bytes), cut: delivery.cut });
  if (pause.then === 'hang') return;
  if (pause.then === 'close') {
    to.destroy();
    return;
  }
  if (pause.then !== 'end') {
    await gate(pause.then.gate);
    await writeAll(to, all.subarray(at), {
      ends: endsOf(bytes),
      cut: 'frames',
      from: at,
    });
  }
  to.end();
}

interface Cutting {
  /** Where the frames end, in bytes of the whole body. */
  readonly ends: readonly number[];
  readonly cut: Delivery['cut'];
  /** Where `bytes` begins in the whole body. */
  readonly from?: number;
}

async function writeAll(to: ServerResponse, bytes: Buffer, cutting: Cutting): Promise<void> {
  let begin = 0;
  for (const end of [...cutsOf(bytes.length, cutting), bytes.length]) {
    if (end <= begin || to.destroyed) continue;
    const piece = bytes.subarray(begin, end);
    begin = end;
    // Each write is a chunk of its own on the wire; its callback also comes when the client has left. A turn of the
    // event loop lets a client in the same process read it before the next.
    await new Promise<void>((resolve) => {
      to.write(piece, () => setImmediate(resolve));
    });
  }
}

function cutsOf(length: number, { ends, cut, from = 0 }: Cutting): number[] {
  if (cut === 'bytes') return Array.from({ length }, (_, place) => place + 1);
  if (cut !== 'frames') return [Math.min(cut.at, length)];
  return ends.map((end) => end - from).filter((end) => end > 0 && end < length);
}

function endsOf(frames: readonly Buffer[]): number[] {
  let end = 0;
  return frames.map((frame) => (end += frame.length));
}
