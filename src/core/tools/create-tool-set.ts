// All tools together as the loop sees them: from a call of the model to its one result, past everything that may stand
// in between. What a tool does is its own; whether it may is decided here.

import { isAborted } from '../../base/abort.ts';
import { ok, err, type Result } from '../../base/result.ts';
import type { Sha256 } from '../../base/sha256.ts';
import type { CallPermission } from '../transcript/permission.ts';
import type { AnyTool, PreparedCall } from './any-tool.ts';
import { stoppedText } from './fault-texts.ts';
import { nearestNames } from './nearest.ts';
import { capped, refusal } from './outcomes.ts';
import type { PermissionDecision, PermissionMode, Permissions } from './permissions.ts';
import type { EditAnswer, Person } from './person.ts';
import type { ReadMemory } from './read-memory.ts';
import type { ToolCall, ToolOutcome, ToolProgress, ToolSet } from './tool.ts';

export interface ToolSetDeps {
  /** In the order they are declared. They ask through the person given here, so that a call that waits says so. */
  readonly tools: (person: Person) => readonly AnyTool[];
  readonly person: Person;
  readonly permissions: Permissions;
  readonly memory: ReadMemory;
  readonly sha256: Sha256;
  /** Asked at every call: both may change while a turn runs. */
  readonly trusted: () => boolean;
  readonly mode: () => PermissionMode;
}

type Progress = (progress: ToolProgress) => void;

export function createToolSet(deps: ToolSetDeps): ToolSet {
  const waiting = new WaitingPerson(deps.person);
  const tools = new Map(deps.tools(waiting).map((tool) => [tool.spec.name, tool]));
  const execute = async (call: ToolCall, progress: Progress, signal: AbortSignal): Promise<ToolOutcome> => {
    const prepared = prepare(call, tools, deps);
    if (!prepared.ok) return refusal(prepared.error);
    if (isAborted(signal)) return refusal(stoppedText);
    const { label } = prepared.value;
    waiting.follow(call.callId, (state) => progress({ state, label }));
    try {
      const allowed = await permit(prepared.value, call, { ...deps, person: waiting }, signal);
      const outcome = allowed.ok
        ? await running(prepared.value, label, progress, signal)
        : refusal(allowed.error);
      const told = capped(wasCutShort(outcome, signal) ? refusal(stoppedText) : outcome, deps.sha256);
      // What the person themselves said tells more than what spared them another question.
      const unasked = allowed.ok ? (outcome.permission ?? allowed.value) : undefined;
      return { ...told, permission: waiting.decision(call.callId) ?? unasked };
    } finally {
      waiting.leave(call.callId);
      deps.permissions.forgetCall(call.callId);
    }
  };
  return {
    specs: [...tools.values()].map(({ spec }) => spec),
    execute,
    forgetReads: () => deps.memory.forgetReads(),
  };
}

function prepare(
  call: ToolCall,
  tools: ReadonlyMap<string, AnyTool>,
  deps: ToolSetDeps,
): Result<PreparedCall, string> {
  const tool = tools.get(call.name);
  if (tool === undefined) return err(unknownTool(call.name, [...tools.keys()]));
  if (tool.needsTrust && !deps.trusted()) {
    return err(
      `${call.name} is off: the person has not said that they trust this workspace. Tell them, and go on without it.`,
    );
  }
  return tool.prepare(call);
}

function unknownTool(name: string, names: readonly string[]): string {
  const near = nearestNames(name, names);
  const meant = near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : '';
  return `There is no tool ${JSON.stringify(name)}. ${meant}The tools are ${names.join(', ')}.`;
}

/** What allowed a call without a question; undefined where the person was asked, or will be. */
type Unasked = Extract<PermissionDecision, { kind: 'allow' }>['by'];

async function permit(
  prepared: PreparedCall,
  call: ToolCall,
  { permissions, person, mode }: ToolSetDeps,
  signal: AbortSignal,
): Promise<Result<Unasked, string>> {
  const decision = permissions.decide(await prepared.need(signal), mode());
  if (decision.kind === 'allow') return ok(decision.by);
  if (decision.kind === 'refuse') return err(decision.why);
  const { question, rule } = decision;
  const answered = await person.permit({ callId: call.callId, ...question }, signal);
  if (answered.answer === 'nobody')
    return err(
      `This was not done (${question.subject}): it needs a permission, and nobody can be asked here; ${answered.instead}. Do not try it in another way: go on without it, or say at the end what was left undone.`,
    );
  if (answered.answer === 'deny') {
    const why = answered.why === undefined ? '' : ` They say: ${answered.why}`;
    return err(`The person did not allow this (${question.subject}). Do not try it in another way.${why}`);
  }
  if (answered.answer === 'always') await permissions.remember(rule);
  if (question.what !== 'command')
    permissions.allowOnce(call.callId, { path: question.subject, access: question.what });
  return ok(undefined);
}

function running(
  prepared: PreparedCall,
  label: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  progress({ state: 'running', label });
  return prepared.run(signal);
}

function decisionOf(given: EditAnswer): CallPermission {
  if (given.answer === 'accept') return given.always === true ? 'always' : 'accepted';
  return given.answer === 'reject' ? 'rejected' : 'nobody';
}

/** A call that failed while it was being stopped has nothing else to tell, unless it did something. */
function wasCutShort(outcome: ToolOutcome, signal: AbortSignal): boolean {
  const didNothing = outcome.execution === undefined && outcome.touches.length === 0;
  return isAborted(signal) && outcome.isError && didNothing;
}

/** The person, who is seen to be waited for while they are, and what they last decided about each call. */
class WaitingPerson implements Person {
  private readonly person: Person;
  private readonly followers = new Map<string, (state: ToolProgress['state']) => void>();
  private readonly decisions = new Map<string, CallPermission>();

  constructor(person: Person) {
    this.person = person;
  }

  follow(callId: string, tell: (state: ToolProgress['state']) => void): void {
    this.followers.set(callId, tell);
  }

  leave(callId: string): void {
    this.followers.delete(callId);
    this.decisions.delete(callId);
  }

  decision(callId: string): CallPermission | undefined {
    return this.decisions.get(callId);
  }

  permit: Person['permit'] = async (question, signal) => {
    const { callId } = question;
    const given = await this.waited(callId, () => this.person.permit(question, signal));
    const decisions = { allow: 'allowed', always: 'always', deny: 'denied', nobody: 'nobody' } as const;
    this.decided(callId, decisions[given.answer], signal);
    return given;
  };

  review: Person['review'] = async (review, signal) => {
    const { callId } = review;
    const given = await this.waited(callId, () => this.person.review(review, signal));
    this.decided(callId, decisionOf(given), signal);
    return given;
  };

  ask: Person['ask'] = (question, signal) =>
    this.waited(question.callId, () => this.person.ask(question, signal));

  /** A question that was withdrawn was answered by nobody. */
  private decided(callId: string, decision: CallPermission, signal: AbortSignal): void {
    if (!isAborted(signal)) this.decisions.set(callId, decision);
  }

  private async waited<Answer>(callId: string, wait: () => Promise<Answer>): Promise<Answer> {
    this.followers.get(callId)?.('waiting');
    const answer = await wait();
    this.followers.get(callId)?.('running');
    return answer;
  }
}
