import assert from 'node:assert/strict';
import {
  contentLength,
  inlineText,
  storedText,
  textContent,
  wholeText,
  type ArtifactReader,
  type Part,
  type StoredText,
} from '../../../../src/core/transcript/parts.ts';

const artifact = 'b'.repeat(64);
const whole = 'The whole text, all of it';
const stored: StoredText = {
  type: 'stored-text',
  artifact,
  characters: 300_000,
  bytes: 400_000,
  head: 'The',
};
const image: Part = { type: 'media', media: 'image', mime: 'image/png', artifact, bytes: 90_000 };

function reader(text: string | undefined): ArtifactReader {
  return {
    text: (name) => Promise.resolve(name === artifact ? text : undefined),
    base64: () => Promise.resolve(undefined),
  };
}

describe('contentLength', () => {
  it('adds up code points, takes stored texts at their whole length, and counts media nothing', () => {
    assert.equal(contentLength([]), 0);
    assert.equal(contentLength(textContent('a🚀')), 2);
    assert.equal(contentLength([...textContent('abcd'), stored, image]), 300_004);
  });
});

describe('inlineText', () => {
  it('joins parts by a newline, leaves media out and takes only the head of a stored text', () => {
    assert.equal(inlineText([...textContent('one'), image, stored, ...textContent('two')]), 'one\nThe\ntwo');
    assert.equal(inlineText(textContent('alone')), 'alone');
    assert.equal(inlineText([]), '');
  });
});

describe('wholeText', () => {
  it('reads stored texts from their artifacts', async () => {
    const content = [...textContent('one'), stored, image];
    assert.equal(await wholeText(content, reader(whole)), `one\n${whole}`);
  });

  it('opens no artifact where no text is stored', async () => {
    const closed: ArtifactReader = {
      text: () => Promise.reject(new Error('opened')),
      base64: () => Promise.reject(new Error('opened')),
    };
    assert.equal(await wholeText([...textContent('one'), image], closed), 'one');
  });

  it('keeps the head and says so when the artifact is gone', async () => {
    const text = await storedText(stored, reader(undefined));
    assert.equal(text, 'The\n[segue: the rest of this text is missing on disk]');
    assert.equal(await wholeText([stored], reader(undefined)), text);
  });
});
