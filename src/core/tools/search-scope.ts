// Where a search looks: below one path of the call, or below every folder of the workspace.

import { ok, type Result } from '../../base/result.ts';
import type { Place } from './workspace.ts';
import { refusal } from './outcomes.ts';
import { isBelow } from './paths.ts';
import { reach, type Reach } from './reach.ts';
import type { ToolCall, ToolOutcome } from './tool.ts';
import type { SearchFault } from './workspace-files.ts';

export async function searchScope(
  path: string | undefined,
  call: ToolCall,
  deps: Reach,
  signal: AbortSignal,
): Promise<Result<readonly Place[], ToolOutcome>> {
  if (path === undefined || path === '' || path === '.')
    return ok(outermost(await deps.workspace.places(signal)));
  const reached = await reach(path, call, deps, signal);
  return reached.ok ? ok([reached.value]) : reached;
}

export function searchRefusal(fault: SearchFault): ToolOutcome {
  return fault.kind === 'bad-pattern'
    ? refusal(`The pattern cannot be used: ${fault.why}`)
    : refusal(`The search did not work: ${fault.why}`);
}

/** A root inside another one is searched with it. */
function outermost(places: readonly Place[]): readonly Place[] {
  return places.filter(
    ({ real }) => !places.some((other) => other.real !== real && isBelow(real, other.real)),
  );
}
