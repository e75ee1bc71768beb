// The window a server tells of its own models, as the program uses it: known before the first request, and never waited for
// too long.

import assert from 'node:assert/strict';
import { says, sends, silence } from '../support/loopback/answers.ts';
import { startLoopback, type Loopback } from '../support/loopback/server.ts';
import { goodSummary, startCompact, type CompactJson } from './compact-against.ts';
import { segue, textIn, usesProgram, valueIn, type Ended } from './program.ts';
import { usesFolder } from './sample.ts';

interface GateJson {
  readonly event: string;
  readonly thresholds: { readonly target: number; readonly summary: number };
}

describe('the window of a model that --base-url names', function () {
  this.timeout(60_000);
  usesProgram();
  const place = usesFolder();
  let server: Loopback;
  const listPath = '/v1/models';

  beforeEach(async () => {
    server = await startLoopback();
  });

  afterEach(() => server.close());

  function lists(...models: readonly object[]): void {
    const list = JSON.stringify({ object: 'list', data: models });
    server.page(listPath, sends(list, { contentType: 'application/json' }));
  }

  async function ran(...more: readonly string[]): Promise<Ended> {
    server.answers(says('Good.'));
    const model = ['--provider', 'openai-chat', '--model', 'scripted'];
    const address = ['--base-url', server.baseUrl('openai-chat')];
    const where = ['--sessions', place.folder, '--name', 'windows'];
    return segue(['run', '--prompt', 'Look', ...where, ...model, ...address, '--json', ...more]);
  }

  function gateOf({ out }: Ended): GateJson {
    const events = out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as GateJson);
    return events.find(({ event }) => event === 'gate') ?? assert.fail(out);
  }

  function sessionOf({ out }: Ended): string {
    return (JSON.parse(out.trimEnd().split('\n').at(-1) ?? '') as { session: string }).session;
  }

  it('is the one its list reports, and diagnose says who told it', async () => {
    lists({ id: 'scripted', max_model_len: 60_000 });
    const ended = await ran();
    assert.equal(ended.exit, 0);
    assert.deepEqual(gateOf(ended).thresholds, { target: 32_000, summary: 32_000 });
    const told = textIn(await segue(['diagnose', sessionOf(ended)]));
    assert.match(told, /threshold 32000 of a window of 60000, reported by the provider → send/);
  });

  it('is the one of the settings where they name one, and then nobody asks for a list', async () => {
    lists({ id: 'scripted', max_model_len: 60_000 });
    const own = JSON.stringify({ 'openai-chat': { contextWindow: 100_000 } });
    const ended = await ran('--set', `providers=${own}`);
    assert.deepEqual(gateOf(ended).thresholds, { target: 64_000, summary: 64_000 });
    assert.deepEqual(server.visits, []);
  });

  it('is the assumed one where a server has no list', async () => {
    const ended = await ran();
    assert.equal(ended.exit, 0);
    assert.deepEqual(gateOf(ended).thresholds, { target: 86_400, summary: 86_400 });
    assert.ok(server.visits.some(({ path }) => path === listPath));
    assert.equal(server.requests.length, 1);
  });

  it('is the assumed one where the list never comes: the request goes all the same', async () => {
    server.page(listPath, silence);
    const ended = await ran();
    assert.equal(ended.exit, 0);
    assert.deepEqual(gateOf(ended).thresholds, { target: 86_400, summary: 86_400 });
    assert.equal(server.requests.length, 1);
  });

  it('bounds the summary request of segue compact', async () => {
    lists({ id: 'scripted', max_model_len: 4000 });
    server.answers(says(goodSummary));
    const session = await place.session();
    const small = ['--set', 'compaction.oversize=refuse'];
    const refused = await startCompact(session, server, { wire: 'openai-chat', more: small }).ended;
    assert.equal(refused.exit, 1);
    assert.match(
      (JSON.parse(refused.out) as CompactJson).reason ?? '',
      /^Context summary request \(\d+ tokens, estimated\) exceeds usable context \(2000 tokens\)/,
    );
    assert.equal(server.requests.length, 0);
    lists({ id: 'scripted', max_model_len: 100_000 });
    const value = valueIn(await startCompact(session, server, { wire: 'openai-chat', more: small }).ended);
    assert.equal((value as CompactJson).outcome, 'applied');
  });
});
