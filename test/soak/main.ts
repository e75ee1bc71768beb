// `npm run soak -- --turns N --seed S`: the last line is one JSON object, its counts but those of turns and kills 0.

import { parseArgs } from 'node:util';
import { runSoak } from './run-soak.ts';

const options = {
  turns: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
} as const;
const { values } = parseArgs({ options });
const [turns, seed] = [Number(values.turns), Number(values.seed)];
if (!Number.isInteger(turns) || turns < 1 || !Number.isInteger(seed)) {
  process.stderr.write('segue: --turns is a whole number above 0, --seed a whole number\n');
  process.exit(2);
}
const { counts, tally } = await runSoak({ turns, seed, say: (line) => process.stderr.write(`${line}\n`) });
for (const [what, count] of [...tally].sort()) process.stderr.write(`  ${what}: ${count}\n`);
process.stdout.write(`${JSON.stringify(counts)}\n`);
const { turns: _turns, kills: _kills, ...faults } = counts;
process.exitCode = Object.values(faults).every((count) => count === 0) ? 0 : 1;
