// Ends the groups of a host that ended without a chance to do it itself, killed for example, and whatever else its commands
// have left. A small process waits for the other end of a pipe to close, which the system does whatever happens to the host.

import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { strayFunctions } from './strays.ts';

/**
 * Keeps the groups that are alive; at the end of its input it ends them and every stray of its host: asks, then forces,
 * and looks a few times more for what was started meanwhile.
 */
const watch = `
mark=$1 groups= known=
${strayFunctions}
while read -r word group; do
  case $word in
    add) groups="$groups $group" ;;
    del) rest=
      for one in $groups; do [ "$one" = "$group" ] || rest="$rest $one"; done
      groups=$rest ;;
  esac
done
ask() { for one in $groups; do kill -TERM "-$one"; kill -CONT "-$one"; done; }
force() { for one in $groups; do kill -KILL "-$one"; done; groups=; }
# A look takes its time on a busy machine, and some strays are only found while their parents live: until then the
# groups stand still.
for one in $groups; do kill -STOP "-$one"; done
known=$(strays)
ask
[ -z "$groups$known" ] && exit
for one in $known; do kill -TERM "\${one%%:*}"; kill -CONT "\${one%%:*}"; done
sleep 0.3
force
for round in 1 2 3 4 5; do
  found=$(strays)
  [ -z "$found" ] && [ "$round" -gt 1 ] && exit
  for one in $found; do kill -KILL "\${one%%:*}"; done
  known="$known $found"
done
`;

/** Started with the first group, in a session of its own, so that what ends the host does not end it. */
export class GroupGuard {
  private readonly mark: string;
  private child: ChildProcess | undefined;
  private readonly groups = new Set<number>();

  /** `mark` begins the mark of each command of this host, and of no other. */
  constructor(mark: string) {
    this.mark = mark;
  }

  add(leader: number): void {
    this.groups.add(leader);
    if (process.platform === 'win32') return;
    if (this.child === undefined) this.begin();
    else this.tell('add', leader);
  }

  remove(leader: number): void {
    this.groups.delete(leader);
    this.tell('del', leader);
  }

  private begin(): void {
    const child = spawn('/bin/sh', ['-c', watch, 'segue', this.mark], {
      ...{ detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
    });
    this.child = child;
    const gone = (): void => {
      if (this.child === child) this.child = undefined;
    };
    // Without a guard commands run all the same: only a killed host would leave them behind.
    child.on('error', gone);
    child.on('exit', gone);
    child.stdin.on('error', gone);
    child.unref();
    if (child.stdin instanceof Socket) child.stdin.unref();
    for (const leader of this.groups) this.tell('add', leader);
  }

  private tell(word: 'add' | 'del', leader: number): void {
    this.child?.stdin?.write(`${word} ${leader}\n`);
  }
}
