import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Desk } from '../../../src/host/session/desk.ts';
import { noDraft } from '../../../src/host/session/memory.ts';
import { never } from '../../support/expect.ts';
import { windowBench, windowFolders, type WindowBench } from '../../support/window-bench.ts';

describe('the desk of a window', () => {
  let folders: ReturnType<typeof windowFolders>;
  const open: WindowBench[] = [];
  beforeEach(() => (folders = windowFolders()));
  afterEach(async () => {
    for (const window of open.splice(0)) await window.desk.close();
    folders.remove();
  });

  function window(memory?: WindowBench['memory']): WindowBench {
    const bench = windowBench(folders, memory);
    open.push(bench);
    return bench;
  }

  /** As somebody who sees what the desk has now. */
  function say(
    desk: Desk,
    text: string,
    session = desk.screen.facts.session.path,
  ): ReturnType<Desk['submit']> {
    return desk.submit({ text, session, whileBusy: 'steer' });
  }

  function rows(desk: Desk): readonly string[] {
    return desk.screen.snapshot(noDraft).rows.map((row) => row.kind);
  }

  it('has no session, and none on disk, before the first prompt', async () => {
    const { desk } = window();
    assert.match(desk.screen.facts.session.readOnly ?? '', /^Opening/);
    await desk.start();
    assert.equal(desk.conversation, undefined);
    assert.deepEqual(desk.screen.facts.session, { title: '', path: '', segment: 1 });
    assert.equal(existsSync(folders.sessions), false);
  });

  it('makes no session of a blank prompt, and says why', async () => {
    const { desk } = window();
    await desk.start();
    assert.deepEqual(await say(desk, ' \n '), { ok: false, error: 'there is nothing in it' });
    assert.equal(desk.conversation, undefined);
    assert.equal(existsSync(folders.sessions), false);
  });

  it('makes a session of the first prompt, named after it', async () => {
    const { desk, memory } = window();
    await desk.start();
    assert.deepEqual(await say(desk, 'find *.md'), { ok: true, value: { as: 'sent' } });
    await desk.conversation?.chat.idle();
    const { session } = desk.screen.facts;
    assert.equal(session.title, 'find *.md');
    assert.equal(path.dirname(session.path), folders.sessions);
    assert.equal(memory.session, session.path);
    assert.deepEqual(rows(desk), ['user', 'assistant', 'tool', 'assistant']);
  });

  it('makes one session of two prompts that come together: the second steers', async () => {
    const { desk } = window();
    await desk.start();
    const [first, second] = await Promise.all([say(desk, 'list'), say(desk, 'help')]);
    assert.deepEqual(
      [first, second],
      [
        { ok: true, value: { as: 'sent' } },
        { ok: true, value: { as: 'steering' } },
      ],
    );
    await desk.conversation?.chat.idle();
    assert.equal(readdirSync(folders.sessions).length, 1);
  });

  it('goes on, in the next window, with the session the last one had', async () => {
    const one = window();
    await one.desk.start();
    await say(one.desk, 'list');
    await one.desk.conversation?.chat.idle();
    const had = one.desk.screen.facts.session.path;
    await one.desk.newSession();
    await say(one.desk, 'help');
    await one.desk.conversation?.chat.idle();
    await one.desk.openSession(had);
    await one.desk.close();
    const next = window(one.memory);
    await next.desk.start();
    assert.equal(next.desk.screen.facts.session.path, had);
    assert.deepEqual(rows(next.desk), ['user', 'assistant', 'tool', 'assistant']);
  });

  it('opens the newest session of the folder where it remembers none', async () => {
    const one = window();
    await one.desk.start();
    await say(one.desk, 'list');
    await one.desk.conversation?.chat.idle();
    const { path: newest } = one.desk.screen.facts.session;
    await one.desk.close();
    const other = window();
    await other.desk.start();
    assert.equal(other.desk.screen.facts.session.path, newest);
  });

  it('reads a session that another window writes, and says who writes it', async () => {
    const one = window();
    await one.desk.start();
    await say(one.desk, 'list');
    await one.desk.conversation?.chat.idle();
    const second = window();
    await second.desk.start();
    assert.deepEqual(rows(second.desk), ['user', 'assistant', 'tool', 'assistant']);
    const { readOnly } = second.desk.screen.facts.session;
    assert.match(readOnly ?? '', new RegExp(`process ${process.pid}\\b.*only reads`));
    const refused = await say(second.desk, 'list');
    assert.equal(refused.ok, false);

    await one.desk.close();
    await second.desk.openSession(second.desk.screen.facts.session.path);
    assert.equal(second.desk.screen.facts.session.readOnly, undefined);
    assert.equal((await say(second.desk, 'help')).ok, true);
    await second.desk.conversation?.chat.idle();
  });

  it('says what it put right of a session, and goes on without a damaged line once the person accepts it', async () => {
    const one = window();
    await one.desk.start();
    await say(one.desk, 'list');
    await one.desk.conversation?.chat.idle();
    const { path: session } = one.desk.screen.facts.session;
    await one.desk.close();
    appendFileSync(path.join(session, 'segment-0001.jsonl'), 'no record\n{"kind":"us');
    const { desk } = window(one.memory);
    await desk.start();
    const notices = desk.screen
      .snapshot(noDraft)
      .rows.flatMap((row) => (row.kind === 'notice' ? [row.text] : []));
    assert.deepEqual(notices.length, 1);
    assert.match(notices[0] ?? '', /^Put right on opening: segment-0001\.jsonl: its last line was cut short/);
    const banners = (): readonly string[] => desk.screen.facts.banners.map(({ id }) => id);
    assert.deepEqual(banners(), ['damaged']);
    assert.equal((await desk.conversation?.acceptDamage())?.ok, true);
    desk.conversation?.refreshFacts();
    assert.deepEqual(banners(), []);
  });

  it('says why a session cannot be opened, and begins anew', async () => {
    const one = window();
    await one.desk.start();
    await say(one.desk, 'list');
    await one.desk.conversation?.chat.idle();
    const { path: broken } = one.desk.screen.facts.session;
    await one.desk.close();
    writeFileSync(path.join(broken, 'session.json'), '{"format":99}\n');
    const next = window(one.memory);
    await next.desk.start();
    assert.equal(next.told.length, 1);
    assert.match(
      next.told[0] ?? '',
      /^The session was not opened: .* newer version of Segue \(format 99\); update Segue to open it\.$/,
    );
    assert.equal(next.desk.screen.facts.session.path, '');
  });

  it('has its meter drawn anew once system prompt and tools are counted, also when it was opened a moment ago', async () => {
    const one = window();
    await one.desk.start();
    await say(one.desk, 'list');
    await one.desk.conversation?.chat.idle();
    await one.desk.close();
    const { desk, weighed } = window(one.memory);
    const counted = weighed();
    await desk.start();
    await counted;
    const { conversation } = desk;
    conversation?.refreshFacts();
    assert.ok((conversation?.fixedTokens ?? 0) > 0);
    assert.equal(conversation?.meter.used, desk.screen.facts.meter?.used);
  });

  it('starts a new session with an empty screen, and lists the old one', async () => {
    const { desk, shelf, switches } = window();
    await desk.start();
    await say(desk, 'list');
    await desk.conversation?.chat.idle();
    const before = switches();
    await desk.newSession();
    assert.ok(switches() > before);
    assert.deepEqual(rows(desk), []);
    const listed = await shelf.list(never);
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['list'],
    );
  });

  it('gives no prompt to a session it was not written under, although that one is opened before it arrives', async () => {
    const { desk } = window();
    await desk.start();
    await say(desk, 'list');
    await desk.conversation?.chat.idle();
    const { path: first } = desk.screen.facts.session;
    await desk.newSession();
    await say(desk, 'help');
    await desk.conversation?.chat.idle();
    const { path: second } = desk.screen.facts.session;
    const refusal = {
      ok: false,
      error: 'another conversation is open by now; send it again if it is meant for this one',
    };
    const opening = desk.openSession(first);
    assert.deepEqual(await say(desk, 'meant for the second', second), refusal);
    await opening;
    assert.equal(desk.meant(second), undefined);
    assert.equal(desk.meant(first), desk.conversation);
    // The empty screen was another one, too.
    assert.deepEqual(await say(desk, 'meant for a new one', ''), refusal);
    await desk.newSession();
    assert.deepEqual(await say(desk, 'meant for the first', first), refusal);
    assert.equal(desk.conversation, undefined);
    await desk.openSession(first);
    assert.deepEqual(rows(desk).filter((kind) => kind === 'user').length, 1);
  });

  it('says how a call was permitted, also when the session was opened again', async () => {
    const decisions = (desk: Desk) =>
      desk.screen.snapshot(noDraft).rows.flatMap((row) => (row.kind === 'tool' ? [row.decision] : []));
    const one = window();
    await one.desk.start();
    await say(one.desk, 'list');
    await say(one.desk, 'run echo hello');
    await one.desk.conversation?.chat.idle();
    assert.deepEqual(decisions(one.desk), ['not-needed', 'mode']);
    await one.desk.close();
    const { desk } = window(one.memory);
    await desk.start();
    assert.deepEqual(decisions(desk), ['not-needed', 'mode']);
  });

  it('takes what was written on the empty screen as meant for the session it became', async () => {
    const { desk } = window();
    await desk.start();
    await say(desk, 'list');
    await desk.conversation?.chat.idle();
    assert.equal(desk.meant(''), desk.conversation);
    assert.equal((await say(desk, 'help', '')).ok, true);
  });

  it('stops a background command when the person leaves its session, and says so', async () => {
    const { desk } = window();
    await desk.start();
    await say(desk, 'run sleep 86399');
    const { conversation } = desk;
    await new Promise<void>((resolve) => {
      conversation?.chat.listen((event) => {
        if (event.event === 'execution') resolve();
      });
    });
    await desk.newSession();
    const ends = conversation?.session
      .active()
      .records.filter(({ kind }) => kind === 'tool-result' || kind === 'fork-point')
      .map((record) => (record.kind === 'fork-point' ? record.outcome : record.kind));
    assert.deepEqual(ends, ['tool-result', 'cancelled']);
  });
});
