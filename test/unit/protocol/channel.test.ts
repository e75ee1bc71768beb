import assert from 'node:assert/strict';
import * as z from 'zod';
import { err, ok } from '../../../src/base/result.ts';
import { createChannel, type Channel } from '../../../src/protocol/channel.ts';
import { protocolVersion, type Asked, type Told } from '../../../src/protocol/messages.ts';

const greet: Told<{ name: string }> = { name: 'greet', body: z.object({ name: z.string() }) };
const double: Asked<{ of: number }, { is: number }> = {
  name: 'double',
  body: z.object({ of: z.number() }),
  answer: z.object({ is: z.number() }),
};

const never = new AbortController().signal;

/** Two ends that hear each other, and what each of them reported. */
function linked(): { one: Channel; other: Channel; problems: string[]; posted: unknown[] } {
  const problems: string[] = [];
  const posted: unknown[] = [];
  const report = (problem: string): number => problems.push(problem);
  const carry = (to: () => Channel) => (message: unknown) => {
    posted.push(message);
    to().receive(JSON.parse(JSON.stringify(message)));
    return true;
  };
  const one: Channel = createChannel({ end: 'one', post: carry(() => other), report });
  const other: Channel = createChannel({ end: 'other', post: carry(() => one), report });
  return { one, other, problems, posted };
}

