// A long conversation about the sample workspace, as `npm start` opens it: months of small work on larder, in messages as
// OpenAI's API has them. What its tools answered is what they would answer in that workspace.

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

export type Message =
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly object[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

/** As in the workspace: grams per millilitre, and millilitres. */
const densities: Readonly<Record<string, number>> = { flour: 0.53, sugar: 0.85, butter: 0.911, milk: 1.03 };
const volumes: Readonly<Record<string, number>> = { tsp: 5, tbsp: 15, cup: 240, ml: 1, l: 1000 };
const ingredients = Object.keys(densities);
const units = Object.keys(volumes);

/** At least so many characters of text, in whole turns; what its last command printed ends with `ending`. */
export function longSession(
  folder: string,
  size: { readonly characters: number; readonly ending: string },
): readonly Message[] {
  const story = new Story(folder);
  story.opening();
  const turns = [
    (round: number) => story.table(round),
    (round: number) => story.reading(round),
    (round: number) => story.tests(round),
    (round: number) => story.planning(round),
  ];
  for (let turn = 0; story.characters < size.characters; turn++) {
    turns[turn % turns.length]?.(Math.floor(turn / turns.length));
  }
  story.closing(size.ending);
  return story.messages;
}

function grams(amount: number, unit: string, ingredient: string): number {
  return amount * (volumes[unit] ?? 0) * (densities[ingredient] ?? 0);
}

class Story {
  readonly messages: Message[] = [];
  characters = 0;
  private readonly folder: string;
  private calls = 0;

  constructor(folder: string) {
    this.folder = folder;
  }

  opening(): void {
    this.asks(
      'This is larder, a pantry on the command line. Two rules for everything we do here: never add a dependency, and never guess an amount. Have a look around first.',
    );
    this.does(
      'list_folder',
      { path: '.' },
      ['AGENTS.md', 'README.md', 'recipes/', 'src/', 'test/'].join('\n'),
    );
    this.does('read_file', { path: 'AGENTS.md' }, this.numbered('AGENTS.md'));
    this.says(
      'A small program without dependencies: `src/convert.js` converts units, `src/parse-recipe.js` reads recipes, `src/shopping-list.js` adds them up. I keep to both rules.',
    );
  }

  /** A table of conversions for one ingredient. */
  table(round: number): void {
    const ingredient = ingredients[round % ingredients.length] ?? 'flour';
    const amounts = Array.from({ length: 30 }, (_, place) => round * 30 + place + 1);
    this.asks(
      `I need a table for the kitchen door: ${ingredient} from ${amounts[0]} to ${amounts.at(-1)}, every unit in grams.`,
    );
    const lines = amounts.flatMap((amount) =>
      units.map(
        (unit) => `${amount} ${unit} ${ingredient} = ${grams(amount, unit, ingredient).toFixed(2)} g`,
      ),
    );
    const last = amounts.at(-1) ?? 0;
    this.does(
      'run_command',
      { command: `node table.js ${ingredient} ${last}` },
      `${lines.join('\n')}\nexit 0`,
    );
    const rows = amounts
      .slice(0, 6)
      .map((amount) => `| ${amount} | ${Math.round(grams(amount, 'cup', ingredient))} |`);
    this.says(
      [
        `The whole table for ${ingredient} has ${lines.length} lines. Its beginning, in cups:`,
        ['| cups | grams |', '| ---- | ----- |', ...rows].join('\n'),
        `One cup of ${ingredient} is ${Math.round(grams(1, 'cup', ingredient))} g because its density is ${densities[ingredient]} g/ml.`,
      ].join('\n\n'),
    );
  }

  /** Two files read side by side. */
  reading(round: number): void {
    const files = readdirSync(path.join(this.folder, 'src')).map((name) => `src/${name}`);
    const pair = [files[round % files.length] ?? '', files[(round + 1) % files.length] ?? ''];
    this.asks(
      `Read ${pair.join(' and ')} again and tell me what a newcomer would stumble over (pass ${round + 1}).`,
    );
    this.doesAtOnce(
      pair.map((file) => ({ name: 'read_file', input: { path: file }, result: this.numbered(file) })),
    );
    this.says(
      [
        `Three things in \`${pair[0]}\` and \`${pair[1]}\`:`,
        [
          '1. A unit that is unknown is reported as if only the conversion were impossible.',
          '2. Nothing says that `ingredient` is only looked at when volume and weight meet.',
          '3. A note and a broken ingredient line look the same in the result.',
        ].join('\n'),
        'The first can be settled with one sentence in the message. I would leave the others: changing them changes what callers see, and you said amounts are never guessed.',
      ].join('\n\n'),
    );
  }

  /** The tests, for every pair of units. */
  tests(round: number): void {
    this.asks(`Run the long tests with seed ${round + 1}, please.`);
    const results = Array.from({ length: 90 }, (_, place) => {
      const unit = units[place % units.length] ?? 'ml';
      const ingredient = ingredients[(place + round) % ingredients.length] ?? 'flour';
      return `ok ${place + 1} - ${place + 1 + round} ${unit} of ${ingredient} comes back as ${place + 1 + round} ${unit}`;
    });
    const summary = [
      `1..${results.length}`,
      `# tests ${results.length}`,
      `# pass ${results.length}`,
      '# fail 0',
    ];
    this.does(
      'run_command',
      { command: `npm test -- --seed ${round + 1}` },
      [...results, ...summary, 'exit 0'].join('\n'),
    );
    this.says(`All ${results.length} tests pass with seed ${round + 1}; nothing was changed.`);
  }

  /** What to buy in a week. */
  planning(round: number): void {
    this.asks(
      `Plan the shopping of week ${round + 1}: pancakes on every even day, biscuits on the others, for ${round + 2} people.`,
    );
    const days = Array.from({ length: 7 }, (_, day) => {
      const dish = day % 2 === 0 ? 'biscuits' : 'pancakes';
      const flour = (dish === 'biscuits' ? 300 : 200) * (round + 2);
      const butter = (dish === 'biscuits' ? 150 : 50) * (round + 2);
      return `day ${day + 1}  ${dish.padEnd(9)} flour ${flour} g  butter ${butter} g  (recipes/${dish}.txt, ${round + 2} people)`;
    });
    this.does(
      'search_text',
      { pattern: 'flour', path: 'recipes' },
      'recipes/biscuits.txt:1:300 g flour\nrecipes/pancakes.txt:1:200 g flour',
    );
    this.does(
      'run_command',
      { command: `node plan.js --week ${round + 1} --people ${round + 2}` },
      `${days.join('\n')}\nexit 0`,
    );
    this.says(
      `Week ${round + 1} for ${round + 2} people needs flour and butter on all seven days:\n\n\`\`\`\n${days.join('\n')}\n\`\`\`\n\nSalt stays “to taste”: a spoon of it has no weight I could know.`,
    );
  }

  closing(ending: string): void {
    this.asks('Good. Before we go on: what is still open?');
    this.does(
      'run_command',
      { command: 'cat notes.txt' },
      `notes of all recipes, oldest first${ending}\nexit 0`,
    );
    this.says(
      'Three things, and I would take them in this order:\n\n1. Ounces are not read yet.\n2. Fractions such as 1/2 are kept as notes.\n3. `larder list` does not say which recipe an amount came from.',
    );
  }

  private asks(content: string): void {
    this.add({ role: 'user', content });
  }

  private says(content: string): void {
    this.add({ role: 'assistant', content });
  }

  private does(name: string, input: object, result: string): void {
    this.doesAtOnce([{ name, input, result }]);
  }

  private doesAtOnce(
    calls: readonly { readonly name: string; readonly input: object; readonly result: string }[],
  ): void {
    const ids = calls.map(() => `call_${++this.calls}`);
    const tool_calls = calls.map(({ name, input }, place) => ({
      id: ids[place],
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    }));
    this.add({ role: 'assistant', content: '', tool_calls });
    calls.forEach(({ result }, place) =>
      this.add({ role: 'tool', tool_call_id: ids[place] ?? '', content: result }),
    );
  }

  private add(message: Message): void {
    this.messages.push(message);
    this.characters += message.content.length;
  }

  private numbered(file: string): string {
    const lines = readFileSync(path.join(this.folder, file), 'utf8').trimEnd().split('\n');
    return lines.map((line, place) => `${String(place + 1).padStart(6)}\t${line}`).join('\n');
  }
}
