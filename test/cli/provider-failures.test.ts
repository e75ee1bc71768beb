// Every way a provider can fail a compaction: one clear line, three requests, and the session as it was.

import assert from 'node:assert/strict';
import { paused, refuses, says, sends, silence, type Answer } from '../support/loopback/answers.ts';
import { inParallel } from '../support/child-script.ts';
import { reasoning, reply, text } from '../support/loopback/reply.ts';
import { startLoopback } from '../support/loopback/server.ts';
import { wireNames, type WireName } from '../support/loopback/wire.ts';
import { goodSummary, startCompact, type CompactJson } from './compact-against.ts';
import { folderState, type FolderState } from './folder-state.ts';
import { oneLine } from './one-line.ts';
import { segue, textIn, usesProgram, type Ended } from './program.ts';
import { usesFolder } from './sample.ts';

interface Case {
  readonly answer: Answer;
  /** What the SDKs throw is told apart by their own classes, of which a bundle may hold two copies. */
  readonly everyWire?: true;
  readonly says: RegExp;
  readonly more?: readonly string[];
}

const html = '<!doctype html><html><head><title>Sign in</title></head><body>Please sign in</body></html>';
const aSecond = ['--set', 'compaction.idleTimeoutSeconds=1'];

const cases: Readonly<Record<string, Case>> = {
  'an empty answer': {
    answer: says(''),
    says: /the model wrote no usable summary \(3 attempts: .*empty.*\); run it again, .*models\.summarization/,
  },
  'an answer without headings': { answer: says('All went well.'), says: /heading "Scope" is missing/ },
  'an answer with a heading twice': {
    answer: says(`${goodSummary}\n\n## Scope\n- again`),
    says: /heading "Scope" stands twice/,
  },
  'an answer with a heading of its own': {
    answer: says(`${goodSummary}\n\n## Poem\n- none`),
    says: /unexpected heading "Poem"/,
  },
  'an answer with its headings in another order': {
    answer: says(
      goodSummary
        .replace('## Scope', '## X')
        .replace('## Next Steps', '## Scope')
        .replace('## X', '## Next Steps'),
    ),
    says: /heading "Scope" is out of order/,
  },
  'nothing but reasoning': { answer: says(reply([reasoning('Hm.')])), says: /no usable summary.*empty/ },
  'an answer cut off at the output limit': {
    answer: says(reply([text(goodSummary)], { stop: 'length' })),
    says: /cut off at the output limit/,
  },
  'a refusal by the model': {
    answer: says(reply([text('I cannot.')], { stop: 'refusal' })),
    says: /the model declined .*; use another model/,
  },
  'a stream that ends early': {
    answer: says(goodSummary, { change: 'without-terminal' }),
    says: /the answer broke off .*; run it again/,
  },
  'a connection that breaks in the middle': {
    answer: says(goodSummary, { delivery: paused(4, 'close') }),
    says: /the (?:connection failed|answer broke off) .*; /,
  },
  'an error in the middle of a stream': {
    everyWire: true,
    answer: says(goodSummary, { change: 'overloaded' }),
    says: /the provider has a problem.*; run it again later/,
  },
  'HTML with status 200': {
    answer: sends(html),
    says: /could not be read \(.*\).*; check that --base-url is an address of this kind of provider/,
  },
  'JSON that is no answer': {
    answer: sends('{"hello":"world"}', { contentType: 'application/json' }),
    says: /could not be read/,
  },
  'broken JSON': {
    answer: sends('{"choices":[', { contentType: 'application/json' }),
    says: /could not be read/,
  },
  'a status without a body': {
    answer: sends('', { status: 502, contentType: 'text/plain' }),
    says: /has a problem, status 502 .*; run it again later/,
  },
  'an HTML error page': {
    answer: sends(html, { status: 503 }),
    says: /status 503 \(Sign in Please sign in\)/,
  },
  '401': {
    everyWire: true,
    answer: refuses('unauthorized'),
    says: /the API key was not accepted .*; check the key/,
  },
  '403': { answer: refuses('forbidden'), says: /the API key was not accepted .*; check the key/ },
  '404': { answer: refuses('not-found'), says: /no such model or address .*; check --model and --base-url/ },
  '413': { answer: refuses('too-large'), says: /too many bytes .*; use a model with a larger window/ },
  '422': { answer: refuses('rejected'), says: /rejected the request with status 422 .*; try another model/ },
  '429': { answer: refuses('rate-limit'), says: /rate limit reached .*; wait 7 s and run it again/ },
  '500': { answer: refuses('server'), says: /has a problem, status 500 .*; run it again later/ },
  '529': { answer: refuses('overloaded'), says: /has a problem, status 529 .*; run it again later/ },
  'its own overflow': {
    answer: refuses('overflow'),
    says: /larger than the model's context window .*; use a model with a larger window, or --provider offline/,
  },
  'no answer at all': {
    answer: silence,
    more: aSecond,
    says: /no answer for 1 s \(3 attempts\); run it again, or allow more time with --set compaction\.idleTimeoutSeconds/,
  },
  'a stream that hangs': {
    answer: says(goodSummary, { delivery: paused(4, 'hang') }),
    more: aSecond,
    says: /no answer for 1 s/,
  },
};

