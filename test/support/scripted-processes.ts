// Processes that do what a test tells them, and note what they were asked.

import type {
  ProcessCommand,
  ProcessEnd,
  ProcessListener,
  ProcessRunner,
} from '../../src/core/executions/process.ts';

class ScriptedProcess {
  readonly command: ProcessCommand;
  readonly stops: ('ask' | 'force')[] = [];
  /** Called with each stop. */
  onStop: (how: 'ask' | 'force') => void = () => undefined;
  private readonly listener: ProcessListener;

  constructor(command: ProcessCommand, listener: ProcessListener) {
    this.command = command;
    this.listener = listener;
  }

  prints(text: string, skipped = 0): void {
    this.listener.output(text, skipped);
  }

  ends(end: ProcessEnd | number = 0): void {
    this.listener.ended(typeof end === 'number' ? { kind: 'exited', code: end } : end);
  }

  /** Ends by a signal as soon as it is stopped this way. */
  endsWhen(how: 'ask' | 'force'): void {
    this.onStop = (asked) => {
      if (asked === how) this.ends({ kind: 'signalled', signal: how === 'ask' ? 'SIGTERM' : 'SIGKILL' });
    };
  }
}

export class ScriptedProcesses implements ProcessRunner {
  readonly started: ScriptedProcess[] = [];
  /** Called with each process as it starts. */
  onStart: (process: ScriptedProcess) => void = () => undefined;

  start(command: ProcessCommand, listener: ProcessListener): { stop(how: 'ask' | 'force'): void } {
    const process = new ScriptedProcess(command, listener);
    this.started.push(process);
    this.onStart(process);
    return {
      stop: (how) => {
        process.stops.push(how);
        process.onStop(how);
      },
    };
  }

  get last(): ScriptedProcess {
    const process = this.started.at(-1);
    if (process === undefined) throw new Error('No process was started');
    return process;
  }
}
