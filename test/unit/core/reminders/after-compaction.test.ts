import assert from 'node:assert/strict';
import {
  compactionReminders,
  type CompactedContext,
} from '../../../../src/core/reminders/after-compaction.ts';
import type { ExecutionRender } from '../../../../src/core/executions/render.ts';
import { prompts } from '../../../support/compaction-bench.ts';
import { conversation } from '../../../support/conversation.ts';
import { assertGolden } from '../../../support/golden.ts';

function running(command: string, state: ExecutionRender['state'] = 'running'): ExecutionRender {
  return {
    ...{ executionId: 'exe-1', callId: 'call-1', owner: '/root', command, cwd: '/w', state },
    startedAt: '2026-11-30T12:00:00.000Z',
    output: { head: '', tail: '', characters: 0, omitted: 0 },
  };
}

const context: CompactedContext = {
  records: conversation().user('Look').touched('/w/src/main.ts').touched('/w/README.md', 'read').records(),
  ...{ turnCount: 1, preservedTurns: 0, limit: 20, trigger: 'manual', live: [] },
};

describe('what the model is told after a compaction', () => {
  it('is nothing when nothing was touched and nothing runs', () => {
    assert.deepEqual(compactionReminders({ ...context, records: [] }, prompts), []);
  });

  it('is a sentence, a blank line and the files when contents are omitted (behaviour 11.3)', () => {
    const [reminder, ...others] = compactionReminders(context, prompts);
    assert.deepEqual(others, []);
    assert.equal(reminder?.name, 'omitted-files');
    assert.match(reminder.text, /^The older part [^]*\n\n- \/w\/README\.md\n- \/w\/src\/main\.ts$/);
  });

  it('names running commands from live state, those that ended left out', () => {
    const live = [running('npm test'), running('make', 'stopping'), running('ls', 'ended')];
    const told = compactionReminders({ ...context, records: [], live }, prompts);
    assert.deepEqual(
      told.map(({ name }) => name),
      ['live-work'],
    );
    assert.match(told[0]?.text ?? '', /`npm test`[^]*`make`/);
    assert.doesNotMatch(told[0]?.text ?? '', /`ls`/);
  });

  it('keeps a command of many lines in one, and shortens a very long one', () => {
    const [told] = compactionReminders(
      { ...context, records: [], live: [running(`cat <<EOF\n${'x'.repeat(1000)}\nEOF`)] },
      prompts,
    );
    const line = told?.text.split('\n').at(-1) ?? '';
    assert.match(line, /^- execution exe-1: `cat <<EOF x+` \(in \/w,/);
    assert.ok(line.length < 400);
  });

  it('reads like this', () => {
    const told = compactionReminders({ ...context, live: [running('npm run watch')] }, prompts);
    assertGolden(
      import.meta.url,
      'after-compaction.md',
      told.map(({ name, text }) => `# ${name}\n\n${text}`).join('\n\n'),
    );
  });
});
