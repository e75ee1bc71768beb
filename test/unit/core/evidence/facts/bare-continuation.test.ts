import assert from 'node:assert/strict';
import { isBareContinuation } from '../../../../../src/core/evidence/facts/bare-continuation.ts';

const bare = [
  'go on',
  'Go on.',
  'ok, continue!',
  'Yes please, carry on',
  'continue please',
  'keep going…',
  'weiter',
  'Bitte mach weiter.',
  'continuez',
  'sigue, por favor',
  'prossiga',
  '続けてください。',
  '请继续',
  '계속해 줘',
  'продолжай, пожалуйста',
  '<user_query>\ncontinue\n</user_query>',
];

const own = [
  '',
  'yes',
  'please',
  'go on with the tests',
  'continue, but leave the parser alone',
  'weiter mit den Tests',
  'go on and delete it',
  'What goes on?',
  'resume.md',
  'continue\ngo on',
  `go on${' '.repeat(5)}${'now '.repeat(30)}`,
];

describe('words that only say to go on', () => {
  for (const text of bare) it(`are ${JSON.stringify(text)}`, () => assert.ok(isBareContinuation(text)));
  for (const text of own)
    it(`are not ${JSON.stringify(text.slice(0, 40))}`, () => assert.equal(isBareContinuation(text), false));

  it('are told quickly from the longest text there is', () => {
    for (const word of ['ok ', 'please, ', '好 ', ' ', '.', '<task>'])
      isBareContinuation(word.repeat(200_000));
  }).timeout(5000);
});
