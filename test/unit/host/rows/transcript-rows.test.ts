import assert from 'node:assert/strict';
import type { CompactionFigures } from '../../../../src/core/transcript/record.ts';
import { conversation } from '../../../support/conversation.ts';
import { rowOf, shownRecords, toldRows } from './told-rows.ts';

describe('rows of a transcript', () => {
  it('shows what was said and done, and nothing that is only for the model or the host', () => {
    const records = conversation()
      .user('Look around')
      .reminder('For the model only')
      .reasoning('I think')
      .reasoning('', { name: 'anthropic', data: 'opaque' })
      .calls('list_folder', { path: 'src' })
      .results('a.ts')
      .touched('/home/me/src')
      .add({ kind: 'usage', usage: { input: 10 } })
      .steering('and the tests')
      .assistant('Done.')
      .settled()
      .records();
    assert.deepEqual(toldRows(shownRecords(records).rows), [
      'user: Look around',
      'reasoning: I think',
      'tool done: list_folder src',
      'user (steering): and the tests',
      'assistant: Done.',
    ]);
  });

  it('behaviour 15.2: hides the leading summary and shows exactly one separator, then the tail', () => {
    const records = conversation()
      .summary('Another model worked before.\n\nWhat was done.')
      .user('Go on')
      .assistant('Done.')
      .summary('Not leading')
      .records();
    const { rows } = shownRecords(records, { segment: 4 });
    assert.deepEqual(toldRows(rows), ['separator: segment 4', 'user: Go on', 'assistant: Done.']);
    const separator = rowOf(rows, 'separator');
    assert.equal(separator.summary.text, 'What was done.');
  });

  describe('the separator (design 9)', () => {
    const separatorOf = (figures?: CompactionFigures) => {
      const summary = conversation().add({
        kind: 'summary',
        content: [{ type: 'text', text: 'What was done.' }],
        author: { kind: 'offline' },
        purpose: 'continuation',
        figures,
      });
      return rowOf(shownRecords(summary.records()).rows, 'separator');
    };

    it('has the figures its record keeps, as after a reload, and says of each where it comes from', () => {
      const kept = { before: 84_900, after: 12_100, kept: 1, shortened: 3 };
      const { tokens, turnsKept, shortened } = separatorOf({ ...kept, source: 'provider-context' });
      assert.deepEqual(tokens, {
        before: { tokens: 84_900, source: 'measured' },
        after: { tokens: 12_100, source: 'estimated' },
      });
      assert.deepEqual([turnsKept, shortened], [1, 3]);
      const estimated = separatorOf({ ...kept, source: 'fresh-estimate' }).tokens;
      assert.deepEqual(estimated?.before, { tokens: 84_900, source: 'estimated' });
    });

    it('says what the segment knows where its record has none', () => {
      const { tokens, turnsKept, shortened } = separatorOf();
      assert.deepEqual([tokens, turnsKept, shortened], [undefined, 2, 'some']);
    });
  });

  it('leaves out what was superseded, also when it is while it is shown', () => {
    const told = conversation().user('First').assistant('One').user('Wrong').assistant('Two');
    const shown = shownRecords(told.records());
    const superseded = told.add({ kind: 'superseded', from: 'r3' }).records();
    shown.records = superseded;
    shown.rows.add(superseded.slice(-1));
    assert.deepEqual(toldRows(shown.rows), ['user: First', 'assistant: One']);
    assert.deepEqual(toldRows(shownRecords(superseded).rows), ['user: First', 'assistant: One']);
  });

  describe('an answer that is being streamed', () => {
    it('is at the end, and goes on under the same key once its records are there', () => {
      const told = conversation().user('Tell me');
      const { rows } = shownRecords(told.records());
      rows.stream('reasoning', 'q', 'Hm');
      rows.stream('assistant', 'q', 'It ');
      rows.stream('assistant', 'q', 'is so');
      assert.deepEqual(toldRows(rows), [
        'user: Tell me',
        'reasoning streaming: Hm',
        'assistant streaming: It is so',
      ]);
      const keys = rows.rows.newest(9).rows.map(({ key }) => key);
      rows.add(
        told.reasoning('Hm').assistant('It is so').calls('read_file', { path: 'a' }).records().slice(1),
      );
      assert.deepEqual(toldRows(rows), [
        'user: Tell me',
        'reasoning: Hm',
        'assistant: It is so',
        'tool called: read_file a',
      ]);
      assert.deepEqual(
        rows.rows
          .newest(9)
          .rows.slice(0, 3)
          .map(({ key }) => key),
        keys,
      );
    });

    it('vanishes when it was dropped', () => {
      const { rows } = shownRecords(conversation().user('Tell me').records());
      rows.stream('assistant', 'q', 'It br');
      rows.dropStreamed();
      assert.deepEqual(toldRows(rows), ['user: Tell me']);
    });

    it('is still told with the end of a turn that was stopped before it was recorded', () => {
      const told = conversation().user('Tell me');
      const { rows } = shownRecords(told.records());
      rows.stream('assistant', 'q', 'Half an ans');
      rows.add(told.settled('cancelled').records().slice(-1));
      rows.settled(1, { outcome: 'cancelled' });
      assert.deepEqual(toldRows(rows), ['user: Tell me', 'ended cancelled: Half an ans']);
    });

    it('stays at the end over a redraw', () => {
      const shown = shownRecords(conversation().user('Tell me').records());
      shown.rows.stream('assistant', 'q', 'It is');
      shown.records = conversation().summary('Sum').records();
      shown.segment = 2;
      shown.rows.redraw();
      assert.deepEqual(toldRows(shown.rows), ['separator: segment 2', 'assistant streaming: It is']);
    });
  });

  describe('prompts that are not sent yet', () => {
    const entry = { id: 'p1', text: 'Do it', at: '' };

    it('stand at the end, and become the row of their record', () => {
      const { rows } = shownRecords([]);
      rows.unsent([entry]);
      assert.deepEqual(toldRows(rows), ['user unsent: Do it']);
      const [record] = conversation().user('Do it').records();
      rows.add([{ ...record!, id: 'p1' }]);
      rows.unsent([]);
      assert.deepEqual(toldRows(rows), ['user: Do it']);
    });

    it('vanish when they were taken back', () => {
      const { rows } = shownRecords([]);
      rows.unsent([entry]);
      rows.unsent([]);
      assert.deepEqual(toldRows(rows), []);
    });

    it('outlive a compaction before the send', () => {
      const shown = shownRecords(conversation().user('Old').assistant('Yes').records());
      shown.rows.unsent([entry]);
      shown.records = conversation().summary('Sum').records();
      shown.segment = 2;
      shown.rows.redraw();
      assert.deepEqual(toldRows(shown.rows), ['separator: segment 2', 'user unsent: Do it']);
    });
  });

  describe('the end of a turn', () => {
    it('is told when it was not a good one, with what can be done about it', () => {
      const told = conversation().user('Do it').settled('failed');
      const { rows } = shownRecords(told.records());
      assert.deepEqual(toldRows(rows), ['user: Do it', 'ended failed: retry']);
      rows.settled(1, {
        outcome: 'failed',
        fault: { kind: 'provider', failure: { kind: 'auth', detail: 'no key' } },
      });
      assert.deepEqual(toldRows(rows), [
        'user: Do it',
        'ended failed: No answer: the API key was not accepted (no key) | retry set-key',
      ]);
    });

    it('of a disk that is full says what to do, also when a compaction met it', () => {
      const failure = { kind: 'disk-full', path: '/s/session.json' } as const;
      const full = 'The disk is full: /s/session.json could not be written; free some space and try again';
      const { rows } = shownRecords(conversation().user('Do it').settled('failed').records());
      rows.settled(1, { outcome: 'failed', fault: { kind: 'store', failure } });
      assert.ok(rowOf(rows, 'ended').reason.startsWith(full));
      const outcome = { outcome: 'failed', failure: { class: 'apply', failure } } as const;
      rows.settled(1, { outcome: 'failed', fault: { kind: 'compaction', outcome, switchedOff: false } });
      assert.ok(rowOf(rows, 'ended').reason.startsWith(`Auto-compaction failed; request not sent: ${full}`));
    });

    it('offers to turn automatic compaction on again after the third failure', () => {
      const { rows } = shownRecords(conversation().user('Do it').settled('failed').records());
      const outcome = { outcome: 'blocked', by: 'history', reason: 'no history' } as const;
      rows.settled(1, { outcome: 'failed', fault: { kind: 'compaction', outcome, switchedOff: true } });
      assert.deepEqual(rowOf(rows, 'ended').actions, ['retry', 'turn-auto-on', 'diagnostics']);
    });

    it('withdraws what can be done once something follows', () => {
      const told = conversation().user('Do it').settled('failed');
      const { rows } = shownRecords(told.records());
      rows.add(told.user('Again').records().slice(-1));
      assert.deepEqual(toldRows(rows), ['user: Do it', 'ended failed: ', 'user: Again']);
    });

    it('has the reason its records keep, told once, live and after a reload', () => {
      const reason = 'Request not sent: No compactable history remains at target pressure';
      const told = conversation()
        .user('Do it')
        .assistant('Done')
        .settled()
        .user('More')
        .add({ kind: 'notice', level: 'error', text: reason })
        .settled('blocked');
      const expected = [
        'user: Do it',
        'assistant: Done',
        'user: More',
        `ended blocked: ${reason} | retry diagnostics`,
      ];
      assert.deepEqual(toldRows(shownRecords(told.records()).rows), expected);
      const { rows } = shownRecords(told.records().slice(0, -2));
      rows.add(told.records().slice(-2));
      rows.settled(2, { outcome: 'blocked', reason: 'No compactable history remains at target pressure' });
      assert.deepEqual(toldRows(rows), expected);
    });

    it('is told once, although the same prompt fails again before it is sent', () => {
      const { rows } = shownRecords([]);
      rows.unsent([{ id: 'p1', text: 'Do it', at: '' }]);
      rows.settled(1, { outcome: 'blocked', reason: 'Too full' });
      rows.settled(1, { outcome: 'blocked', reason: 'Still too full' });
      assert.deepEqual(toldRows(rows), [
        'user unsent: Do it',
        'ended blocked: Request not sent: Still too full | retry diagnostics',
      ]);
    });

    it('offers to go on after an interrupted turn, with what was on screen of its answer', () => {
      const records = conversation().user('Do it').settled('interrupted').records();
      const { rows } = shownRecords(records, { interrupted: { turn: 1, streamed: 'I was about to' } });
      assert.deepEqual(toldRows(rows), ['user: Do it', 'ended interrupted: I was about to | continue retry']);
    });

    it('is not told when it was a good one', () => {
      const { rows } = shownRecords(conversation().user('Do it').assistant('Done').settled().records());
      rows.settled(1, { outcome: 'success' });
      assert.deepEqual(toldRows(rows), ['user: Do it', 'assistant: Done']);
    });
  });

  it('tells the same thing once, whether it comes as an event, as a record, or as both', () => {
    const told = conversation().user('Do it');
    const { rows } = shownRecords(told.records());
    rows.notice('warning', 'Over the threshold');
    rows.notice('warning', 'Over the threshold');
    rows.add(told.add({ kind: 'notice', level: 'warning', text: 'Over the threshold' }).records().slice(-1));
    assert.deepEqual(toldRows(rows), ['user: Do it', 'warning: Over the threshold']);
  });

  it('says how much of a text it does not show, stored texts included', () => {
    const head = 'a'.repeat(100);
    const stored = {
      type: 'stored-text' as const,
      artifact: '0'.repeat(64),
      characters: 500,
      bytes: 500,
      head,
    };
    const { rows } = shownRecords(
      conversation().user([stored]).calls('read_file', { path: 'x' }).results('y'.repeat(5000)).records(),
    );
    assert.deepEqual(rowOf(rows, 'user').text, { text: head, omitted: 400 });
    assert.equal(rowOf(rows, 'tool').result?.omitted, 1000);
  });
});
