// Wrong usage: each is refused with status 2 and one line before anything is looked at or written.

import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { assertFails } from '../../cli/one-line.ts';
import { root, textIn } from '../../cli/program.ts';
import { never, valueOf } from '../../support/expect.ts';
import { realStore } from '../../support/disk-store.ts';
import { segue } from './segue.ts';

const sampleFile = path.join(root, 'test', 'fixtures', 'sample-session.jsonl');

describe('wrong usage of the command line', () => {
  let folder: string;
  let session: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'segue-usage-'));
    const handle = valueOf(await realStore(folder).create({ name: 'Usage' }, never));
    session = handle.path;
    await handle.close();
  });

  after(() => rm(folder, { recursive: true }));

  /** What is typed, and what the one line says. `SESSION` and `DIR` stand for real places. */
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [['compct'], /there is no command "compct"; segue --help lists the commands/],
    [[''], /there is no command ""/],
    [['--'], /there is no command "--"/],
    [['--json', 'show'], /there is no command "--json"/],
    [['toString'], /there is no command "toString"/],
    [['help', 'compct'], /there is no command "compct"/],
    [['compact'], /compact needs a session or a file; segue compact --help explains the command/],
    [['show', ''], /show needs a session/],
    [['show', '--json'], /show needs a session/],
    [['import', '--sessions', 'DIR'], /import needs a file/],
    [['show', 'SESSION', 'again'], /show takes one session, "again" is one too many/],
    [['show', 'SESSION', '--', 'again'], /"again" is one too many/],
    [['show', 'SESSION', '--sgement', '1'], /there is no flag "--sgement"/],
    [['show', 'SESSION', '-x'], /there is no flag "-x"/],
    [['show', 'SESSION', '--constructor=1'], /there is no flag "--constructor"/],
    [['show', 'SESSION', '--no-json'], /there is no flag "--no-json"/],
    [['show', 'SESSION', '--json=yes'], /--json takes no value/],
    [['show', 'SESSION', '--json', '--json'], /--json is given twice/],
    [['show', 'SESSION', '--segment'], /--segment needs a value/],
    [['show', 'SESSION', '--segment', '--json'], /--segment needs a value, "--json" is none/],
    [['show', 'SESSION', '--segment', ''], /--segment is empty/],
    [['show', 'SESSION', '--segment=1', '--segment=2'], /--segment is given twice/],
    [['show', 'SESSION', '--segment', 'first'], /--segment is "first", allowed is/],
    [['show', 'SESSION', '--sessions', ' '], /--sessions is empty/],
    [
      ['compact', 'SESSION', '--provider', 'gpt'],
      /"gpt", allowed is offline, anthropic, openai, openai-chat/,
    ],
    [['compact', 'SESSION', '--provider', 'Offline'], /--provider is "Offline"/],
    [['compact', 'SESSION', '--base-url', 'localhost:1'], /--base-url is "localhost:1", allowed is/],
    [['compact', 'SESSION', '--base-url', 'http://'], /--base-url is "http:\/\/"/],
    [['compact', 'SESSION', '--base-url', 'file:///etc'], /allowed is an http or https address/],
    [
      ['compact', 'SESSION', '--provider', 'offline', '--base-url', 'http://127.0.0.1:1'],
      /--base-url has no meaning for the offline provider; leave it out/,
    ],
    [
      ['compact', 'SESSION', '--provider', 'offline', '--model', 'm'],
      /--model has no meaning for the offline provider; leave it out/,
    ],
    [['compact', 'SESSION', '--instructions', ''], /--instructions is empty/],
    [['compact', 'SESSION', '--instructions', 'x'.repeat(4001)], /4000 characters, these have 4001/],
    [['compact', 'SESSION', '--instructions', '🙂'.repeat(4001)], /4000 characters, these have 4001/],
    [['compact', 'SESSION', '--workspace', 'DIR/none'], /no folder can be seen \(ENOENT\)/],
    [['compact', 'SESSION', '--workspace', sampleFile], /which is no folder; name a folder/],
    [['compact', sampleFile], /is a file: compacting it imports it first; name a folder .* --sessions DIR/],
    [['compact', sampleFile, '--sessions', sampleFile], /--sessions names a folder, but .* is a file/],
    [['compact', 'SESSION', '--set', 'compaction.tailTurns'], /is not key=value, for example/],
    [['compact', 'SESSION', '--set', '=1'], /is not key=value/],
    [['compact', 'SESSION', '--set', 'compaction.tail=1'], /there is no setting "compaction\.tail"/],
    [['compact', 'SESSION', '--set', '__proto__=1'], /there is no setting "__proto__"/],
    [['compact', 'SESSION', '--set', 'compaction.tailTurns=-1'], /is -1, allowed is a whole number of turns/],
    [['compact', 'SESSION', '--set', 'compaction.tailTurns=1.5'], /is 1\.5, allowed/],
    [['compact', 'SESSION', '--set', 'compaction.tailTurns='], /is "", allowed/],
    [
      ['compact', 'SESSION', '--set', 'compaction.tailBudget=1.1'],
      /is 1\.1, allowed is a number from 0 to 1/,
    ],
    [['compact', 'SESSION', '--set', 'compaction.tokenThreshold=1'], /is 1, allowed/],
    [['compact', 'SESSION', '--set', 'compaction.coverage=maybe'], /is "maybe", allowed is "append"/],
    [['compact', 'SESSION', '--set', 'models.default=gpt'], /is "gpt", allowed is provider\/model/],
    [['compact', 'SESSION', '--set', 'budget.contextLimit=0'], /is 0, allowed is null or a whole number/],
    [
      ['compact', 'SESSION', '--set', 'providers={"x":{"baseUrl":"nope"}}'],
      /providers\.x\.baseUrl is "nope"/,
    ],
    [
      ['compact', 'SESSION', '--set', 'compaction.tailTurns=1', '--set', 'compaction.tailTurns=2'],
      /--set compaction\.tailTurns is given twice/,
    ],
    [['diagnose', 'SESSION', '--set', 'nope=1'], /there is no setting "nope"/],
    [['diagnose', 'SESSION', '--model', ''], /--model is empty/],
    [['request', 'SESSION'], /request needs --provider/],
    [['request', 'SESSION', '--provider', 'offline'], /"offline", allowed is anthropic, openai, openai-chat/],
    [['request', 'SESSION', '--provider', 'openai', '--set', 'nope=1'], /there is no setting/],
    [['request', 'SESSION', '--provider', 'openai', '--json'], /there is no flag "--json"/],
    [['show', sampleFile], /is a file, not a session; import it first: segue import/],
    [['verify', sampleFile], /is a file, not a session/],
    [['import', sampleFile], /import needs --sessions/],
    [['import', sampleFile, '--sessions', 'DIR', '--format', 'word'], /"word", allowed is auto, claude-code/],
    [['import', sampleFile, '--sessions', 'DIR', '--format', 'aider'], /aider.* cannot be imported yet/],
    [['import', sampleFile, '--sessions', 'DIR', '--format', 'codex'], /holds nothing in the format Codex/],
    [['import', 'package.json', '--sessions', 'DIR'], /is in no format Segue reads/],
    [['import', sampleFile, '--sessions', sampleFile], /--sessions names a folder, but .* is a file/],
    [
      ['import', sampleFile, '--sessions', `${sampleFile}/sub`],
      /a part of .* is a file; name another folder/,
    ],
    [
      ['import', sampleFile, '--sessions', 'SESSION'],
      /which is a session itself; name the folder it lies in/,
    ],
    [['import', 'SESSION/session.json', '--sessions', 'DIR'], /is a file of a session; name its folder: \//],
    [['compact', 'SESSION/session.json', '--sessions', 'DIR'], /is a file of a session; name its folder/],
    [['show', 'SESSION/segment-0001.jsonl'], /is a file of a session; name its folder/],
    [['export', 'SESSION'], /export needs --format/],
    [['export', 'SESSION', '--format', 'html'], /"html", allowed is claude-code, openai, markdown/],
    [['run', '--prompt', 'Hello'], /run needs a session, or --sessions; segue run --help/],
    [['run', '', '--sessions', 'DIR', '--prompt', 'Hello'], /run needs a session, or --sessions/],
    [['run', 'SESSION'], /run needs --prompt/],
    [['run', 'SESSION', '--prompt', ''], /--prompt is empty/],
    [['run', 'SESSION', '--prompt', 'Hello', '--name', 'N'], /--name is for a new session/],
    [
      ['run', 'SESSION', '--prompt', 'Hello', '--permissions', 'all'],
      /"all", allowed is ask, edits, full-auto/,
    ],
    [['run', 'SESSION', '--prompt', 'Hello', '--workspace', 'DIR/none'], /no folder can be seen \(ENOENT\)/],
    [
      ['run', 'SESSION', '--prompt', 'Hello', '--provider', 'offline', '--model', 'm'],
      /--model has no meaning/,
    ],
    [['run', '--sessions', 'DIR', '--prompt', 'Hello', '--base-url', 'nope'], /--base-url is "nope"/],
    [['run', '--sessions', 'DIR', '--prompt', 'Hello', '--set', 'nope=1'], /there is no setting/],
    [['run', '--sessions', sampleFile, '--prompt', 'Hello'], /--sessions names a folder, but .* is a file/],
  ];

  for (const [words, says] of wrong) {
    const title = words.map((word) => JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}…` : word));
    it(`is told what is wrong with: segue ${title.join(' ').replaceAll(sampleFile, 'FILE')}`, async () => {
      const target = path.join(folder, 'target');
      const before = await readdir(folder);
      const args = words.map((word) => word.replace(/^SESSION/, session).replace(/^DIR/, target));
      assertFails(await segue(root, args), 2, says);
      assert.deepEqual(await readdir(folder), before);
    });
  }

  const odd: readonly (readonly [string, string])[] = [
    ['a line feed', 'one\ntwo'],
    ['a carriage return', 'one\rtwo'],
    ['colours', '\u001b[31mred\u001b[0m'],
    ['a terminal title', '\u001b]0;title\u0007'],
    ['an 8-bit control', '\u009b31m'],
    ['the other direction', 'abc\u202edef'],
    ['a line separator', 'one\u2028two'],
    ['a delete', 'one\u007ftwo'],
    ['letters of other scripts', 'Übergänge/会話/🙂'],
  ];

  for (const [what, word] of odd) {
    it(`never sends ${what} of an argument to the terminal`, async () => {
      const places: readonly (readonly string[])[] = [
        [word],
        ['show', word],
        ['show', session, word],
        ['show', session, `--${word}`],
        ['show', session, '--segment', word],
        ['compact', session, '--provider', word],
        ['compact', session, '--base-url', word],
        ['compact', session, '--workspace', word],
        ['compact', session, '--set', word],
        ['compact', session, '--set', `${word}=1`],
        ['compact', session, '--set', `compaction.tailTurns=${word}`],
        ['import', word, '--sessions', folder],
      ];
      const endings = await Promise.all(places.map((args) => segue(folder, args)));
      for (const ended of endings) assertFails(ended, ended.exit === 1 ? 1 : 2, /./);
    });
  }

  it('shows the beginning of an argument that is very long', async () => {
    const long = 'x'.repeat(100_000);
    for (const args of [[long], ['show', long], ['show', session, '--segment', long]]) {
      const ended = await segue(root, args);
      assertFails(ended, args[0] === 'show' && args.length === 2 ? 1 : 2, /x…"/);
      assert.ok(ended.err.length < 400);
    }
  });

  it('takes what stands behind -- as it is', async () => {
    await cp(session, path.join(folder, '--json'), { recursive: true });
    assert.match(textIn(await segue(folder, ['segments', '--', '--json'])), /^ {2}1 {2}active/);
    assertFails(await segue(root, ['segments', '--', '--help']), 1, /nothing is at "--help"/);
  });
});
