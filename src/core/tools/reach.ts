// How a tool gets from the path of a call to a place it may use. Asked again when the call runs: a link may have been
// put in the way since the person was asked.

import { err, ok, type Result } from '../../base/result.ts';
import type { Place, PlaceFault, Workspace } from './workspace.ts';
import { faultText } from './fault-texts.ts';
import { nearestNames } from './nearest.ts';
import { refusal } from './outcomes.ts';
import { nameOf, parentOf } from './paths.ts';
import type { Permissions } from './permissions.ts';
import type { PathAccess, PermissionNeed, ToolCall, ToolOutcome } from './tool.ts';

export interface Reach {
  readonly workspace: Workspace;
  readonly permissions: Permissions;
}

/** A path outside the workspace needs the person; one that leads nowhere needs nobody, since it will be refused. */
export async function needFor(
  path: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<PermissionNeed> {
  const located = await workspace.locate(path, signal);
  if (!located.ok || located.value.isInside) return { kind: 'none' };
  return { kind: 'outside', path: located.value.real, access: 'read' };
}

/** An edit inside is looked at before it is written; one outside needs the path first. */
export async function needForEdit(
  path: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<PermissionNeed> {
  const located = await workspace.locate(path, signal);
  if (!located.ok) return { kind: 'none' };
  const { isInside, real } = located.value;
  return isInside ? { kind: 'edit', path: real } : { kind: 'outside', path: real, access: 'change' };
}

/** The place, to read what is there, when it is inside or the person gave it for that; else what the model is told. */
export function reach(
  path: string,
  call: ToolCall,
  deps: Reach,
  signal: AbortSignal,
): Promise<Result<Place, ToolOutcome>> {
  return reached(path, { callId: call.callId, access: 'read' }, deps, signal);
}

/** The same, to change it: leave to read is not enough. */
export function reachToChange(
  path: string,
  call: ToolCall,
  deps: Reach,
  signal: AbortSignal,
): Promise<Result<Place, ToolOutcome>> {
  return reached(path, { callId: call.callId, access: 'change' }, deps, signal);
}

async function reached(
  path: string,
  { callId, access }: { readonly callId: string; readonly access: PathAccess },
  { workspace, permissions }: Reach,
  signal: AbortSignal,
): Promise<Result<Place, ToolOutcome>> {
  const located = await workspace.locate(path, signal);
  if (!located.ok) return err(refusal(faultText(located.error, path)));
  const place = located.value;
  if (place.isInside || permissions.isOutsideAllowed(callId, { path: place.real, access })) return ok(place);
  return err(refusal(`${path} leads to ${place.real}, outside the workspace, which was not allowed.`));
}

/** The fault as a result, with names that are there when the path is not. */
export async function faultAt(
  fault: PlaceFault,
  place: Place,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const text = faultText(fault, place.shown);
  // What is beside a path outside was not allowed to be seen.
  if (fault.kind !== 'not-found' || !place.isInside) return refusal(text);
  const entries = await workspace.files.list(parentOf(place.real), signal);
  if (!entries.ok)
    return refusal(`${text} Its folder is not there either: use list_folder or find_files to look around.`);
  const near = nearestNames(
    nameOf(place.real),
    entries.value.map(({ name }) => name),
  );
  if (near.length === 0) return refusal(`${text} Use list_folder or find_files to see what is there.`);
  const folder = place.shown.includes('/') ? place.shown.slice(0, place.shown.lastIndexOf('/') + 1) : '';
  return refusal(`${text} Similar: ${near.map((name) => folder + name).join(', ')}.`);
}
