import assert from 'node:assert/strict';
import { schemaViolations } from '../../../support/strict/tool-schema.ts';

const lenient = { forbiddenAtTop: [], spelledOut: false, closed: 'no' } as const;

function judge(schema: unknown): string[] {
  return schemaViolations(schema, ['schema'], lenient);
}

describe('judging a tool schema', () => {
  it('accepts every kind of keyword in its place', () => {
    const schema = {
      type: 'object',
      $defs: { name: { type: ['string', 'null'], enum: ['a', null] } },
      properties: {
        name: { $ref: '#/$defs/name' },
        list: { type: 'array', items: { anyOf: [{ type: 'integer', exclusiveMinimum: 0 }, true] } },
        pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
      },
      required: ['name', 'list'],
      additionalProperties: { type: 'string' },
      if: { required: ['pair'] },
      then: { not: { required: ['list'] } },
    };
    assert.deepEqual(judge(schema), []);
  });

  const faults: readonly (readonly [string, unknown, string])[] = [
    ['a type that does not exist', { type: 'text' }, 'schema.properties.a.type: is no JSON schema type'],
    ['a type listed twice', { type: ['null', 'null'] }, 'schema.properties.a.type: is no JSON schema type'],
    ['a schema that is text', 'string', 'schema.properties.a: must be a JSON schema'],
    [
      'a required mark of an older draft',
      { required: true },
      'schema.properties.a.required: must list each name once',
    ],
    [
      'a name required twice',
      { required: ['b', 'b'] },
      'schema.properties.a.required: must list each name once',
    ],
    ['an enum that is no list', { enum: 'b' }, 'schema.properties.a.enum: must be a list'],
    ['items of an older draft', { items: [{}] }, 'schema.properties.a.items: must be a JSON schema'],
    ['an empty choice', { oneOf: [] }, 'schema.properties.a.oneOf: must be a list of schemas'],
    [
      'properties that are a list',
      { properties: [] },
      'schema.properties.a.properties: must map names to schemas',
    ],
    ['a bound that is text', { maximum: '3' }, 'schema.properties.a.maximum: must be a number'],
  ];
  for (const [name, schema, found] of faults) {
    it(`refuses ${name}`, () => {
      assert.deepEqual(judge({ type: 'object', properties: { a: schema } }), [found]);
    });
  }

  it('refuses a schema that is no object', () => {
    assert.deepEqual(judge(true), ['schema: must be a JSON schema object']);
  });
});
