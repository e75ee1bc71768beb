// Providers that cannot be asked, or not with this: told before anything is sent, or by what the network says.

import assert from 'node:assert/strict';
import { says } from '../support/loopback/answers.ts';
import { startLoopback, type Loopback } from '../support/loopback/server.ts';
import { goodSummary, startCompact, type CompactJson } from './compact-against.ts';
import { folderState } from './folder-state.ts';
import { oneLine } from './one-line.ts';
import { segue, usesProgram, valueIn, type Ended, type StartOptions } from './program.ts';
import { sampleFile, usesFolder } from './sample.ts';

describe('a compaction whose provider cannot be asked', function () {
  this.timeout(60_000);
  usesProgram();
  const place = usesFolder();
  let server: Loopback;

  beforeEach(async () => {
    server = await startLoopback();
    server.answers(says(goodSummary));
  });

  afterEach(() => server.close());

  /** Compacts a fresh session with these flags; what fails leaves it as it was. */
  async function refused(flags: readonly string[], options: StartOptions = {}): Promise<Ended> {
    const session = await place.session();
    const before = await folderState(session);
    const ended = await segue(['compact', session, ...flags, '--json'], options);
    assert.equal(ended.exit, 1);
    assert.deepEqual(await folderState(session), before);
    return ended;
  }

  const keyless: readonly (readonly [string, readonly string[], StartOptions['env'], RegExp])[] = [
    ['no key for Anthropic', ['--provider', 'anthropic'], {}, /ANTHROPIC_API_KEY is not set; set it, or use/],
    ['no key for OpenAI', ['--provider', 'openai'], {}, /OPENAI_API_KEY is not set/],
    ['no key for Chat Completions', ['--provider', 'openai-chat'], {}, /OPENAI_API_KEY is not set/],
    ['a blank key', ['--provider', 'openai'], { OPENAI_API_KEY: ' ' }, /OPENAI_API_KEY is not set/],
    [
      'the key of the other',
      ['--provider', 'openai'],
      { ANTHROPIC_API_KEY: 'k' },
      /OPENAI_API_KEY is not set/,
    ],
    [
      'no key for a server elsewhere',
      ['--provider', 'openai', '--base-url', 'http://example.invalid'],
      {},
      /OPENAI/,
    ],
    [
      'a key of odd characters',
      ['--provider', 'openai'],
      { OPENAI_API_KEY: 'sk-één\u2028key' },
      /OPENAI_API_KEY holds characters that no key has; set it anew$/,
    ],
    [
      'headers that cannot be sent',
      ['--provider', 'openai', '--set', 'providers={"openai":{"headers":{"x y":"z"}}}'],
      { OPENAI_API_KEY: 'k' },
      /providers\.openai\.headers cannot be sent; correct their names and values$/,
    ],
    [
      'an unknown provider',
      ['--set', 'models.summarization=acme/one'],
      {},
      /nothing is known of a provider acme/,
    ],
    ['a model but no key for it', ['--model', 'claude-opus-4-1'], {}, /ANTHROPIC_API_KEY is not set/],
  ];

  for (const [what, flags, env, words] of keyless) {
    it(`is refused with ${what}`, async () => {
      const ended = await refused(flags, { env: env ?? {} });
      assert.match(oneLine(ended), words);
      const value = JSON.parse(ended.out) as CompactJson;
      assert.equal(value.outcome, 'refused');
      assert.equal(`refused: ${value.reason}`, oneLine(ended));
      assert.equal(value.summary.attempts, 0);
    });
  }

  it('of an imported conversation without a key for its model falls back to the offline one', async () => {
    const value = valueIn(await segue(['compact', await place.session(), '--json'])) as CompactJson;
    assert.equal(value.outcome, 'applied');
    assert.equal(value.summary.provider, 'offline');
  });

  it('of an imported conversation asks its own provider where an address is named', async () => {
    const args = ['--base-url', server.baseUrl('anthropic'), '--json'];
    const value = valueIn(await segue(['compact', await place.session(), ...args])) as CompactJson;
    assert.equal(value.summary.provider, 'anthropic');
    assert.equal(server.requests.length, 1);
  });

  it('is failed without a request when it is larger than the model takes', async () => {
    const flags = ['--provider', 'openai', '--model', 'm', '--base-url', server.baseUrl('openai')];
    const small = ['--set', 'budget.contextLimit=2000', '--set', 'compaction.oversize=refuse'];
    const ended = await refused([...flags, ...small]);
    assert.match(
      oneLine(ended),
      /^failed: Context summary request \(\d+ tokens, estimated\) exceeds usable context \(1000 tokens\); use a model with a larger window/,
    );
    assert.equal(server.requests.length, 0);
  });

  it('of a file tells where the imported session is, so that it need not be imported again', async () => {
    const more = ['--sessions', place.folder, '--set', 'compaction.oversize=refuse'];
    const small = ['--set', 'budget.contextLimit=2000'];
    const ended = await startCompact(sampleFile, server, { more: [...more, ...small] }).ended;
    const { session } = JSON.parse(ended.out) as CompactJson;
    assert.ok(oneLine(ended).endsWith(`; the imported session is kept: ${session}`));
    assert.equal((valueIn(await startCompact(session, server).ended) as CompactJson).outcome, 'applied');
  });
});
