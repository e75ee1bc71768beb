// Every measurement by its name: what a child of the benchmark can be asked for.

import { makeFixture } from './lab/fixtures.ts';
import { argumentsSchema, type Measurement, type Numbers } from './lab/measurement.ts';
import { measureAppending } from './rows/appending.ts';
import { measureSteps, measureTurnMemory } from './rows/chat-steps.ts';
import { measureStop } from './rows/chat-stops.ts';
import { measureFlood } from './rows/commands-in-chat.ts';
import { measureMasking } from './rows/masking.ts';
import { measureGrowth, measureMemory } from './rows/memory.ts';
import { measureOpening } from './rows/opening.ts';
import { measurePublish } from './rows/publish.ts';
import { measureScan } from './rows/scan.ts';
import { measureCompactSlices, measureImportSlices, measureOpenSlices } from './rows/slices.ts';
import { measureThreshold } from './rows/threshold.ts';

const measurements: Readonly<Record<string, Measurement>> = {
  'make-fixture': makeFixture,
  threshold: measureThreshold,
  scan: measureScan,
  masking: measureMasking,
  publish: measurePublish,
  'open-slices': measureOpenSlices,
  'compact-slices': measureCompactSlices,
  'import-slices': measureImportSlices,
  opening: measureOpening,
  appending: measureAppending,
  memory: measureMemory,
  growth: measureGrowth,
  'chat-steps': measureSteps,
  'turn-memory': measureTurnMemory,
  flood: measureFlood,
  stop: measureStop,
};

/** `given` is the arguments as JSON. */
export async function runMeasurement(name: string, given: string): Promise<Numbers> {
  const measurement = measurements[name];
  if (measurement === undefined) throw new Error(`There is no measurement ${name}`);
  return measurement(argumentsSchema.parse(JSON.parse(given)));
}
