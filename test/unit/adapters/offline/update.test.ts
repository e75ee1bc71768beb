// An older summary brought up to date by the offline model (design 8; seed, Context-summary generation).

import assert from 'node:assert/strict';
import { conversation } from '../../../support/conversation.ts';
import { summaryOf } from '../../core/summary/summary-of.ts';
import { linesOf, OfflineSession, under } from './offline-summary.ts';

const first = () =>
  conversation()
    .user('Make the parser accept empty files. Never change the public names.')
    .calls('Edit', { file_path: 'src/parser.ts', old_string: 'a', new_string: 'b' })
    .results('ok')
    .calls('Bash', { command: 'cd app\nnpm test' })
    .fails('AssertionError: expected 2 to equal 3')
    .assistant('Empty files are accepted now; a test of the printer fails.')
    .settled();

const chatter = (what: string) =>
  conversation().user(`Tell me about ${what}.`).assistant(`${what}: all is well.`).settled();

async function updated(...later: readonly ReturnType<typeof conversation>[]): Promise<string> {
  const session = await OfflineSession.start(first().records());
  let summary = await session.summary();
  for (const talk of later) summary = await (await session.goesOn(talk)).summary();
  return summary;
}

describe('an offline summary that updates an older one', () => {
  it('keeps rules, changed files and an unresolved failure over many rounds', async () => {
    const summary = await updated(chatter('the lexer'), chatter('the printer'), chatter('the docs'));
    assert.match(under(summary, 'Constraints & Preferences'), /Never change the public names\./);
    assert.match(under(summary, 'Relevant Files'), /src\/parser\.ts/);
    assert.match(under(summary, 'Open Questions & Risks'), /AssertionError: expected 2 to equal 3/);
    assert.match(under(summary, 'Work & Evidence'), /Empty files are accepted now/);
    assert.match(under(summary, 'Work & Evidence'), /the docs: all is well/);
  });

  it('drops a failure once its command succeeded, and keeps only the newer one when it failed again', async () => {
    const run = (talk: ReturnType<typeof conversation>) =>
      talk.calls('Bash', { command: 'cd app\nnpm test' });
    const mended = run(conversation().user('Try again.'))
      .results('all passing')
      .assistant('All pass.')
      .settled();
    assert.equal(under(await updated(mended), 'Open Questions & Risks'), '(none)');
    const worse = run(conversation().user('Try again.'))
      .fails('TypeError: x is null')
      .assistant('Worse.')
      .settled();
    const risks = under(await updated(worse), 'Open Questions & Risks');
    assert.match(risks, /TypeError: x is null/);
    assert.equal(risks.includes('expected 2 to equal 3'), false, risks);
  });

  it('says nothing twice', async () => {
    const lines = linesOf(await updated(chatter('the lexer'), chatter('the lexer')));
    assert.deepEqual(lines, [...new Set(lines)]);
  });
});

