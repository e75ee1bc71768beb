// The tool read_file over files in memory.

import assert from 'node:assert/strict';
import { gif, jpeg, png, webp } from '../../../support/tiny-images.ts';
import { ToolBench } from '../../../support/tool-bench.ts';
import { inlineText } from '../../../../src/core/transcript/parts.ts';

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');

describe('read_file', () => {
  let bench: ToolBench;
  const read = (input: object): Promise<string> => bench.text('read_file', input);

  beforeEach(() => {
    bench = new ToolBench();
  });

  describe('lines', () => {
    it('numbers the lines and says that they are all', async () => {
      bench.files.put('/w/a.txt', 'one\ntwo\n');
      assert.equal(await read({ path: 'a.txt' }), '1\tone\n2\ttwo\n[segue: the end; 2 lines in all]');
    });

    it('takes a last line without an end, an empty file, and an empty line', async () => {
      bench.files.put('/w/a.txt', 'one\n\ntwo').put('/w/b.txt', '').put('/w/c.txt', '\n');
      assert.equal(await read({ path: 'a.txt' }), '1\tone\n2\t\n3\ttwo\n[segue: the end; 3 lines in all]');
      assert.equal(await read({ path: 'b.txt' }), '[segue: b.txt is empty]');
      assert.equal(await read({ path: 'c.txt' }), '1\t\n[segue: the end; 1 line in all]');
    });

    it('reads a range and says how to read on', async () => {
      bench.files.put('/w/a.txt', numbered(10));
      assert.equal(
        await read({ path: 'a.txt', offset: 4, limit: 2 }),
        '4\tline 4\n5\tline 5\n[segue: more follows: read_file {"path":"a.txt","offset":6}]',
      );
      assert.match(
        await read({ path: 'a.txt', offset: 9, limit: 2 }),
        /\[segue: the end; 10 lines in all\]$/,
      );
    });

    it('says that a range begins behind the end', async () => {
      bench.files.put('/w/a.txt', numbered(3));
      const expected = 'ERROR a.txt has 3 lines: line 4 is behind its end.';
      assert.equal(await read({ path: 'a.txt', offset: 4 }), expected);
      assert.equal(await read({ path: 'a.txt', offset: 4 }), expected, 'also the second time');
    });

    it('gives every line of a long file when read on as told', async () => {
      const content = Array.from({ length: 5000 }, (_, at) => `${at} ${'x'.repeat(at % 90)}`);
      bench.files.put('/w/a.txt', content.join('\n'));
      const seen: string[] = [];
      for (let next: object = { path: 'a.txt' }; ;) {
        const text = await read(next);
        seen.push(
          ...text
            .split('\n')
            .slice(0, -1)
            .map((line) => line.replace(/^\d+\t/, '')),
        );
        const more = /more follows: read_file (\{.*\})\]$/.exec(text)?.[1];
        if (more === undefined) break;
        next = JSON.parse(more) as object;
      }
      assert.deepEqual(seen, content);
    });

    it('cuts a long line and gives the rest of it by column', async () => {
      const line = Array.from({ length: 9000 }, (_, at) => String.fromCodePoint(0x1f300 + (at % 500))).join(
        '',
      );
      bench.files.put('/w/a.txt', `short\n${line}\nlast`);
      const first = await read({ path: 'a.txt' });
      const cut = /line 2 goes on with read_file (\{.*?\})/.exec(first)?.[1] ?? '';
      assert.deepEqual(JSON.parse(cut), { path: 'a.txt', offset: 2, limit: 1, column: 2001 });
      const start = /^2\t(.*)…$/m.exec(first)?.[1] ?? '';
      const rest = /^2\t(.*)$/m.exec(await read(JSON.parse(cut) as object))?.[1] ?? '';
      assert.equal(start + rest, line);
      assert.match(first, /^3\tlast$/m);
    });

    it('shows Windows line ends as line ends and tells of them', async () => {
      bench.files.put('/w/a.txt', 'one\r\ntwo\r\n');
      assert.equal(
        await read({ path: 'a.txt' }),
        '1\tone\n2\ttwo\n[segue: the end; 2 lines in all; lines end with CRLF]',
      );
    });

    it('reads UTF-8 with a mark, Latin-1 and UTF-16', async () => {
      bench.files.put('/w/mark.txt', '\ufeffé');
      bench.files.put('/w/latin.txt', Buffer.from('caf\xe9', 'latin1'));
      bench.files.put('/w/wide.txt', Buffer.from('\ufeffé\n語', 'utf16le'));
      assert.match(await read({ path: 'mark.txt' }), /^1\té\n/);
      assert.match(await read({ path: 'latin.txt' }), /^1\tcafé\n/);
      assert.match(await read({ path: 'wide.txt' }), /^1\té\n2\t語\n/);
    });

    it('puts a character together that lies across two pieces', async () => {
      bench.files.put('/w/a.txt', `${'a'.repeat(256 * 1024 - 1)}é\n語`);
      assert.match(await read({ path: 'a.txt', offset: 1, limit: 1, column: 262_140 }), /^1\taaaaé\n/);
      assert.match(await read({ path: 'a.txt', offset: 2 }), /^2\t語\n/);
    });

    it('reads only the beginning of a large file for its first lines', async () => {
      bench.files.put('/w/a.txt', numbered(1_000_000));
      await read({ path: 'a.txt', limit: 10 });
      const bytes = bench.files.reads.reduce((sum, effect) => sum + effect.length, 0);
      assert.ok(bytes < 300_000, `${bytes} bytes were read`);
    });

    it('does not read a line of many megabytes to its end', async () => {
      bench.files.put('/w/a.txt', 'a'.repeat(20_000_000));
      assert.match(await read({ path: 'a.txt' }), /^1\ta{2000}…\n/);
      const bytes = bench.files.reads.reduce((sum, effect) => sum + effect.length, 0);
      assert.ok(bytes < 6_000_000, `${bytes} bytes were read`);
    });
  });

  describe('what is no text', () => {
    it('shows pictures by what their bytes are', async () => {
      const pictures = { 'a.png': png, 'b.bin': jpeg, 'c.gif': gif, 'd.webp': webp };
      const mimes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
      for (const [at, [name, base64]] of Object.entries(pictures).entries()) {
        bench.files.put(`/w/${name}`, Buffer.from(base64, 'base64'));
        const outcome = await bench.run('read_file', { path: name });
        const media = outcome.content[1];
        assert.ok(media?.type === 'media', name);
        assert.equal(media.mime, mimes[at]);
        assert.equal(media.path, name);
        assert.deepEqual(outcome.artifacts, [
          { name: media.artifact, content: { encoding: 'base64', text: base64 } },
        ]);
      }
    });

    it('says what a binary file is', async () => {
      bench.files
        .put('/w/a.pdf', '%PDF-1.7 \0')
        .put('/w/b', Buffer.from([1, 2, 3, 0, 5]))
        .put('/w/c', '\u0001\u0002ab');
      assert.match(await read({ path: 'a.pdf' }), /^ERROR a\.pdf is binary \(a PDF document, 10 bytes\)/);
      assert.match(await read({ path: 'b' }), /^ERROR b is binary \(not text, 5 bytes\)/);
      assert.match(await read({ path: 'c' }), /^ERROR c is binary/);
    });

    it('refuses folders, devices and closed doors, and a picture too large to send', async () => {
      bench.files.folder('/w/folder').special('/w/device').put('/w/closed', 'x').close('/w/closed');
      bench.files.put('/w/huge.png', Buffer.concat([Buffer.from(png, 'base64'), Buffer.alloc(5_000_000)]));
      assert.match(await read({ path: 'folder' }), /^ERROR folder is a folder\. Use list_folder/);
      assert.match(await read({ path: 'device' }), /^ERROR device is a device, a pipe or a socket/);
      assert.match(await read({ path: 'closed' }), /^ERROR The system does not allow access to closed\.$/);
      assert.match(await read({ path: 'huge.png' }), /^ERROR huge\.png has \d+ bytes; at most/);
    });

    it('says what is there beside a path that is not', async () => {
      bench.files.put('/w/src/settings.ts', '').put('/w/src/main.ts', '');
      assert.equal(
        await read({ path: 'src/setings.ts' }),
        'ERROR There is no src/setings.ts. Similar: src/settings.ts.',
      );
      assert.match(await read({ path: 'src/nothing-like-it' }), /Use list_folder or find_files/);
      assert.match(await read({ path: 'none/a.ts' }), /Its folder is not there either/);
    });
  });

  describe('nothing twice', () => {
    const unchanged = 'a.txt: unchanged since you read it; what you read still holds.';

    beforeEach(() => void bench.files.put('/w/a.txt', numbered(100)));

    it('answers "unchanged" for lines that were read and are the same', async () => {
      await read({ path: 'a.txt', offset: 10, limit: 20 });
      assert.equal(await read({ path: 'a.txt', offset: 10, limit: 20 }), unchanged);
      assert.equal(await read({ path: './a.txt', offset: 15, limit: 5 }), unchanged);
      assert.match(await read({ path: 'a.txt', offset: 15, limit: 20 }), /^15\tline 15/);
    });

    it('reads again what never became a result on disk', async () => {
      bench.files.put('/w/a.png', Buffer.from(png, 'base64'));
      bench.isKept = false;
      for (const path of ['a.txt', 'a.png']) await read({ path });
      bench.isKept = true;
      for (const path of ['a.txt', 'a.png']) assert.doesNotMatch(await read({ path }), /unchanged/);
      for (const path of ['a.txt', 'a.png']) assert.match(await read({ path }), /unchanged/);
    });

    it('does not take for read what was cut off a result that was too long', async () => {
      bench.files.put('/w/short-lines.txt', 'abcde\n'.repeat(5000));
      const all = { path: 'short-lines.txt', limit: 5000 };
      assert.match(await read(all), /this is the beginning of/);
      assert.doesNotMatch(await read({ ...all, offset: 4000 }), /unchanged/);
    });

    it('knows the end of a file it has seen', async () => {
      await read({ path: 'a.txt' });
      assert.equal(await read({ path: 'a.txt', limit: 400 }), unchanged);
    });

    it('reads again what was changed', async () => {
      await read({ path: 'a.txt' });
      bench.files.put('/w/a.txt', numbered(100));
      assert.match(await read({ path: 'a.txt' }), /^1\tline 1/);
    });

    it('reads again after an edit of its own', async () => {
      await read({ path: 'a.txt' });
      await bench.text('edit_file', { path: 'a.txt', old: 'line 7\n', new: 'seven\n' });
      assert.match(await read({ path: 'a.txt', offset: 7, limit: 1 }), /^7\tseven/);
    });

    it('reads again after a compaction (behaviour 11.6)', async () => {
      await read({ path: 'a.txt', limit: 2 });
      assert.equal(await read({ path: 'a.txt', limit: 2 }), unchanged);
      bench.set.forgetReads();
      assert.match(await read({ path: 'a.txt', limit: 2 }), /^1\tline 1\n2\tline 2/);
      assert.equal(await read({ path: 'a.txt', limit: 2 }), unchanged);
    });

    it('does not take a cut line for read', async () => {
      bench.files.put('/w/long.txt', 'x'.repeat(3000));
      await read({ path: 'long.txt' });
      assert.match(await read({ path: 'long.txt' }), /^1\tx/);
    });

    it('does not show a picture twice', async () => {
      bench.files.put('/w/a.png', Buffer.from(png, 'base64'));
      await read({ path: 'a.png' });
      assert.match(await read({ path: 'a.png' }), /unchanged/);
    });
  });

  describe('artifacts', () => {
    it('pages through a result that was too long, to its last character', async () => {
      const names = Array.from({ length: 4000 }, (_, at) => `file-${String(at).padStart(5, '0')}.txt`);
      for (const name of names) bench.files.put(`/w/many/${name}`, '');
      const seen: string[] = [];
      let text = await bench.text('list_folder', { path: 'many' });
      assert.ok(text.length <= 32 * 1024);
      seen.push(...text.split('\n').slice(0, -1));
      for (let next = /read_file (\{.*\})\]$/.exec(text)?.[1]; next !== undefined;) {
        text = await read(JSON.parse(next) as object);
        seen.push(
          ...text
            .split('\n')
            .slice(0, -1)
            .map((line) => line.replace(/^\d+\t/, '')),
        );
        next = /more follows: read_file (\{.*\})\]$/.exec(text)?.[1];
      }
      assert.deepEqual(
        seen,
        names.map((name) => `${name} (0 bytes)`),
      );
    });

    it('knows no other artifact, and takes either a path or an artifact', async () => {
      assert.match(await read({ artifact: 'a'.repeat(64) }), /^ERROR There is no such artifact/);
      assert.match(await read({ artifact: '../x' }), /^ERROR The arguments do not fit:\n- artifact: /);
      assert.match(await read({}), /give either path or artifact/);
      assert.match(await read({ path: 'a', artifact: 'a'.repeat(64) }), /give either path or artifact/);
    });
  });

  it('tells which file was read, by its real path', async () => {
    bench.files.put('/w/real/a.txt', 'x').link('/w/link', 'real');
    const outcome = await bench.run('read_file', { path: 'link/a.txt' });
    assert.deepEqual(outcome.touches, [{ path: '/w/real/a.txt', access: 'read' }]);
    assert.match(inlineText(outcome.content), /^1\tx/);
  });
});
