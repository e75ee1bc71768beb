import assert from 'node:assert/strict';
import type { ExecutionRender } from '../../../../src/core/executions/render.ts';
import { ActivityClock } from '../../../../src/host/rows/activity-view.ts';
import { ChatScreen, type ScreenFacts } from '../../../../src/host/rows/chat-screen.ts';
import { patchSchema } from '../../../../src/protocol/patch.ts';
import { snapshotSchema, type Draft } from '../../../../src/protocol/snapshot.ts';
import { conversation } from '../../../support/conversation.ts';
import { PanelState } from '../../../../webview/state/panel-state.ts';

const facts: ScreenFacts = {
  session: { title: 'A title', path: '/s', segment: 1 },
  model: { label: 'Offline', detail: '128k' },
  meter: undefined,
  compactionWaits: false,
  permissions: 'ask',
  commands: [],
  banners: [],
};
const draft: Draft = { text: 'half', caret: 4, edited: 1 };
const queue = { steering: [], followUps: [], deliveryPaused: false, failurePaused: false };

function screenOf(records = conversation().user('Hello').records()): ChatScreen {
  return new ChatScreen({
    facts,
    activity: { doing: 'nothing' },
    queue,
    outbox: [],
    segment: () => ({
      number: 1,
      header: {
        kind: 'header',
        format: 1,
        session: 's',
        segment: 1,
        createdAt: '',
        tailTurns: 0,
        tailTruncated: false,
      },
      records,
    }),
    handOver: '',
    interrupted: undefined,
    now: () => 0,
  });
}

describe('the screen of a chat', () => {
  it('makes a snapshot of everything, which the protocol takes', () => {
    const snapshot = screenOf().snapshot(draft);
    assert.deepEqual(snapshotSchema.parse(snapshot), snapshot);
    assert.equal(snapshot.rows.length, 1);
    assert.deepEqual(snapshot.draft, draft);
    assert.equal(snapshot.session.title, 'A title');
  });

  it('tells of a compaction that waits, and that it waits no more', () => {
    const screen = screenOf();
    assert.equal(screen.snapshot(draft).compactionWaits, false);
    screen.change({ compactionWaits: true });
    assert.equal(screen.patch()?.compactionWaits, true);
    screen.change({ compactionWaits: false });
    assert.equal(screen.patch()?.compactionWaits, false);
  });

  it('sends the newest two hundred rows and says how many are before them', () => {
    const long = conversation();
    for (let turn = 0; turn < 300; turn++) long.user(`Question ${turn}`);
    const snapshot = screenOf(long.records()).snapshot(draft);
    assert.equal(snapshot.rows.length, 200);
    assert.equal(snapshot.before, 100);
  });

  it('makes patches of what changed, numbered without a gap from the snapshot on', () => {
    const screen = screenOf();
    const { revision } = screen.snapshot(draft);
    assert.equal(screen.patch(), undefined);
    screen.apply({ event: 'text', requestId: 'q', text: 'Hi' });
    screen.apply({ event: 'activity', activity: { doing: 'thinking' } });
    const first = screen.patch();
    assert.equal(first?.revision, revision + 1);
    assert.deepEqual(patchSchema.parse(JSON.parse(JSON.stringify(first))), first);
    assert.deepEqual(Object.keys(first).sort(), ['activity', 'revision', 'rows']);
    screen.change({ session: { ...facts.session, title: 'Another' } });
    const second = screen.patch();
    assert.deepEqual(second, { revision: revision + 2, session: { ...facts.session, title: 'Another' } });
  });

  it('says nothing of events that change nothing on screen', () => {
    const screen = screenOf();
    screen.snapshot(draft);
    screen.apply({
      event: 'usage',
      requestId: 'q',
      usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, raw: null },
    });
    assert.equal(screen.patch(), undefined);
  });

  it('shows the queue in the order of delivery, and why it is paused', () => {
    const screen = screenOf();
    const item = (id: string) => ({ id, text: id, at: '' });
    screen.apply({
      event: 'queue',
      outbox: [],
      queue: { ...queue, steering: [item('s')], followUps: [item('f')], failurePaused: true },
    });
    assert.deepEqual(screen.patch()?.queue, {
      items: [
        { id: 's', text: 's', as: 'steering' },
        { id: 'f', text: 'f', as: 'follow-up' },
      ],
      paused: 'failure',
    });
  });
});

