// Files of every odd kind given to `import` and `compact`: read, or refused in one line; never changed, never waited for.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { open, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inParallel } from '../support/child-script.ts';
import { folderState } from './folder-state.ts';
import { assertFails } from './one-line.ts';
import { segue, textIn, usesProgram, valueIn, type Ended } from './program.ts';
import { sample, sampleFile, usesFolder } from './sample.ts';
import { unreadable } from './unreadable.ts';

interface ImportJson {
  readonly format: string;
  readonly sessions: readonly {
    readonly session: string;
    readonly turns: number;
    readonly toolCalls: number;
  }[];
  readonly damaged: readonly { readonly line: number; readonly reason: string }[];
}

const message = (content: string): string => `{"role":"user","content":${content}}\n`;

describe('a foreign file', function () {
  this.timeout(60_000);
  usesProgram();
  const place = usesFolder();
  let text = '';

  /** Contents by what is odd about them, and what the import must say; undefined is a good import of the whole sample. */
  const contents: Readonly<Record<string, readonly [() => string | Uint8Array, RegExp?]>> = {
    'with a byte order mark': [() => `\ufeff${text}`],
    'with CRLF line ends': [() => text.replaceAll('\n', '\r\n')],
    'without a last line end': [() => text.trimEnd()],
    'in UTF-16, little end first': [() => Buffer.from(`\ufeff${text}`, 'utf16le')],
    'in UTF-16, big end first': [() => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    'that is empty': [() => '', /is empty: there is nothing to import$/],
    'of blank lines': [() => '\n \n\r\n', /is empty: there is nothing to import$/],
    'that is binary': [
      () => Buffer.from(Array.from({ length: 50_000 }, (_, place) => (place * 7919) % 256)),
      /is not text/,
    ],
    'of prose': [() => 'Dear diary,\nnothing happened.\n', /is in no format Segue reads\. It is text/],
    'of JSON that is no conversation': [() => '{"name":"segue"}', /is in no format Segue reads/],
    'of JSON that ends early': [
      () => '[{"role":"user","content":"x"',
      /It begins like JSON and cannot be read/,
    ],
    'of HTML': [() => '<!doctype html><title>x</title>', /is in no format Segue reads/],
    'of a format that is not built yet': [
      () => '{"info":{},"history":[],"trajectory":[{"action":"ls","observation":"x","response":"y"}]}',
      /cannot be imported yet$/,
    ],
  };

  before(async () => {
    text = await readFile(sampleFile, 'utf8');
  });

  describe('with odd contents', () => {
    const endings = new Map<string, Ended>();

    before(async () => {
      await inParallel(Object.entries(contents), 6, async ([what, [content]]) => {
        const file = path.join(place.folder, `${what}.jsonl`);
        await writeFile(file, content());
        endings.set(
          what,
          await segue(['import', file, '--sessions', path.join(place.folder, what), '--json']),
        );
      });
    });

    for (const [what, [content, words]] of Object.entries(contents)) {
      it(`${what} is ${words === undefined ? 'read whole' : 'refused in one line'}`, async () => {
        const ended = endings.get(what)!;
        const now = await readFile(path.join(place.folder, `${what}.jsonl`));
        assert.ok(now.equals(Buffer.from(content())), 'the file is as it was');
        if (words !== undefined) {
          assertFails(ended, ended.exit === 2 ? 2 : 1, words);
          assert.ok(!(await readdir(place.folder)).includes(what), 'no folder was made for it');
          return;
        }
        const { sessions, damaged } = valueIn(ended) as ImportJson;
        assert.deepEqual(
          sessions.map(({ turns, toolCalls }) => ({ turns, toolCalls })),
          [sample],
        );
        assert.deepEqual(damaged, []);
      });
    }
  });

  const damages: readonly (readonly [string, () => Uint8Array, number, RegExp])[] = [
    ['Latin-1', () => Buffer.from(message('"caf\u00e9"'), 'latin1'), 1, /not UTF-8/],
    ['an overlong sequence', () => Buffer.from(message('"a\u00c0\u0080b"'), 'latin1'), 1, /not UTF-8/],
    ['a line cut short', () => Buffer.from(`${message('"one"')}{"role":"assist`), 2, /cut short/],
    ['a line that is no JSON', () => Buffer.from(`${message('"one"')}oops\n${message('"two"')}`), 2, /JSON/],
  ];

  for (const [what, content, line, words] of damages) {
    it(`with ${what} is imported, and the line is named and kept`, async () => {
      const file = path.join(place.folder, 'damaged.jsonl');
      await writeFile(file, content());
      const args = ['import', file, '--sessions', path.join(place.folder, 'damaged')];
      const { sessions, damaged } = valueIn(await segue([...args, '--json'])) as ImportJson;
      assert.deepEqual(
        damaged.map((found) => found.line),
        [line],
      );
      assert.match(damaged[0]!.reason, words);
      assert.match(
        textIn(await segue(args)),
        new RegExp(`\nline ${line} is damaged and kept as it is, hidden: `),
      );
      const { session } = sessions[0]!;
      assert.match(textIn(await segue(['show', session])), /foreign: openai, line/);
      assert.match(textIn(await segue(['verify', session])), /^ok/);
    });
  }

  it('whose first prompt holds a key is kept under a name without it', async () => {
    const file = path.join(place.folder, 'keyed.jsonl');
    const key = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    await writeFile(file, message(JSON.stringify(`Use ${key} for it`)));
    const ended = await segue(['import', file, '--sessions', path.join(place.folder, 'keyed'), '--json']);
    const { session } = (valueIn(ended) as ImportJson).sessions[0]!;
    assert.match(path.basename(session), /^use-.*for-it/);
    assert.doesNotMatch(session, /a1b2c3/i);
    const sidecar = await readFile(path.join(session, 'session.json'), 'utf8');
    assert.ok(!sidecar.includes(key), 'the title tells no key either');
  });

  it('with lone surrogates and NUL in its strings is imported as it is, and shown without them', async () => {
    const file = path.join(place.folder, 'odd.jsonl');
    await writeFile(
      file,
      message('"a\\ud800b\\u0000c\\u001b[31md"') + '{"role":"assistant","content":"\\udfffz"}\n',
    );
    const ended = await segue(['import', file, '--sessions', path.join(place.folder, 'odd'), '--json']);
    const { session } = (valueIn(ended) as ImportJson).sessions[0]!;
    const shown = textIn(await segue(['show', session]));
    assert.match(shown, /a.b\\x00c\\x1b\[31md/);
    assert.doesNotMatch(shown, /[\0\u001b\ud800-\udfff]/);
    assert.match(textIn(await segue(['verify', session])), /^ok/);
  });

  const places: readonly (readonly [string, (file: string) => Promise<void>, RegExp])[] = [
    ['that is not there', async () => undefined, /There is no file at|nothing is at/],
    ['that is a folder', async (file) => void execFileSync('mkdir', [file]), /is a folder/],
    [
      'that is a pipe nobody writes to',
      async (file) => void execFileSync('mkfifo', [file]),
      /is not a plain file/,
    ],
    ['that is a device without end', (file) => symlink('/dev/zero', file), /is not a plain file/],
    ['whose symbolic links lead in a circle', (file) => symlink(file, file), /ELOOP|nothing is at/],
    ['behind a file', (file) => writeFile(path.dirname(file), ''), /There is no file|nothing is at/],
  ];

  for (const [what, make, words] of places) {
    it(`${what} is refused in one line and at once`, async () => {
      const file = path.join(place.folder, what, 'file.jsonl');
      if (what !== 'behind a file') execFileSync('mkdir', [path.dirname(file)]);
      await make(file);
      const sessions = path.join(place.folder, 'sessions-of-places');
      const [imported, compacted] = await Promise.all([
        segue(['import', file, '--sessions', sessions]),
        segue(['compact', file, '--sessions', sessions]),
      ]);
      assertFails(imported, 1, words);
      assertFails(compacted, 1, words);
      assert.ok(!(await readdir(place.folder)).includes('sessions-of-places'));
    });
  }

  it('that may not be read is refused in one line', async function () {
    const file = path.join(place.folder, 'closed.jsonl');
    await writeFile(file, text);
    const through = await unreadable(file, this);
    const ended = await segue(['import', file, '--sessions', path.join(place.folder, 'closed')], { through });
    assertFails(ended, 1, /closed\.jsonl may not be read \(EACCES\): change its permissions or copy it$/);
    assert.ok(!(await readdir(place.folder)).includes('closed'));
  });

  it('with a single very long line is imported, compacted and verified', async function () {
    this.timeout(600_000);
    const megabytes = process.env['SEGUE_LONG'] === undefined ? 20 : 200;
    const file = path.join(place.folder, 'long-line.jsonl');
    await writeLongLine(file, megabytes);
    const sessions = path.join(place.folder, 'long-line');
    const value = valueIn(await segue(['compact', file, '--sessions', sessions, '--all', '--json']));
    const { outcome, session } = value as { outcome: string; session: string };
    assert.equal(outcome, 'applied');
    assert.match(textIn(await segue(['verify', session])), /^ok: 2 segments, 1 artifact checked/);
  });

  it('with several conversations is imported whole, and compacting it says which there are', async () => {
    const talk = (words: string) => ({
      messages: [
        { role: 'user', content: words },
        { role: 'assistant', content: 'Yes.' },
      ],
    });
    const file = path.join(place.folder, 'several.jsonl');
    const lines = Array.from({ length: 7 }, (_, place) => JSON.stringify(talk(`Question ${place + 1}`)));
    await writeFile(file, lines.join('\n'));
    const sessions = path.join(place.folder, 'several');
    const refused = await segue(['compact', file, '--sessions', sessions]);
    assertFails(
      refused,
      1,
      /holds 7 conversations: 1\. Question 1, .*5\. Question 5 and 2 more; keep them with segue import/,
    );
    assert.ok(!(await readdir(place.folder)).includes('several'));
    const again = /keep them with segue (.*) and compact one of them/.exec(refused.err)?.[1] ?? '';
    assert.match(textIn(await segue(again.split(' '))), /^Read as OpenAI messages: 7 conversations\n/);
    assert.equal((await readdir(sessions)).length, 7);
  });

  it('beside a session file of another program is imported all the same', async () => {
    const folder = path.join(place.folder, 'another-program');
    execFileSync('mkdir', [folder]);
    await writeFile(path.join(folder, 'session.json'), '{"id":1}');
    await writeFile(path.join(folder, 'talk.jsonl'), text);
    const ended = await segue(['import', path.join(folder, 'talk.jsonl'), '--sessions', folder]);
    assert.match(textIn(ended), /^Read as Claude Code: 1 conversation\n/);
  });

  it('is never changed, and neither is what lies beside it', async () => {
    const folder = path.join(place.folder, 'beside');
    execFileSync('mkdir', [folder]);
    await writeFile(path.join(folder, 'talk.jsonl'), text);
    await writeFile(path.join(folder, 'other.txt'), 'mine');
    const before = await folderState(folder);
    const args = ['compact', path.join(folder, 'talk.jsonl'), '--sessions', path.join(place.folder, 'apart')];
    textIn(await segue(args));
    assert.deepEqual(await folderState(folder), before);
  });
});

/** A conversation whose only tool output has so many megabytes, on one line. */
async function writeLongLine(file: string, megabytes: number): Promise<void> {
  const handle = await open(file, 'w');
  const piece = 'All work and no play makes a long line. '.repeat(26_214).padEnd(1_048_576, '.');
  const call = '{"id":"c1","type":"function","function":{"name":"cat","arguments":"{}"}}';
  await handle.write(`${message('"Read it."')}{"role":"assistant","content":null,"tool_calls":[${call}]}\n`);
  await handle.write('{"role":"tool","tool_call_id":"c1","content":"');
  for (let count = 0; count < megabytes; count++) await handle.write(piece);
  await handle.write('"}\n{"role":"assistant","content":"It is long."}\n');
  await handle.close();
}
