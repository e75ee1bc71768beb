import assert from 'node:assert/strict';
import * as z from 'zod';
import { readArguments } from '../../../../src/core/tools/read-arguments.ts';
import { errorOf, valueOf } from '../../../support/expect.ts';

const schema = z.object({
  path: z.string(),
  limit: z.int().min(1).max(10).optional(),
  all: z.boolean().optional(),
  items: z.array(z.object({ text: z.string() })).optional(),
});

const read = (text: string) => valueOf(readArguments(schema, text));
const wrong = (text: string): string => errorOf(readArguments(schema, text));

describe('readArguments', () => {
  it('takes arguments as they are meant', () => {
    assert.deepEqual(read('{"path":"a","limit":3}'), { path: 'a', limit: 3 });
    assert.deepEqual(valueOf(readArguments(z.object({}), ' ')), {});
  });

  it('mends what can mean only one thing: numbers, flags and lists as texts, optional nulls, JSON in a string', () => {
    assert.deepEqual(read('{"path":"a","limit":"3","all":"true"}'), { path: 'a', limit: 3, all: true });
    assert.deepEqual(read('{"path":"a","items":"[{\\"text\\":\\"b\\"}]"}'), {
      path: 'a',
      items: [{ text: 'b' }],
    });
    assert.deepEqual(read('{"path":"a","limit":null,"all":null}'), { path: 'a' });
    assert.deepEqual(read(JSON.stringify('{"path":"a"}')), { path: 'a' });
  });

  it('mends nothing else', () => {
    assert.match(wrong('{"path":"a","limit":"three"}'), /^- limit: /m);
    assert.match(wrong('{"path":"a","all":"yes"}'), /^- all: /m);
    assert.match(wrong('{"path":3}'), /^- path: /m);
    assert.match(wrong('{"path":null}'), /^- path: is missing$/m);
  });

  it('says what is wrong with each argument, and which arguments there are', () => {
    assert.equal(
      wrong('{"file_path":"a","limit":0,"items":[{"text":1}]}'),
      [
        'The arguments do not fit:',
        '- path: is missing',
        '- limit: Too small: expected number to be >=1',
        '- items.0.text: Invalid input: expected string, received number',
        '- not known: file_path; the arguments are path, limit, all, items',
      ].join('\n'),
    );
  });

  it('says where arguments stop being JSON', () => {
    assert.match(
      wrong('{"path": "a",\n "limit" 3}'),
      /^The arguments are not JSON: at line 2, column 10, near .*: ":" is missing\./,
    );
    assert.match(wrong('[1]'), /must be one JSON object/);
    assert.match(wrong('"text"'), /must be one JSON object/);
  });

  it('says that arguments were cut off', () => {
    const text = wrong('{"path": "src/a.ts", "old": "the beginning of');
    assert.match(text, /they end too early, after ".*the beginning of"\. Send the whole call again\.$/);
  });

  it('refuses arguments of absurd length', () => {
    assert.match(wrong(`{"path":"${'a'.repeat(9_000_000)}"}`), /smaller pieces/);
  });

  it('says that arguments are nested too deeply, not that they end too early', () => {
    const deep = `{"path":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    assert.equal(
      errorOf(readArguments(z.object({}), deep)),
      'The arguments are nested more than 256 deep. Send the call again with flatter ones.',
    );
  });

  it('never touches what an object inherits', () => {
    assert.match(wrong('{"__proto__":{"path":"a"}}'), /path: is missing/);
  });
});
