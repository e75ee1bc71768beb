// A child that does one operation of operations.ts on the real disk: node operate <operation> <root> [<session>].

import { writeSync } from 'node:fs';
import { realStore } from '../support/disk-store.ts';
import { operations } from './operations.ts';

const [name, root, path] = process.argv.slice(2);
const operation = operations.find((one) => one.name === name);
if (operation === undefined || root === undefined)
  throw new Error('usage: operate <operation> <root> [<session>]');
await operation.run(realStore(root), path, () => writeSync(1, 'confirmed\n'));