describe('a request that an older summary left open', () => {
  const request = 'Rename parse to read.\nThen update the docs.';
  const quoted = '> Rename parse to read.\n> Then update the docs.';
  const open = () => conversation().user(request).calls('Read', { file_path: 'a.ts' }).results('x');
  const more = () => conversation().calls('Edit', { file_path: 'a.ts' }).results('ok');

  for (const rounds of [1, 3]) {
    it(`stays the next step, word for word, over ${rounds} more compactions within its turn`, async () => {
      const session = await OfflineSession.start([...open().records(), ...marker('p0')]);
      let summary = await session.summary({ pendingFrom: 'p0' });
      for (let round = 1; round <= rounds; round++) {
        await session.goesOn(more().add(note));
        summary = await session.summary({ pendingFrom: `${round}-r3` });
      }
      assert.ok(under(summary, 'Next Steps').includes(quoted), summary);
    });
  }

  it('becomes an outcome once it was answered, and is no order any more', async () => {
    const session = await OfflineSession.start([...open().records(), ...marker('p0')]);
    await session.summary({ pendingFrom: 'p0' });
    const answered = more().assistant('It is renamed and the docs are up to date.').settled();
    const summary = await (await session.goesOn(answered)).summary();
    assert.equal(under(summary, 'Next Steps'), '(none)');
    assert.match(under(summary, 'Work & Evidence'), /Rename parse to read.*It is renamed/);
  });

  it('is no order any more, and not forgotten, when the person went on to something else', async () => {
    const session = await OfflineSession.start([...open().records(), ...marker('p0')]);
    await session.summary({ pendingFrom: 'p0' });
    const summary = await (await session.goesOn(chatter('the weather'))).summary();
    assert.equal(under(summary, 'Next Steps'), '(none)');
    assert.match(under(summary, 'Open Questions & Risks'), /Rename parse to read/);
  });

  it('stays the next step when the person only said to go on, and is named once', async () => {
    const session = await OfflineSession.start([...open().records(), ...marker('p0')]);
    await session.summary({ pendingFrom: 'p0' });
    const goOn = () =>
      conversation().user('go on').calls('Edit', { file_path: 'a.ts' }).results('ok').settled('cancelled');
    let summary = '';
    for (let round = 1; round <= 2; round++) summary = await (await session.goesOn(goOn())).summary();
    const steps = under(summary, 'Next Steps');
    assert.equal(steps.split(quoted).length, 2, summary);
    assert.equal(steps.split('go on').length, 2, summary);
  });

  it('becomes an outcome once going on with it was answered', async () => {
    const session = await OfflineSession.start([...open().records(), ...marker('p0')]);
    await session.summary({ pendingFrom: 'p0' });
    const answered = conversation().user('go on').assistant('It is renamed.').settled();
    const summary = await (await session.goesOn(answered)).summary();
    assert.equal(under(summary, 'Next Steps'), '(none)');
    assert.match(under(summary, 'Work & Evidence'), /Rename parse to read.*It is renamed/);
  });

  it('is settled also where the host carried it over for another model', async () => {
    const carried = summaryOf('continuation', {
      'Critical Context': `- the port is 8080\n- Carried over:\n${quoted}\n- Carried over: changed src/old.ts`,
    });
    const talk = conversation()
      .assistant('It is renamed.')
      .settled()
      .user('Thanks.')
      .assistant('Fine.')
      .settled();
    const records = [...conversation().summary(carried).records(), ...talk.records().map(renamed)];
    const summary = await (await OfflineSession.start(records)).summary();
    assert.equal(summary.includes(quoted), false, summary);
    assert.match(under(summary, 'Critical Context'), /the port is 8080/);
    assert.match(summary, /src\/old\.ts/);
  });
});

describe('an older summary that another program wrote', () => {
  it('is kept as context, line by line, without its own headings', async () => {
    const foreign = [
      '1. Primary request: the user wants the billing page rebuilt on the new grid.',
      '## Scope of my own',
      '```ts\nconst gridColumns = 12; // the number they settled on\n```',
      '次の方針は待ち行列を使うことです。',
    ].join('\n');
    const talk = chatter('the grid').records().map(renamed);
    const session = await OfflineSession.start([...conversation().summary(foreign).records(), ...talk]);
    const summary = await session.summary();
    assert.match(summary, /billing page rebuilt on the new grid/);
    assert.match(summary, /次の方針は待ち行列を使うことです/);
    const again = await (await session.goesOn(chatter('the footer'))).summary();
    assert.match(again, /billing page rebuilt on the new grid/);
    assert.equal(under(again, 'Next Steps'), '(none)');
  });
});

const note = { kind: 'notice', level: 'info', text: 'a batch is open' } as const;

/** A record that stands for the batch that is open. */
function marker(id: string) {
  return conversation()
    .user('x')
    .add(note)
    .records()
    .slice(1)
    .map((record) => ({ ...record, id }));
}

function renamed<Item extends { readonly id: string }>(record: Item): Item {
  return { ...record, id: `own-${record.id}` };
}
