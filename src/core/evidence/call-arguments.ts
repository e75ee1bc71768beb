// The arguments of a tool call with long strings cut, wherever they are kept. Evidence and tail copies share it.

import { parseJson, type Json } from '../../base/json.ts';
import { firstCodePoints } from '../../base/code-points.ts';
import type { ArtifactReader } from '../transcript/parts.ts';
import type { RecordOf } from '../transcript/record.ts';
import { hasLongArgument, truncateArguments, truncatedArgument } from './truncate.ts';

export interface ShortArguments {
  readonly value: Json;
  /** False when nothing had to be cut. */
  readonly shortened: boolean;
}

/**
 * Every string above `limit` code points is cut and says so, and the structure stays (behaviour 4.4). Arguments kept in
 * an artifact are read for it; when the artifact is gone the beginning of their JSON text is all that is left.
 */
export async function shortArguments(
  call: RecordOf<'tool-call'>,
  limit: number,
  artifacts: ArtifactReader,
): Promise<ShortArguments> {
  const { storedInput } = call;
  const text = storedInput === undefined ? undefined : await artifacts.text(storedInput.artifact);
  const value = storedInput === undefined ? call.input : text === undefined ? undefined : parseJson(text);
  if (value !== undefined) {
    const shortened = hasLongArgument(value, limit);
    return { value: shortened ? truncateArguments(value, limit) : value, shortened };
  }
  const beginning = firstCodePoints(storedInput?.head ?? '', limit);
  const omitted = Math.max(0, (storedInput?.characters ?? 0) - limit);
  return { value: truncatedArgument(beginning, omitted), shortened: true };
}
