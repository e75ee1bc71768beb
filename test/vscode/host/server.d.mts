export interface ServerOptions {
  readonly extensions?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly userData?: string;
  readonly canRunTests?: boolean;
  readonly trusts?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly port?: number;
}

export interface Server {
  /** Without a slash at the end. */
  readonly url: string;
  /** Its data, gone after `close`. */
  readonly folder: string;
  readonly pid: number;
  /** What it printed so far. */
  log(): string;
  close(): Promise<void>;
}

export interface WorkbenchPlace {
  readonly folder?: string;
  readonly developmentPath?: string;
  readonly testsPath?: string;
}

export function startServer(options?: ServerOptions): Promise<Server>;
export function workbenchUrl(base: string, place?: WorkbenchPlace): string;