interface Outcome {
  readonly ended: Ended;
  readonly requests: readonly unknown[];
  readonly session: string;
  readonly before: FolderState;
}

describe('a compaction whose provider fails', function () {
  this.timeout(180_000);
  usesProgram();
  const place = usesFolder();
  const isLong = process.env['SEGUE_LONG'] !== undefined;
  const outcomes = new Map<string, Promise<Outcome>>();

  // The adapters' own tests put every failure to every wire; here each gets one, unless there is time.
  const jobs = Object.entries(cases).flatMap(([what, one], place) =>
    wireNames
      .filter((_, at) => isLong || one.everyWire === true || at === place % wireNames.length)
      .map((wire) => ({ wire, what, ...one })),
  );

  before(async () => {
    await place.session();
    // Each waits three seconds between its attempts: they wait together.
    await inParallel(jobs, 16, async (job) => {
      const outcome = run(job);
      outcomes.set(`${job.wire} ${job.what}`, outcome);
      await outcome.catch(() => undefined);
    });
  });

  async function run({ wire, answer, more = [] }: Case & { readonly wire: WireName }): Promise<Outcome> {
    const server = await startLoopback();
    try {
      server.answers(answer);
      const session = await place.session();
      const before = await folderState(session);
      const ended = await startCompact(session, server, { wire, more }).ended;
      return { ended, requests: server.requests.map(({ body }) => body), session, before };
    } finally {
      await server.close();
    }
  }

  for (const { wire, what, more, says: words } of jobs) {
    it(`by ${what} from ${wire} is failed after three equal requests and changes nothing`, async () => {
      const { ended, requests, session, before } = await outcomes.get(`${wire} ${what}`)!;
      assert.match(oneLine(ended), words);
      assert.match(oneLine(ended), /^failed: /);
      assert.equal(ended.exit, 1);
      const value = JSON.parse(ended.out) as CompactJson;
      assert.equal(value.outcome, 'failed');
      assert.equal(`failed: ${value.reason}`, oneLine(ended));
      assert.deepEqual(value.segment, { from: 1, to: 1 });
      assert.equal(value.summary.attempts, 3);
      // A slow machine may let the deadline of a second pass before the first request goes out.
      const sent = more === aSecond ? [1, 2, 3] : [3];
      assert.ok(sent.includes(requests.length), `${requests.length} requests`);
      for (const request of requests) assert.deepEqual(request, requests[0]);
      assert.deepEqual(await folderState(session), before);
    });
  }

  it('leaves sessions that verify', async () => {
    const sessions = [...outcomes.values()].slice(0, 3);
    for (const outcome of sessions) {
      const { session } = await outcome;
      assert.match(textIn(await segue(['verify', session])), /^ok: 1 segment checked/);
    }
  });
});
