// Where the checkout is, and the folder for everything a run of the benchmark makes. Both are set by run.mjs.

export const benchRoot = setting('SEGUE_BENCH_ROOT');
export const benchFolder = setting('SEGUE_BENCH_FOLDER');

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: start the benchmark with npm run bench`);
  return value;
}
