// Loaded into a child with --import: counts what the process does to files below SEGUE_EFFECTS_ROOT, at the level of
// node:fs, and kills it at the effect that SEGUE_EFFECTS_KILL names ("<number> before|after|half"). When the process
// ends by itself, SEGUE_EFFECTS_TRACE receives one line for each effect. It knows nothing of the store or its port.
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

const root = process.env.SEGUE_EFFECTS_ROOT;
const [killNumber, killWhen] = (process.env.SEGUE_EFFECTS_KILL ?? '').split(' ');
const { openSync, writeSync, closeSync } = fs;
const trace = [];
const pathOf = new WeakMap();

const isWatched = (file) => {
  const relative = path.relative(root, path.resolve(String(file)));
  return relative === '' || !relative.startsWith('..');
};

const die = () => process.kill(process.pid, 'SIGKILL');

/** Counts one effect and dies at it when it is the one. `half` does a part of it. */
async function effect(name, file, run, half = run) {
  if (file === undefined || !isWatched(file)) return run();
  trace.push(`${name} ${path.relative(root, path.resolve(String(file)))}`);
  if (trace.length !== Number(killNumber)) return run();
  if (killWhen === 'half') await half();
  else if (killWhen === 'after') await run();
  die();
  return new Promise(() => undefined);
}

const plainOpen = promises.open;
promises.open = async (file, flags, mode) => {
  const open = async () => {
    const handle = await plainOpen(file, flags, mode);
    pathOf.set(handle, file);
    return handle;
  };
  const creates =
    typeof flags === 'number' ? (flags & fs.constants.O_CREAT) !== 0 : /[wa]/.test(flags ?? 'r');
  return creates ? effect('create', file, open) : open();
};

const named = { rename: 1, unlink: 0, link: 1, mkdir: 0, rmdir: 0, truncate: 0, symlink: 1 };
for (const [name, place] of Object.entries(named)) {
  const plain = promises[name];
  promises[name] = (...args) => effect(name, args[place], () => plain(...args));
}

const handle = await plainOpen(process.execPath, 'r');
const prototype = Object.getPrototypeOf(handle);
await handle.close();

const { write, sync, datasync, truncate } = prototype;
prototype.write = function (bytes, ...rest) {
  const half = () => write.call(this, bytes.subarray(0, Math.floor(bytes.length / 2)));
  return effect('write', pathOf.get(this), () => write.call(this, bytes, ...rest), half);
};
prototype.sync = function () {
  return effect('sync', pathOf.get(this), () => sync.call(this));
};
prototype.datasync = function () {
  return effect('sync', pathOf.get(this), () => datasync.call(this));
};
prototype.truncate = function (length) {
  return effect('truncate', pathOf.get(this), () => truncate.call(this, length));
};

// Whatever else could change a file would escape the count: it is refused, so that the suite notices.
const unknown = (name) => (file) => {
  throw new Error(`${name} on ${String(file)} is not counted by the kill hook`);
};
for (const name of ['writeFile', 'appendFile', 'copyFile', 'rm', 'cp', 'mkdtemp', 'utimes', 'chmod']) {
  promises[name] = unknown(name);
}
for (const name of ['writev', 'writeFile', 'appendFile', 'createWriteStream', 'utimes', 'chmod']) {
  prototype[name] = unknown(name);
}
for (const name of Object.keys(fs)) {
  if (
    /^(write|append|rename|unlink|link|mkdir|rm|truncate|ftruncate|fsync|cp|copy|symlink|createWrite)/.test(
      name,
    )
  ) {
    if (name !== 'writeSync') fs[name] = unknown(name);
  }
}
syncBuiltinESMExports();

process.on('exit', () => {
  if (process.env.SEGUE_EFFECTS_TRACE === undefined) return;
  const file = openSync(process.env.SEGUE_EFFECTS_TRACE, 'w');
  writeSync(file, trace.map((line) => `${line}\n`).join(''));
  closeSync(file);
});