describe('commands in the background', () => {
  const render = (state: 'running' | 'stopping', printed = ''): ExecutionRender => ({
    ...{ executionId: 'e1', callId: 'call-1', owner: '/root', command: 'npm\nstart', cwd: '/w', state },
    startedAt: '2026-11-30T12:00:00.000Z',
    output: { head: printed, tail: '', characters: printed.length, omitted: 0 },
  });
  const ended: ExecutionRender = {
    ...render('running'),
    ...{ state: 'ended', end: 'stopped', endedAt: '2026-11-30T12:00:03.000Z' },
  };
  const shown = (screen: ChatScreen) => screen.snapshot(draft).background;
  const notices = (screen: ChatScreen) =>
    screen.snapshot(draft).rows.flatMap((row) => (row.kind === 'notice' ? [row.text] : []));
  const called = () => conversation().user('Start').calls('run_command', { command: 'npm start' });

  it('are listed once their call is answered, with what they printed last', () => {
    const told = called();
    const screen = screenOf(told.records());
    screen.apply({ event: 'execution', render: render('running', 'one\n\u001b[1mtwo\u001b[0m\n') });
    assert.deepEqual(shown(screen), []);
    screen.apply({ event: 'records', records: told.results('It goes on').records().slice(-1) });
    assert.deepEqual(screen.patch()?.background, [
      { executionId: 'e1', command: 'npm start', state: 'running', last: 'two' },
    ]);
    assert.equal(screen.patch(), undefined);
  });

  it('stay listed when a compaction has taken their row, until they end, which is told in a line', () => {
    const screen = screenOf(conversation().summary('What was done.').records());
    screen.apply({ event: 'execution', render: render('running') });
    assert.deepEqual(
      shown(screen).map(({ state }) => state),
      ['running'],
    );
    screen.apply({ event: 'execution', render: render('stopping') });
    assert.deepEqual(
      screen.patch()?.background?.map(({ state }) => state),
      ['stopping'],
    );
    screen.apply({ event: 'execution', render: ended });
    assert.deepEqual(shown(screen), []);
    assert.deepEqual(notices(screen), [
      'A command in the background has ended: npm start (stopped after 3.0 s)',
    ]);
  });

  it('have their end told by their row alone where that is there', () => {
    const screen = screenOf(called().results('It goes on').records());
    screen.apply({ event: 'execution', render: render('running') });
    screen.apply({ event: 'execution', render: ended });
    assert.deepEqual([shown(screen), notices(screen)], [[], []]);
  });
});

describe('what the webview takes of it', () => {
  it('ignores a patch that is older than what it shows, and tells one that does not follow', () => {
    const screen = screenOf();
    const state = new PanelState();
    assert.deepEqual(state.takePatch({ revision: 1 }), { kind: 'gap' });
    const { revision } = screen.snapshot(draft);
    state.takeSnapshot({ ...screen.snapshot(draft), revision });
    assert.deepEqual(state.takePatch({ revision }), { kind: 'old' });
    assert.deepEqual(state.takePatch({ revision: revision + 2 }), { kind: 'gap' });
    assert.deepEqual(state.takePatch({ revision: revision + 1, permissions: 'edits' }), {
      kind: 'taken',
      rows: undefined,
    });
    assert.equal(state.view?.permissions, 'edits');
  });
});

describe('the progress of a chat', () => {
  it('does not count the time in which the person was asked', () => {
    let now = 1000;
    const clock = new ActivityClock(() => now);
    const edits = (state: 'waiting' | 'running') =>
      ({ doing: 'tools', calls: [{ callId: 'c', name: 'edit_file', label: 'a', state }] }) as const;
    const elapsed = () => {
      const view = clock.view();
      return view.doing === 'tools' ? view.elapsedMs : undefined;
    };
    clock.set(edits('running'));
    now = 3000;
    clock.set(edits('waiting'));
    now = 60_000;
    assert.equal(elapsed(), 2000);
    clock.set(edits('running'));
    now = 61_000;
    assert.equal(elapsed(), 3000);
  });

  it('counts the time of one kind of work, and keeps the attempt while a compaction waits', () => {
    let now = 1000;
    const clock = new ActivityClock(() => now);
    clock.set({ doing: 'compacting', trigger: 'auto', phase: { phase: 'preparing' } });
    now = 3000;
    clock.set({
      doing: 'compacting',
      trigger: 'auto',
      phase: { phase: 'summarizing', attempt: 2, attempts: 3 },
    });
    clock.set({
      doing: 'compacting',
      trigger: 'auto',
      phase: { phase: 'waiting', ms: 2000, reason: 'busy' },
    });
    assert.deepEqual(clock.view(), {
      doing: 'compacting',
      elapsedMs: 2000,
      step: 'waiting',
      attempt: 2,
      attempts: 3,
      reason: 'busy',
    });
    clock.set({ doing: 'thinking' });
    assert.deepEqual(clock.view(), { doing: 'thinking', elapsedMs: 0 });
  });

  it('says how what was done last ended, once nothing is done', () => {
    const clock = new ActivityClock(() => 0);
    assert.deepEqual(clock.view(), { doing: 'nothing' });
    clock.settled({ outcome: 'success' });
    assert.deepEqual(clock.view(), { doing: 'nothing', after: 'answered' });
    clock.settled({ outcome: 'cancelled' });
    assert.deepEqual(clock.view(), { doing: 'nothing', after: 'not-answered' });
    clock.compacted({ outcome: 'cancelled' });
    assert.deepEqual(clock.view(), { doing: 'nothing', after: 'compaction-cancelled' });
    clock.compacted({ outcome: 'blocked', by: 'hook', reason: 'a hook' });
    assert.deepEqual(clock.view(), { doing: 'nothing', after: 'not-compacted' });
    clock.set({ doing: 'thinking' });
    clock.set({ doing: 'nothing' });
    assert.deepEqual(clock.view(), { doing: 'nothing' });
  });
});
