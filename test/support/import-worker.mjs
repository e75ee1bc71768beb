// Runs the import worker from its TypeScript sources: a worker does not inherit the loader of the thread that starts it.

const { register } = await import(import.meta.resolve('tsx/esm/api'));
register();
await import('../../src/cli/import-worker.ts');
