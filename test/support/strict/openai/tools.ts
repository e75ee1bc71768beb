// Declared functions of a request to either OpenAI API: unique names, sound schemas, a choice that can be met.

import { violation, type Path } from '../place.ts';
import { schemaViolations } from '../tool-schema.ts';

interface DeclaredFunction {
  readonly name: string;
  readonly parameters: unknown;
  readonly strict: boolean;
  /** Where the fields `name` and `parameters` stand. */
  readonly path: Path;
}

export interface ChosenFunction {
  readonly name: string;
  readonly path: Path;
}

const forbiddenAtTop = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'];

/** That names are unique is documented for the registry of tools only; a repeated name is refused all the same. */
export function functionViolations(
  functions: readonly DeclaredFunction[],
  chosen?: ChosenFunction,
): string[] {
  const names = functions.map((one) => one.name);
  const found = functions.flatMap(({ name, parameters, strict, path }, index) => [
    ...(names.indexOf(name) < index ? [violation([...path, 'name'], 'function names must be unique')] : []),
    // Left out or null means no parameters at all.
    ...(parameters === undefined || parameters === null
      ? []
      : schemaViolations(parameters, [...path, 'parameters'], {
          forbiddenAtTop,
          spelledOut: true,
          closed: strict ? 'all-required' : 'no',
        })),
  ]);
  if (chosen !== undefined && !names.includes(chosen.name)) {
    found.push(violation(chosen.path, 'names no declared function'));
  }
  return found;
}
