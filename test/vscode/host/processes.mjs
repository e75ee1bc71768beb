// Ends a process and everything it started. Where the system does not tell who started whom, only the process itself.
import { readFileSync, readdirSync } from 'node:fs';

const politeMs = 8000;
const pollMs = 50;

/** The pids of a process and of all it started that still live. */
function withDescendants(pid) {
  const children = new Map();
  for (const [child, parent] of parents()) children.set(parent, [...(children.get(parent) ?? []), child]);
  const found = [pid];
  for (const one of found) found.push(...(children.get(one) ?? []));
  return found;
}

/** Asks the process to end, then forces whatever of its descendants is left. Resolves when all are gone. */
export async function endTree(child) {
  const pids = withDescendants(child.pid);
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  const deadline = Date.now() + politeMs;
  while (pids.some(isRunning)) {
    if (Date.now() > deadline) for (const pid of pids.filter(isRunning)) forceEnd(pid);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

export function isRunning(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  return stateOf(pid) !== 'Z';
}

function forceEnd(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function parents() {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(fieldsOf(name)[1] ?? -1)]);
}

function stateOf(pid) {
  return process.platform === 'linux' ? fieldsOf(pid)[0] : undefined;
}

/** State and parent; empty when it is gone. */
function fieldsOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before them may hold anything.
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return [];
    throw error;
  }
}
