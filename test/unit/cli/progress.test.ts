import assert from 'node:assert/strict';
import type { CliHost } from '../../../src/cli/host.ts';
import { createProgress, phaseText } from '../../../src/cli/progress.ts';
import { displayWidth } from '../../../src/cli/wrap.ts';
import type { CompactionPhase } from '../../../src/core/compaction/phases.ts';
import { never } from '../../support/expect.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const erase = '\r\u001b[2K';

describe('progress', () => {
  let clock: VirtualClock;
  let printed: string;

  beforeEach(() => {
    clock = new VirtualClock();
    printed = '';
  });

  function on({ columns = () => 80, ...over }: { watched?: boolean; columns?: () => number | undefined }) {
    const host: CliHost = {
      ...{ env: {}, cwd: '.', home: '.', version: '0', program: 'segue', watched: true, signal: never },
      out: () => assert.fail('progress is no output'),
      err: (text) => (printed += text),
      ...over,
      get columns() {
        return columns();
      },
    };
    return createProgress(host, clock);
  }

  it('is silent when nobody watches', async () => {
    const progress = on({ watched: false });
    progress.show('Reading…');
    await clock.advance(5000);
    progress.clear();
    assert.equal(printed, '');
  });

  it('rewrites one line and takes it away', () => {
    const progress = on({});
    progress.show('Reading…');
    progress.show('Writing…');
    progress.clear();
    assert.equal(printed, `${erase}Reading…${erase}Writing…${erase}`);
  });

  it('has nothing to take away when nothing was shown, or twice', () => {
    const progress = on({});
    progress.clear();
    progress.show('x');
    progress.clear();
    progress.clear();
    assert.equal(printed, `${erase}x${erase}`);
  });

  it('says how many seconds it takes, each from when it was shown', async () => {
    const progress = on({});
    progress.show('One');
    await clock.advance(2000);
    progress.show('Two');
    await clock.advance(1000);
    progress.clear();
    await clock.advance(5000);
    assert.deepEqual(printed.split(erase), ['', 'One', 'One · 1 s', 'One · 2 s', 'Two', 'Two · 1 s', '']);
  });

  it('fits the terminal as it is now, also with wide letters', async () => {
    let columns = 40;
    const progress = on({ columns: () => columns });
    progress.show('会話を読んでいます'.repeat(10));
    columns = 30;
    await clock.advance(1000);
    progress.clear();
    const [, first, second] = printed.split(erase);
    assert.equal(displayWidth(first!), 39);
    assert.equal(displayWidth(second!), 29);
    assert.match(second!, /… · 1 s$/);
  });

  for (const columns of [undefined, 0, 5]) {
    it(`takes 80 columns for granted where the terminal says ${columns}`, () => {
      on({ columns: () => columns }).show('x'.repeat(200));
      assert.equal(printed, `${erase}${'x'.repeat(78)}…`);
    });
  }

  it('never sends control characters of its text to the terminal', () => {
    on({}).show('a\nb\u001b[2J\u202ec');
    assert.equal(printed, `${erase}a b\\x1b[2J\\u202ec`);
  });

  it('says what a compaction is at, in every phase that lasts', () => {
    const phases: readonly (readonly [CompactionPhase, string | undefined])[] = [
      [{ phase: 'preparing' }, 'Compacting… reading the conversation'],
      [
        { phase: 'summarizing', attempt: 2, attempts: 3 },
        'Compacting… writing the summary, attempt 2 of 3; Ctrl-C cancels',
      ],
      [
        { phase: 'waiting', ms: 2000, reason: 'rate limit reached' },
        'Compacting… trying again in 2 s; rate limit reached',
      ],
      [{ phase: 'applying' }, 'Compacting… saving the new segment'],
      [{ phase: 'completed' }, undefined],
      [{ phase: 'accuracy-notice' }, undefined],
    ];
    for (const [phase, text] of phases) assert.equal(phaseText(phase), text);
  });
});
