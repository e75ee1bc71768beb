import assert from 'node:assert/strict';
import { saidIn } from '../../../../../src/adapters/offline/guide/plan.ts';

/** The tools of each round with their inputs, or what else was said. */
function read(message: string): unknown {
  const said = saidIn(message);
  if (said.kind !== 'orders') return said.kind === 'unclear' ? `unclear: ${said.part}` : said.kind;
  return said.rounds.map((round) => round.map(({ tool, input }) => ({ [tool]: input })));
}

const cases: readonly (readonly [title: string, message: string, expected: unknown])[] = [
  ['reads a file', 'read src/main.ts', [[{ read_file: { path: 'src/main.ts' } }]]],
  ['takes a mention for its path', 'Read @src/main.ts', [[{ read_file: { path: 'src/main.ts' } }]]],
  ['takes a path with spaces in quotation marks', 'read "a b.md"', [[{ read_file: { path: 'a b.md' } }]]],
  [
    'reads a range of lines',
    'read a.ts lines 10 to 20',
    [[{ read_file: { path: 'a.ts', offset: 10, limit: 11 } }]],
  ],
  [
    'reads a range written as a mention',
    'read @a.ts#L3-5',
    [[{ read_file: { path: 'a.ts', offset: 3, limit: 3 } }]],
  ],
  ['lists the workspace folder', 'list', [[{ list_folder: { path: '.' } }]]],
  ['lists a folder, politely asked', 'Please list src.', [[{ list_folder: { path: 'src' } }]]],
  ['finds files', 'find *.ts in src', [[{ find_files: { glob: '*.ts', path: 'src' } }]]],
  ['searches words', 'search for some words', [[{ search_text: { pattern: 'some words' } }]]],
  [
    'searches quoted words in a folder',
    'search "read in then" in src',
    [[{ search_text: { pattern: 'read in then', path: 'src' } }]],
  ],
  [
    'runs everything behind the word',
    'run npm test && echo "and read it"',
    [[{ run_command: { command: 'npm test && echo "and read it"' } }]],
  ],
  [
    'runs what stands in backticks',
    'run `if true; then list; fi`',
    [[{ run_command: { command: 'if true; then list; fi' } }]],
  ],
  [
    'runs in the background, looks at it and stops it',
    'run npm start in the background then output exe_1 then stop exe_1',
    [
      [{ run_command: { command: 'npm start', yield_seconds: 0 } }],
      [{ command_output: { execution_id: 'exe_1' } }],
      [{ stop_command: { execution_id: 'exe_1' } }],
    ],
  ],
  [
    'edits a file',
    'edit a.ts: replace "let x" with \'const x\'',
    [[{ edit_file: { path: 'a.ts', old: 'let x', new: 'const x' } }]],
  ],
  [
    'edits every place, and knows line breaks in quotation marks',
    'edit a.ts: replace all "a\\nb" with "\\"c\\""',
    [[{ edit_file: { path: 'a.ts', old: 'a\nb', new: '"c"', all: true } }]],
  ],
  [
    'writes a line',
    'write notes.md: hello there',
    [[{ write_file: { path: 'notes.md', content: 'hello there\n' } }]],
  ],
  [
    'writes a code block as it is',
    'write a.md:\n```md\n# Title\n\nthen run it\n```',
    [[{ write_file: { path: 'a.md', content: '# Title\n\nthen run it\n' } }]],
  ],
  [
    'keeps a todo list with its marks',
    'todo [x] one; [~] two; three',
    [
      [
        {
          update_todo: {
            items: [
              { text: 'one', state: 'done' },
              { text: 'two', state: 'doing' },
              { text: 'three', state: 'open' },
            ],
          },
        },
      ],
    ],
  ],
  [
    'asks the person, with answers to choose from',
    'ask Which one? (this / that)',
    [[{ ask_person: { question: 'Which one?', options: ['this', 'that'] } }]],
  ],
  [
    'does one after the other what "then" joins',
    'read a, then run make and then read b',
    [[{ read_file: { path: 'a' } }], [{ run_command: { command: 'make' } }], [{ read_file: { path: 'b' } }]],
  ],
  [
    'does side by side what "and" joins',
    'read a and run make',
    [[{ read_file: { path: 'a' } }, { run_command: { command: 'make' } }]],
  ],
  [
    'looks side by side on lines, and changes in rounds of their own',
    '1. read a\n2. list b\n3. write c: x\n4. read c\n5. read d',
    [
      [{ read_file: { path: 'a' } }, { list_folder: { path: 'b' } }],
      [{ write_file: { path: 'c', content: 'x\n' } }],
      [{ read_file: { path: 'c' } }, { read_file: { path: 'd' } }],
    ],
  ],
  [
    'begins a new round with a line that begins with "then"',
    'read a\nthen read b',
    [[{ read_file: { path: 'a' } }], [{ read_file: { path: 'b' } }]],
  ],
  [
    'begins a new round behind a blank line',
    'read a\n \nread b',
    [[{ read_file: { path: 'a' } }], [{ read_file: { path: 'b' } }]],
  ],
  ['helps', 'Help!', 'help'],
  ['goes on', 'please go on', 'go-on'],
  [
    'goes on when the host asks for the rest of an answer',
    'Your last answer was cut off. Go on from there.',
    'go-on',
  ],
  ['does nothing of a message it only half understands', 'read a\nmake it better', 'unclear: make it better'],
  [
    'does not guess what a sentence with a known word means',
    'read the file and fix it',
    'unclear: read the file and fix it',
  ],
  ['does not take words for a command without a command', 'run', 'unclear: run'],
  ['does not write nothing', 'write a.md:', 'unclear: write a.md:'],
  ['takes a blank message for nothing', '  \n', 'unclear: '],
];

describe('what the offline guide understands', () => {
  for (const [title, message, expected] of cases) it(title, () => assert.deepEqual(read(message), expected));

  it('is nothing of a very long message, whatever it begins with', () => {
    assert.match(String(read(`run ${'x '.repeat(5000)}`)), /^unclear: /);
  });

  it('is decided quickly for the longest message there is', () => {
    for (const filler of [' ', '\n', '"', '`', ' and', ' then', '(', ',', '"\\'])
      for (const verb of ['read', 'search', 'ask', 'edit a: replace', 'write a:', 'todo'])
        assert.notEqual(saidIn(`${verb} ${filler.repeat(8000)}`.slice(0, 7990)).kind, 'help');
  }).timeout(10_000);
});
