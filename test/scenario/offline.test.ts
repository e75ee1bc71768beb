// Conversations summarised by the offline model, round after round, each told in a golden.

import { offlineProvider } from '../support/offline.ts';
import { continued } from '../support/any-conversation.ts';
import { conversation } from '../support/conversation.ts';
import { policyOf } from '../support/policies.ts';
import { assertTold, type Scenario } from '../support/scenario.ts';

const summary = {
  ...policyOf(128_000, { provider: 'offline', model: 'offline' }),
  ...{ stream: true, idleSeconds: 120 },
};

const scenarios: readonly Scenario[] = [
  {
    name: 'offline-rounds',
    title: 'Three compactions by the offline model: what holds is kept, what was settled is an outcome',
    records: conversation()
      .user('Rename `parse` to `read` in src/. Never touch the fixtures.')
      .calls('Grep', { pattern: 'parse(' })
      .results('src/a.ts:3: parse(text)')
      .calls('Edit', { file_path: 'src/a.ts', old_string: 'parse(', new_string: 'read(' })
      .results('ok')
      .calls('Bash', { command: 'npm test' })
      .fails('1 failing\nReferenceError: parse is not defined')
      .assistant('Renamed in src/a.ts. One test still calls the old name; should I change the test as well?')
      .settled()
      .user('Yes, and tell me which test it was.')
      .settled('interrupted')
      .records(),
    options: { provider: offlineProvider },
    steps: [
      { run: { summary, tail: 'none' } },
      {
        append: continued(
          conversation()
            .calls('Edit', { file_path: 'test/a.test.ts', old_string: 'parse(', new_string: 'read(' })
            .results('ok')
            .calls('Bash', { command: 'npm test' })
            .results('all passing')
            .assistant(
              'It was "reads an empty file". We chose to keep the old name as an alias because of plugins.',
            )
            .settled()
            .records(),
          { round: 2, after: 2 },
        ),
        run: { summary, tail: 'none' },
      },
      {
        append: continued(
          conversation().user('Good. Now write the changelog entry.').settled('failed').records(),
          { round: 3, after: 2 },
        ),
        run: { summary, tail: 'none' },
      },
    ],
  },
  {
    name: 'offline-japanese',
    title: 'A conversation in Japanese: the summary speaks it, only the headings are English',
    records: conversation()
      .user('解析器を新しいファイルに移してください。必ずテストを実行してください。')
      .calls('Write', { file_path: 'src/解析器.ts', content: '…' })
      .results('完了')
      .calls('Bash', { command: 'npm test' })
      .results('12 passing')
      .assistant('解析器を移しました。循環参照を避けるため、型は別のファイルに置くことに決定しました。')
      .settled()
      .user('次は印刷部分を同じように直してください。')
      .settled('interrupted')
      .records(),
    options: { provider: offlineProvider },
    steps: [{ run: { summary, tail: 'none' } }],
  },
];

describe('a conversation compacted offline', () => {
  for (const scenario of scenarios) it(scenario.title, () => assertTold(import.meta.url, scenario));
});
