// What the command line takes from the process it runs in, so that tests can run commands without one.

export interface CliHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Relative paths are taken from here. */
  readonly cwd: string;
  /** The folder of the installed program: prompts and the program's other files are below it. */
  readonly home: string;
  readonly version: string;
  /** How the person calls this program, for commands they are shown: `segue`, or what a script says of itself. */
  readonly program: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether a person watches standard error: only then is progress shown. */
  readonly watched: boolean;
  /** Columns of the terminal that is watched, now; 80 where that is not known. */
  readonly columns?: number | undefined;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
}
