// Strays: what a command has started outside of its group, by making a session of its own for example. They are known by
// a mark in their environment and as children of what is known, and by nothing else: nobody's process is guessed at.

import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** The environment variable that holds the mark of each command a process was started by, the outermost first. */
export const markName = 'SEGUE_EXECUTION';

/**
 * Shell functions. `strays` prints `id:start` of every living process that carries `$mark`, descends from one of
 * `$groups`, or is or descends from one of `$known` (as printed before); those in the groups are not printed. Without
 * /proc marks cannot be read, and only descendants are known.
 */
export const strayFunctions = `
marked() {
  [ -d /proc/self ] && grep -lsF -e "$mark" /proc/[0-9]*/environ
}
living() {
  if [ -r /proc/self/stat ]; then cat /proc/[0-9]*/stat
  else ps -axo pid=,stat=,ppid=,pgid=
  fi
}
strays() {
  # No argument has room for many.
  { printf 'known %s\\n' $known; marked; living; } 2>/dev/null | awk -v groups="$groups" '
    BEGIN {
      split(groups, list, " "); for (at in list) inGroups[list[at]] = 1
    }
    /^known / { isKnown[$2] = 1; next }
    /^\\/proc\\// { split($0, parts, "/"); isMarked[parts[3]] = 1; next }
    {
      sub(/ \\(.*\\) /, " ")
      if ($2 ~ /^[ZX]/) next
      parent[$1] = $3; group[$1] = $4; start[$1] = $21
      if (($4 in inGroups) || ($1 in isMarked) || (($1 ":" $21) in isKnown)) ours[$1] = 1
    }
    END {
      do {
        more = 0
        for (one in parent) if (!(one in ours) && (parent[one] in ours)) { ours[one] = 1; more = 1 }
      } while (more)
      for (one in ours) if ((one in parent) && !(group[one] in inGroups)) print one ":" start[one]
    }'
}
`;

const look = `mark=$1 groups=$2
read -r known
${strayFunctions}
strays`;
/** A look at every process of a busy system takes a small part of it. */
const mostLookMs = 2000;
/** How long what was asked to end is given. */
const patienceMs = 300;
const mostRounds = 10;

interface Sight {
  readonly found: readonly string[];
  /** False for a look that failed or took too long: there may be more. */
  readonly isWhole: boolean;
}

export class Strays {
  private readonly mark: string;
  /** Each as `id:start`, whoever found it. */
  private readonly known = new Set<string>();
  private readonly asked = new Set<string>();

  /** `mark` is unique to the command. */
  constructor(mark: string) {
    this.mark = mark;
  }

  /** Those that live now. `group` is that of the command while it is there: some are known by a parent in it alone. */
  async look(group: number | undefined): Promise<readonly string[]> {
    return (await this.sight(group)).found;
  }

  /** Asks those not asked yet to end, or ends all. */
  end(how: 'ask' | 'force', found: readonly string[]): void {
    for (const stray of found) {
      const id = Number(stray.split(':', 1)[0]);
      if (how === 'force') signal(id, 'SIGKILL');
      else if (!this.asked.has(stray)) {
        this.asked.add(stray);
        signal(id, 'SIGTERM');
        // One that is stopped hears of nothing but this.
        signal(id, 'SIGCONT');
      }
    }
  }

  /** For a command whose group is gone: asks, then forces, and looks again for what was started meanwhile. */
  async endAll(): Promise<void> {
    for (let round = 0; round < mostRounds; round++) {
      const { found, isWhole } = await this.sight(undefined);
      if (isWhole && found.length === 0) return;
      this.end(round === 0 ? 'ask' : 'force', found);
      // A host that ends meanwhile leaves the rest to its guard.
      await delay(patienceMs, undefined, { ref: false });
    }
  }

  private async sight(group: number | undefined): Promise<Sight> {
    const sight = await this.find(group);
    for (const stray of sight.found) this.known.add(stray);
    return sight;
  }

  /** On Windows there is nothing to find. */
  private async find(group: number | undefined): Promise<Sight> {
    if (process.platform === 'win32') return { found: [], isWhole: true };
    const words = ['-c', look, 'segue', this.mark, String(group ?? '')];
    return new Promise((resolve) => {
      const child = execFile('/bin/sh', words, { timeout: mostLookMs }, (error, text) =>
        resolve({
          found: text.split('\n').filter((line) => /^[1-9]\d*:\d*$/.test(line)),
          isWhole: error === null,
        }),
      );
      // One that ended early is told of by its exit.
      child.stdin?.on('error', () => child.stdin?.destroy());
      child.stdin?.end(`${[...this.known].join(' ')}\n`);
    });
  }
}

/** One that is gone already, or has become another user's, is left. */
function signal(id: number, name: NodeJS.Signals): void {
  try {
    process.kill(id, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
