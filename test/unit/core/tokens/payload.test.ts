import assert from 'node:assert/strict';
import { payloadEstimate } from '../../../../src/core/tokens/payload.ts';

const png = 'data:image/png;base64,';
const data = 'iVBORw0KGgo'.repeat(1000);

/** Characters counted, images counted: the two parts of an estimate told apart. */
function counted(payload: unknown): { characters: number; images: number } {
  const quarter = payloadEstimate([payload, payload, payload, payload], 0);
  return {
    characters: quarter,
    images: (payloadEstimate(payload, 1_000_000) - payloadEstimate(payload, 0)) / 1e6,
  };
}

const openAi = {
  responses: { type: 'input_image', image_url: `${png}${data}` },
  chat: { type: 'image_url', image_url: { url: `${png}${data}`, detail: 'high' } },
};
const anthropic = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
const bedrock = { image: { format: 'png', source: { bytes: data } } };

describe('behaviour 2.16: a realised request counts every string value and no key', () => {
  it('is 3 tokens for a role of 4 and a content of 8 characters', () => {
    assert.equal(payloadEstimate({ role: 'user', content: 'abcdefgh' }, 1844), 3);
  });

  it('walks lists and objects at any depth and counts neither numbers nor flags', () => {
    const payload = {
      a: [{ b: ['abcd', 12_345, true, null, undefined] }],
      deep: { deeper: { deepest: 'efgh' } },
    };
    assert.deepEqual(counted(payload), { characters: 8, images: 0 });
  });

  it('counts code points', () => {
    assert.deepEqual(counted({ content: '🚀🚀' }), { characters: 2, images: 0 });
  });

  it('is 0 for a payload without strings', () => {
    assert.equal(payloadEstimate({ max_tokens: 5, stream: true, tools: [] }, 1844), 0);
    assert.equal(payloadEstimate(undefined, 1844), 0);
  });
});

describe('behaviour 2.17: a native image costs the setting and its data nothing', () => {
  it('counts type and address head of an OpenAI image, given as text or as an object', () => {
    assert.deepEqual(counted(openAi.responses), { characters: 11 + 22, images: 1 });
    assert.deepEqual(counted(openAi.chat), { characters: 9 + 22, images: 1 });
  });

  it('counts type, encoding and MIME type of an Anthropic image', () => {
    assert.deepEqual(counted(anthropic), { characters: 5 + 6 + 9, images: 1 });
  });

  it('counts type and MIME type of an image no provider has encoded yet', () => {
    assert.deepEqual(counted({ type: 'image', mime: 'image/png', base64: data }), {
      characters: 5 + 9,
      images: 1,
    });
  });

  it('counts the format of a Bedrock image, its bytes being text or bytes', () => {
    assert.deepEqual(counted(bedrock), { characters: 3, images: 1 });
    const bytes = { image: { format: 'jpeg', source: { bytes: new Uint8Array(9000) } } };
    assert.deepEqual(counted(bytes), { characters: 4, images: 1 });
  });

  it('costs the same inside a tool result', () => {
    const results = [
      [{ type: 'function_call_output', call_id: '', output: [openAi.responses] }, 20 + 33],
      [{ type: 'tool_result', tool_use_id: '', content: [anthropic] }, 11 + 20],
      [{ toolResult: { toolUseId: '', content: [bedrock] } }, 3],
    ] as const;
    for (const [result, characters] of results)
      assert.deepEqual(counted({ content: [result] }), { characters, images: 1 });
  });
});

describe('behaviour 2.18: a data URL is an image by its scheme, its MIME type and a base64 parameter', () => {
  const image = (url: string): number => counted({ type: 'input_image', image_url: url }).images;

  it('takes scheme, MIME type and parameter in any case', () => {
    assert.equal(image('DATA:IMAGE/PNG;BASE64,AAAA'), 1);
    assert.equal(image('data:image/svg+xml;base64,AAAA'), 1);
  });

  it('takes other parameters before the base64 one, however long they are', () => {
    assert.equal(image('data:image/png;charset=utf-8;base64,AAAA'), 1);
    assert.equal(image(`data:image/png;name=${'n'.repeat(500)};base64,AAAA`), 1);
  });

  it('takes no address that lacks one of the three', () => {
    assert.equal(image('data:image/png,AAAA'), 0);
    assert.equal(image('data:image/png;base64'), 0);
    assert.equal(image('data:image/png;base64url,AAAA'), 0);
    assert.equal(image('data:text/plain;base64,AAAA'), 0);
    assert.equal(image('https://example.org/a.png;base64,'), 0);
    assert.equal(image(''), 0);
  });
});

describe('behaviour 2.19: what only resembles an image counts as text', () => {
  const asText = (payload: unknown, characters: number): void =>
    assert.deepEqual(counted(payload), { characters, images: 0 });

  it('counts a data URL of another kind whole', () => {
    const url = `data:application/pdf;base64,${data}`;
    asText({ type: 'input_image', image_url: url }, 11 + url.length);
  });

  it('counts a data URL that is quoted in a text', () => {
    asText({ type: 'input_text', text: `${png}${data}` }, 10 + 22 + data.length);
    asText({ content: `see ${png}${data}` }, 26 + data.length);
  });

  it('counts loose base64', () => {
    asText([data], data.length);
  });

  it('counts an Anthropic block without data, with other data, or of another MIME type', () => {
    asText({ type: 'image', source: { type: 'base64', media_type: 'image/png' } }, 20);
    asText({ type: 'image', source: { type: 'url', url: 'abcd' } }, 12);
    asText({ type: 'image', source: { type: 'base64', media_type: 'text/html', data: 'abcd' } }, 24);
    asText({ type: 'document', source: { type: 'base64', media_type: 'image/png', data: 'abcd' } }, 27);
  });

  it('counts a Bedrock block without format or without bytes', () => {
    asText({ image: { source: { bytes: 'abcd' } } }, 4);
    asText({ image: { format: 'png', source: {} } }, 3);
    asText({ image: { format: 'png', source: { bytes: null } } }, 3);
    asText({ image: { format: 'png' } }, 3);
  });
});

describe('behaviour 2.20: several images add up', () => {
  it('is twice the setting and the metadata of both beside the text', () => {
    const payload = ['abcd', openAi.responses, openAi.responses];
    assert.equal(payloadEstimate(payload, 123), 2 * 123 + Math.floor((4 + 2 * (11 + 22)) / 4));
  });

  it('adds up over the formats of all providers', () => {
    assert.equal(counted([openAi.chat, anthropic, bedrock, openAi.responses]).images, 4);
  });
});