describe('channel', () => {
  it('tells what it is told to tell', async () => {
    const { one, other } = linked();
    const heard: string[] = [];
    other.onTold(greet, ({ name }) => heard.push(name));
    assert.equal(await one.tell(greet, { name: 'Ada' }), true);
    assert.deepEqual(heard, ['Ada']);
  });

  it('brings the answer to the question it belongs to, in any order', async () => {
    const { one, other } = linked();
    const waiting: (() => void)[] = [];
    other.onAsked(double, async ({ of }) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return ok({ is: 2 * of });
    });
    const first = one.ask(double, { of: 1 }, never);
    const second = one.ask(double, { of: 2 }, never);
    waiting[1]!();
    assert.deepEqual(await second, { kind: 'answered', value: { is: 4 } });
    waiting[0]!();
    assert.deepEqual(await first, { kind: 'answered', value: { is: 2 } });
  });

  it('settles a question that is refused, with the reason', async () => {
    const { one, other } = linked();
    other.onAsked(double, async () => err('no numbers today'));
    assert.deepEqual(await one.ask(double, { of: 1 }, never), { kind: 'refused', why: 'no numbers today' });
  });

  it('settles a question whose handler throws, and tells of it', async () => {
    const { one, other, problems } = linked();
    other.onAsked(double, () => Promise.reject(new Error('broken')));
    assert.deepEqual(await one.ask(double, { of: 1 }, never), { kind: 'refused', why: 'broken' });
    assert.deepEqual(problems, ['answering double failed: broken']);
  });

  it('settles a question nobody answers', async () => {
    const { one, problems } = linked();
    assert.equal((await one.ask(double, { of: 1 }, never)).kind, 'refused');
    assert.deepEqual(problems, ['nobody answers double']);
  });

  it('settles a question whose answer is of another shape', async () => {
    const { one, other, problems } = linked();
    other.onAsked({ ...double, answer: z.unknown() }, async () => ok('two'));
    assert.equal((await one.ask(double, { of: 1 }, never)).kind, 'refused');
    assert.match(problems.join(), /^the answer to double is not valid: /);
  });

  it('tells a person what to do about messages of another version, and keeps what exactly is wrong for the log', async () => {
    const { one, other, problems } = linked();
    other.onAsked({ ...double, answer: z.unknown() }, async () => ok('two'));
    const asked: readonly Asked<unknown, unknown>[] = [
      double,
      { ...double, body: z.unknown() },
      { ...double, name: 'triple' },
    ];
    for (const message of asked) {
      const answer = await one.ask(message, { of: message === double ? 1 : 'one' }, never);
      assert.equal(answer.kind === 'refused' && /"Developer: Reload Window"$/.test(answer.why), true);
    }
    assert.equal(problems.length, asked.length);
  });

  it('settles a question whose message was not taken', async () => {
    const channel = createChannel({ end: 'one', post: () => false, report: () => undefined });
    assert.deepEqual(await channel.ask(double, { of: 1 }, never), { kind: 'gone' });
    assert.equal(await channel.tell(greet, { name: 'Ada' }), false);
  });

  it('settles every open question with gone when it is disposed, and posts nothing afterwards', async () => {
    const posted: unknown[] = [];
    const channel = createChannel({
      end: 'one',
      post: (message) => posted.push(message) > 0,
      report: () => undefined,
    });
    const open = [channel.ask(double, { of: 1 }, never), channel.ask(double, { of: 2 }, never)];
    channel.dispose();
    channel.dispose();
    assert.deepEqual(await Promise.all(open), [{ kind: 'gone' }, { kind: 'gone' }]);
    assert.deepEqual(await channel.ask(double, { of: 3 }, never), { kind: 'gone' });
    assert.equal(posted.length, 2);
  });

  it('gives a question up when its signal aborts, and lets the answerer know', async () => {
    const { one, other } = linked();
    let isGivenUp = false;
    other.onAsked(
      double,
      (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            isGivenUp = true;
            resolve(ok({ is: 0 }));
          });
        }),
    );
    const asking = new AbortController();
    const answer = one.ask(double, { of: 1 }, asking.signal);
    asking.abort();
    assert.deepEqual(await answer, { kind: 'gone' });
    assert.equal(isGivenUp, true);
  });

  it('reports and drops what it cannot read, and goes on', () => {
    const { one, problems } = linked();
    const heard: string[] = [];
    one.onTold(greet, ({ name }) => heard.push(name));
    const wire = { segue: protocolVersion, type: 'told', name: 'greet' };
    const broken: readonly unknown[] = [
      null,
      'text',
      [],
      { ...wire, segue: protocolVersion + 1, body: { name: 'newer' } },
      { ...wire, body: { name: 7 } },
      { ...wire, name: 'unknown', body: {} },
    ];
    for (const message of broken) one.receive(message);
    assert.equal(problems.length, broken.length);
    one.receive({ ...wire, body: { name: 'Ada' } });
    assert.deepEqual(heard, ['Ada']);
  });

  it('reports a handler that throws and goes on', () => {
    const { one, problems } = linked();
    one.onTold(greet, () => {
      throw new Error('broken');
    });
    one.receive({ segue: protocolVersion, type: 'told', name: 'greet', body: { name: 'Ada' } });
    assert.deepEqual(problems, ['handling greet failed: broken']);
  });

  it('ignores an answer nobody waits for', () => {
    const { one, problems } = linked();
    one.receive({ segue: protocolVersion, type: 'answered', asker: 'one', id: 99, value: {} });
    assert.deepEqual(problems, []);
  });

  describe('with a page that is built anew while a question of the one before it is open', () => {
    /** A host that answers when it is told to, and pages of it one after the other. */
    function pages() {
      let shown: Channel | undefined;
      const answers = new Map<number, () => void>();
      const givenUp: number[] = [];
      const host = createChannel({
        end: 'host',
        post: (message) => {
          shown?.receive(message);
          return true;
        },
        report: (problem) => assert.fail(problem),
      });
      host.onAsked(double, ({ of }, signal) => {
        signal.addEventListener('abort', () => givenUp.push(of));
        return new Promise((resolve) => answers.set(of, () => resolve(ok({ is: 2 * of }))));
      });
      const build = (end: string): Channel => {
        const page = createChannel({
          end,
          post: (message) => {
            host.receive(message);
            return true;
          },
          report: (problem) => assert.fail(problem),
        });
        shown = page;
        return page;
      };
      return { build, answer: (of: number) => answers.get(of)?.(), givenUp };
    }

    it('gives the new page the answer to its own question only', async () => {
      const { build, answer } = pages();
      void build('first').ask(double, { of: 1 }, never);
      const own = build('second').ask(double, { of: 21 }, never);
      answer(1);
      await Promise.resolve();
      answer(21);
      assert.deepEqual(await own, { kind: 'answered', value: { is: 42 } });
    });

    it('gives up no question of the new page when the page before it gives up late', async () => {
      const { build, answer, givenUp } = pages();
      const first = new AbortController();
      void build('first').ask(double, { of: 1 }, first.signal);
      const second = new AbortController();
      const page = build('second');
      const own = page.ask(double, { of: 21 }, never);
      first.abort();
      assert.deepEqual(givenUp, [1]);
      answer(1);
      answer(21);
      assert.equal((await own).kind, 'answered');
      void page.ask(double, { of: 3 }, second.signal);
      second.abort();
      assert.deepEqual(givenUp, [1, 3]);
    });
  });
});
