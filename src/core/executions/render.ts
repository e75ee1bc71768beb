// What a command's row shows, and what archive and completion records keep of it. It comes back from disk, so it is read
// with a schema; anything else found in its place is no execution.

import * as z from 'zod';
import { openObject } from '../../base/open-object.ts';

/** How a command ended. `lost`: nobody was there to see it end. `archived`: a newer record tells how it ended. */
const endSchema = z.enum(['exited', 'signalled', 'stopped', 'not-started', 'lost', 'archived']);

/** What an exit means (behaviour 10.9): search tools say "nothing found" and comparing tools "different" with status 1. */
const outcomeSchema = z.enum(['success', 'no-match', 'different', 'false', 'failure']);

export const executionRenderSchema = openObject({
  executionId: z.string().min(1),
  callId: z.string().min(1),
  /** Conversation whose mailbox hears of the end: `/root`, or an agent's path. */
  owner: z.string(),
  command: z.string(),
  cwd: z.string(),
  state: z.enum(['queued', 'running', 'stopping', 'ended']),
  startedAt: z.string(),
  endedAt: z.string().optional(),
  end: endSchema.optional(),
  outcome: outcomeSchema.optional(),
  exitCode: z.number().int().optional(),
  signal: z.string().optional(),
  /** The beginning and the newest end of what was printed, terminal sequences kept; both bounded. */
  output: openObject({
    head: z.string(),
    tail: z.string(),
    /** Code points printed in all, and those between head and tail that are kept nowhere. */
    characters: z.number().int().nonnegative(),
    omitted: z.number().int().nonnegative(),
  }),
});

export type ExecutionRender = z.infer<typeof executionRenderSchema>;
export type ExecutionEnd = z.infer<typeof endSchema>;
export type ExecutionOutcome = z.infer<typeof outcomeSchema>;

/** Queued, running and stopping all count as live (behaviour 10.13). */
export function isLive(render: ExecutionRender): boolean {
  return render.state !== 'ended';
}
