// What a measurement is: named numbers in, named numbers out, so that it can cross to a process of its own and back.

import * as z from 'zod';

/** Sizes are MB of 10⁶ bytes; paths and mixes are texts. */
export const argumentsSchema = z.record(z.string(), z.union([z.string(), z.number()]));
export const numbersSchema = z.record(z.string(), z.number());

export type Arguments = Readonly<z.infer<typeof argumentsSchema>>;
/** Milliseconds, bytes, counts or ratios, as the name of each says. */
export type Numbers = Readonly<z.infer<typeof numbersSchema>>;

export type Measurement = (given: Arguments) => Promise<Numbers>;

export function textOf(given: Arguments, name: string): string {
  const value = given[name];
  if (typeof value !== 'string') throw new Error(`The measurement needs a text ${name}`);
  return value;
}

export function numberOf(given: Readonly<Record<string, unknown>>, name: string): number {
  const value = given[name];
  if (typeof value !== 'number') throw new Error(`There is no number ${name}`);
  return value;
}
