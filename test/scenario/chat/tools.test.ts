import assert from 'node:assert/strict';
import { asksFor } from '../../support/chat-answers.ts';
import { assertPlayed } from '../../support/chat-stage.ts';
import { soundSummary } from '../../support/compaction-bench.ts';
import { says } from '../../support/scripted-provider.ts';
import { StageTools } from '../../support/stage-tools.ts';

describe('a chat with the tools of the workspace', () => {
  it('answers calls that cannot be run in words the model can act on, and runs the one it sends then', () =>
    assertPlayed(
      import.meta.url,
      {
        name: 'bad-calls',
        title: 'Arguments that are no JSON, arguments that do not fit, a tool that is not',
      },
      async (stage) => {
        const tools = new StageTools(stage);
        tools.files.put('/w/a.txt', 'first\n');
        await stage.open({
          deps: tools.deps,
          scripts: [
            asksFor(['cut', 'read_file', '{"path": "a.tx']),
            asksFor(['wrong', 'read_file', { file: 'a.txt', limit: 'all' }]),
            asksFor(['unknown', 'readfile', { path: 'a.txt' }]),
            asksFor(['right', 'read_file', { path: 'a.txt' }]),
            says('It says first.'),
          ],
        });
        await stage.says('What does a.txt say?');
        await stage.rests();
      },
    ));

  it('tells the model what the person did not allow, and why', () =>
    assertPlayed(
      import.meta.url,
      { name: 'refused-permission', title: 'A command that the person does not allow' },
      async (stage) => {
        const tools = new StageTools(stage, (bench) => {
          bench.mode = 'ask';
          bench.onPermit = () => ({ answer: 'deny', why: 'Never push from here' });
        });
        await stage.open({
          deps: tools.deps,
          scripts: [
            asksFor(['push', 'run_command', { command: 'git push' }]),
            says('I leave the pushing to you.'),
          ],
        });
        await stage.says('Publish it');
        await stage.rests();
        assert.deepEqual(tools.processes.started, []);
      },
    ));

  it('writes nothing of an edit the person rejects, and what they made of the one they accept', () =>
    assertPlayed(
      import.meta.url,
      { name: 'reviewed-edits', title: 'An edit that is rejected, and one that is changed and accepted' },
      async (stage) => {
        const tools = new StageTools(stage, (bench) => {
          bench.mode = 'ask';
          bench.onReview = ({ callId, after }) =>
            callId === 'first'
              ? { answer: 'reject', why: 'Keep it polite' }
              : { answer: 'accept', content: after.replace('good day', 'good evening') };
        });
        tools.files.put('/w/a.txt', 'hello\n');
        await stage.open({
          deps: tools.deps,
          scripts: [
            asksFor(['read', 'read_file', { path: 'a.txt' }]),
            asksFor(['first', 'edit_file', { path: 'a.txt', old: 'hello', new: 'oi' }]),
            asksFor(['second', 'edit_file', { path: 'a.txt', old: 'hello', new: 'good day' }]),
            says('Good evening it is.'),
          ],
        });
        await stage.says('Say it in another way');
        await stage.rests();
        assert.equal(tools.files.text('/w/a.txt'), 'good evening\n');
      },
    ));

  it('tells what a prompt mentions right before it, and keeps the words of the person', () =>
    assertPlayed(
      import.meta.url,
      { name: 'mentions', title: 'A prompt that mentions files' },
      async (stage) => {
        const tools = new StageTools(stage);
        tools.files.put('/w/src/main.ts', 'run();\n').put('/w/notes.md', 'one\ntwo\nthree\n');
        await stage.open({ deps: tools.deps, scripts: [says('The second.')] });
        await stage.says('Which line of @notes.md#L2-3 does @src/main.ts mean, me@home.org or @nobody?');
        await stage.rests();
      },
    ));

  it('reads a file anew once a compaction has taken it out of sight, and says so with the next prompt (behaviours 11.4, 11.6)', () =>
    assertPlayed(
      import.meta.url,
      { name: 'read-again', title: 'A file that is read, read again, compacted away and read once more' },
      async (stage) => {
        const tools = new StageTools(stage);
        tools.files.put('/w/a.txt', 'first\n');
        const reads = (callId: string) => asksFor([callId, 'read_file', { path: 'a.txt' }]);
        await stage.open({
          deps: tools.deps,
          settings: { 'compaction.tailTurns': 1 },
          scripts: [
            reads('once'),
            reads('twice'),
            says('First.'),
            says('You are welcome.'),
            reads('anew'),
            says('Still first.'),
          ],
          summaries: [says(soundSummary)],
        });
        await stage.says('What does a.txt say?');
        await stage.rests();
        await stage.says('Thanks');
        await stage.rests();
        await stage.does('The person compacts', ({ chat }) => chat.compact({ tail: 'recent' }));
        await stage.says('And now?');
        await stage.rests();
      },
    ));
});
