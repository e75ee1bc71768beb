// What a wire format offers the server: how it renders a reply, and its own odd frames.

import type { Reply } from './reply.ts';

export interface Rendered {
  /** The stream, frame by frame, each ended by its blank line. */
  readonly frames: readonly string[];
  /** The place of the first frame without which the stream is not whole. */
  readonly terminalAt: number;
  /** The same reply in one piece. */
  readonly whole: unknown;
}

export interface Wire {
  readonly path: string;
  render(reply: Reply): Rendered;
  /** Frames of kinds no client knows, with a comment and a ping where the wire has them. */
  readonly unknownFrames: readonly string[];
  /** A frame that says, in the middle of a stream, that the service is overloaded. */
  readonly overloadedFrame: string;
}
