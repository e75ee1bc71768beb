// A tool the model may call: what it is called, what it takes, what it needs to be allowed, and what it does.

import type * as z from 'zod';
import type { ExecutionRender } from '../executions/render.ts';
import type { ToolSpec } from '../provider/request.ts';
import type { Artifact } from '../sessions/externalize.ts';
import type { Part } from '../transcript/parts.ts';
import type { CallPermission } from '../transcript/permission.ts';

export interface ToolCall {
  readonly callId: string;
  readonly name: string;
  /** The arguments as the model wrote them; they may not be JSON. */
  readonly input: string;
  readonly turn: number;
}

export interface FileTouch {
  /** Absolute. */
  readonly path: string;
  readonly access: 'read' | 'modified';
}

export interface ToolOutcome {
  /** Already capped: what the record keeps. Never empty. */
  readonly content: readonly Part[];
  readonly isError: boolean;
  /** Must be on disk before the record is. */
  readonly artifacts: readonly Artifact[];
  readonly touches: readonly FileTouch[];
  /** Set when the call started a command. */
  readonly execution: ExecutionRender | undefined;
  /** The todo list as it is now, when the call changed it. */
  readonly todo?: readonly TodoItem[] | undefined;
  /** To be called once the record with all of `content` is on disk: only then has the model been told. */
  readonly whenKept?: (() => void) | undefined;
  /** How the call came to be allowed, or that it was not; absent where it never came to that. */
  readonly permission?: CallPermission | undefined;
}

export interface TodoItem {
  readonly text: string;
  readonly state: 'open' | 'doing' | 'done';
}

/** What a call needs to be allowed before it runs; decided from its parsed input. */
export type PermissionNeed =
  | { readonly kind: 'none' }
  | { readonly kind: 'edit'; readonly path: string }
  /** `folder`: where it starts, an absolute real path; undefined for the first open folder. */
  | { readonly kind: 'command'; readonly command: string; readonly folder: string | undefined }
  | { readonly kind: 'outside'; readonly path: string; readonly access: PathAccess }
  /** It cannot run, whatever anybody says: nobody is asked, and the model is told why. */
  | { readonly kind: 'impossible'; readonly why: string };

/** What is done with a path outside the workspace; whoever may change it may read it too. */
export type PathAccess = 'read' | 'change';

export interface Tool<Input> {
  readonly name: string;
  /** One line for a row: the main argument of a call, such as its path. */
  readonly label: (input: Input) => string;
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** Needs a trusted workspace. */
  readonly needsTrust: boolean;
  need(input: Input, signal: AbortSignal): Promise<PermissionNeed>;
  run(input: Input, call: ToolCall, signal: AbortSignal): Promise<ToolOutcome>;
}

export type ToolProgress =
  | { readonly state: 'waiting'; readonly label: string }
  | { readonly state: 'running'; readonly label: string };

/** What the agent loop sees of all tools together. */
export interface ToolSet {
  /** Declared in every request, always in the same order. */
  readonly specs: readonly ToolSpec[];
  /**
   * Runs one call. Never throws for anything the model, the person or the system did: an unknown name, arguments that
   * are not JSON or not of the right shape, a denial and an abort all are results with `isError`, in words the model can
   * act on.
   */
  execute(
    call: ToolCall,
    progress: (progress: ToolProgress) => void,
    signal: AbortSignal,
  ): Promise<ToolOutcome>;
  /** A compaction was applied: earlier reads no longer stand in the context (design 6.9). */
  forgetReads(): void;
}
