// The port to the person while a tool waits for them. Hosts show a question; the command line answers by rule.

import type { PathAccess } from './tool.ts';

export interface PermissionQuestion {
  readonly callId: string;
  /** `command`: a command runs. `read`, `change`: that is done with a path outside the workspace. */
  readonly what: 'command' | PathAccess;
  /** The command line, or the absolute path. */
  readonly subject: string;
  /** What "always" would remember, in the person's words; absent where nothing can be remembered. */
  readonly rule: string | undefined;
}

/** Nobody is there to decide. `instead` is a clause that says how it could be allowed. */
export interface NobodyDecides {
  readonly answer: 'nobody';
  readonly instead: string;
}

export type PermissionAnswer =
  | NobodyDecides
  | { readonly answer: 'allow' }
  | { readonly answer: 'always' }
  | { readonly answer: 'deny'; readonly why: string | undefined };

export interface EditReview {
  readonly callId: string;
  /** Absolute. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly isNew: boolean;
  /** What accepting for good would remember, in the person's words; absent where nothing can be remembered. */
  readonly rule: string | undefined;
}

export type EditAnswer =
  | NobodyDecides
  /** `content` is what is to be written: the proposal, or what the person made of it. `always` remembers the rule. */
  | { readonly answer: 'accept'; readonly content: string; readonly always?: boolean | undefined }
  | { readonly answer: 'reject'; readonly why: string | undefined };

export interface PersonQuestion {
  readonly callId: string;
  readonly question: string;
  readonly options: readonly string[];
}

export type PersonAnswer =
  { readonly answer: 'said'; readonly text: string } | { readonly answer: 'nobody'; readonly why: string };

/** Every method resolves once the signal aborts, with a denial, a rejection or nobody. */
export interface Person {
  permit(question: PermissionQuestion, signal: AbortSignal): Promise<PermissionAnswer>;
  review(review: EditReview, signal: AbortSignal): Promise<EditAnswer>;
  ask(question: PersonQuestion, signal: AbortSignal): Promise<PersonAnswer>;
}
