// Judges the JSON schema of a tool's parameters by draft 2020-12 and by what a service demands on top.

import { violation, type Path } from './place.ts';

interface SchemaDemands {
  /** Keywords refused beside the top `type: "object"`. */
  readonly forbiddenAtTop: readonly string[];
  readonly propertyName?: RegExp;
  /** Object schemas without `properties` and array schemas without `items` are refused. */
  readonly spelledOut: boolean;
  /** What strict tools demand of every object schema; `all-required` also wants each property listed as required. */
  readonly closed: 'no' | 'no-extras' | 'all-required';
}

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const numeric = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const single = ['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else'];
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const named = ['properties', 'patternProperties', '$defs', 'dependentSchemas'];

export function schemaViolations(schema: unknown, path: Path, demands: SchemaDemands): string[] {
  if (!isObject(schema)) return [violation(path, 'must be a JSON schema object')];
  const top = demands.forbiddenAtTop.filter((keyword) => keyword in schema);
  return [
    ...(schema['type'] === 'object' ? [] : [violation([...path, 'type'], 'must be "object"')]),
    ...top.map((keyword) => violation([...path, keyword], 'is not supported at the top level')),
    ...keywordViolations(schema, path, demands),
  ];
}

function keywordViolations(schema: unknown, path: Path, demands: SchemaDemands): string[] {
  if (typeof schema === 'boolean') return [];
  if (!isObject(schema)) return [violation(path, 'must be a JSON schema')];
  const found = [...plainKeywords(schema, path), ...demanded(schema, path, demands)];
  for (const keyword of single) {
    if (keyword in schema) found.push(...keywordViolations(schema[keyword], [...path, keyword], demands));
  }
  for (const keyword of lists) {
    if (keyword in schema) found.push(...listViolations(schema[keyword], [...path, keyword], demands));
  }
  for (const keyword of named) {
    if (keyword in schema) found.push(...namedViolations(schema[keyword], [...path, keyword], demands));
  }
  return found;
}

function plainKeywords(schema: Record<string, unknown>, path: Path): string[] {
  const { type, required } = schema;
  const found = numeric
    .filter((keyword) => keyword in schema && typeof schema[keyword] !== 'number')
    .map((keyword) => violation([...path, keyword], 'must be a number'));
  if (type !== undefined && !isType(type)) found.push(violation([...path, 'type'], 'is no JSON schema type'));
  if (required !== undefined && !isNameList(required)) {
    found.push(violation([...path, 'required'], 'must list each name once'));
  }
  if ('enum' in schema && !Array.isArray(schema['enum']))
    found.push(violation([...path, 'enum'], 'must be a list'));
  return found;
}

function demanded(schema: Record<string, unknown>, path: Path, demands: SchemaDemands): string[] {
  const found: string[] = [];
  const properties = isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  const { propertyName } = demands;
  if (propertyName !== undefined) {
    const odd = properties.filter((name) => !propertyName.test(name));
    found.push(
      ...odd.map((name) => violation([...path, 'properties', name], `must match ${propertyName.source}`)),
    );
  }
  if (demands.spelledOut && schema['type'] === 'array' && !('items' in schema)) {
    found.push(violation(path, 'is an array schema without items'));
  }
  if (schema['type'] !== 'object') return found;
  if (demands.spelledOut && !('properties' in schema)) {
    found.push(violation(path, 'is an object schema without properties'));
  }
  if (demands.closed !== 'no' && schema['additionalProperties'] !== false) {
    found.push(violation([...path, 'additionalProperties'], 'must be false in a strict tool'));
  }
  if (demands.closed === 'all-required') {
    const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
    const missing = properties.filter((name) => !required.includes(name));
    found.push(
      ...missing.map((name) => violation([...path, 'required'], `must list ${name} in a strict tool`)),
    );
  }
  return found;
}

function listViolations(value: unknown, path: Path, demands: SchemaDemands): string[] {
  if (!Array.isArray(value) || value.length === 0) return [violation(path, 'must be a list of schemas')];
  return value.flatMap((schema, index) => keywordViolations(schema, [...path, index], demands));
}

function namedViolations(value: unknown, path: Path, demands: SchemaDemands): string[] {
  if (!isObject(value)) return [violation(path, 'must map names to schemas')];
  return Object.entries(value).flatMap(([name, schema]) =>
    keywordViolations(schema, [...path, name], demands),
  );
}

function isType(value: unknown): boolean {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return (
    all.length > 0 &&
    new Set(all).size === all.length &&
    all.every((one) => typeof one === 'string' && types.includes(one))
  );
}

function isNameList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    new Set(value).size === value.length &&
    value.every((name) => typeof name === 'string')
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
