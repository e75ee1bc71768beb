// Starts the tokenizer's worker from its TypeScript: a worker does not inherit the loader of the process.
import { register } from 'tsx/esm/api';

register();
await import('../../src/adapters/tokenizer/worker.ts');
