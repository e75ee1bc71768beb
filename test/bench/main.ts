// The benchmark program: the table of rows, or, as a child of itself, one measurement in a process of its own.

import { runMeasurement } from './measurements.ts';
import { measureRows } from './measure-rows.ts';

const [, , first, ...rest] = process.argv;

if (first === 'measure') {
  const [name = '', given = '{}'] = rest;
  process.stdout.write(JSON.stringify(await runMeasurement(name, given)));
} else process.exitCode = await measureRows(process.argv.slice(2));
