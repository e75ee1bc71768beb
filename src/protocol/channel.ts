// One end of a conversation over postMessage: parses what comes, calls who handles it, and settles every question, with
// an answer, a refusal, or `gone` when there is nobody left to answer. What a message means belongs to messages.ts.

import * as z from 'zod';
import { reasonOf } from '../base/fail.ts';
import type { Result } from '../base/result.ts';
import { protocolVersion, type Asked, type Told } from './messages.ts';

export type Answer<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  /** Why, in words for a person. */
  | { readonly kind: 'refused'; readonly why: string }
  /** The other end is not there any more, or the caller gave up. */
  | { readonly kind: 'gone' };

export interface ChannelDeps {
  /** Of this end alone. An end that is built anew has another, so that no answer to the one before it is taken for its own. */
  readonly end: string;
  /** False when the message was not taken: whoever would read it is not there. */
  readonly post: (message: unknown) => boolean | Promise<boolean>;
  /** A message that could not be understood, told once for each. */
  readonly report: (problem: string) => void;
}

export interface Channel {
  /** Resolves to false when the message was not taken. */
  tell<Body>(message: Told<Body>, body: Body): Promise<boolean>;
  ask<Body, Value>(message: Asked<Body, Value>, body: Body, signal: AbortSignal): Promise<Answer<Value>>;
  onTold<Body>(message: Told<Body>, handler: (body: Body) => void): void;
  /** The signal aborts when the asker gave up or the channel is disposed. */
  onAsked<Body, Value>(
    message: Asked<Body, Value>,
    handler: (body: Body, signal: AbortSignal) => Promise<Result<Value, string>>,
  ): void;
  /** Takes whatever the other end posted. Never throws. */
  receive(message: unknown): void;
  /** Settles every open question with `gone`. Nothing is posted or handled afterwards. */
  dispose(): void;
}

/** What a person reads where the two ends do not understand each other; what exactly it was is reported. */
const unlike =
  'the panel and the extension do not understand each other, as after an update; run "Developer: Reload Window"';

const version = z.literal(protocolVersion);
/** The end that asked, and its own number for it: the one who answers may outlive who asked. */
const question = { segue: version, asker: z.string(), id: z.number() };
const wireSchema = z.discriminatedUnion('type', [
  z.object({ segue: version, type: z.literal('told'), name: z.string(), body: z.unknown() }),
  z.object({ ...question, type: z.literal('asked'), name: z.string(), body: z.unknown() }),
  z.object({ ...question, type: z.literal('answered'), value: z.unknown() }),
  z.object({ ...question, type: z.literal('refused'), why: z.string() }),
  z.object({ ...question, type: z.literal('given-up') }),
]);

/** Which question a message is about. */
interface Question {
  readonly asker: string;
  readonly id: number;
}

type Wire = z.infer<typeof wireSchema>;
type Unversioned<Message> = Message extends unknown ? Omit<Message, 'segue'> : never;

export function createChannel(deps: ChannelDeps): Channel {
  const told = new Map<string, (body: unknown) => void>();
  const asked = new Map<string, (question: Question, body: unknown) => Promise<void>>();
  /** Questions of ours that wait, and questions of theirs that are being answered. */
  const waiting = new Map<number, (answer: Answer<unknown>) => void>();
  const answering = new Map<string, AbortController>();
  let lastId = 0;
  let disposed = false;

  const post = async (message: Unversioned<Wire>): Promise<boolean> => {
    if (disposed) return false;
    try {
      return await deps.post({ segue: protocolVersion, ...message });
    } catch (error) {
      deps.report(`a message was not posted: ${reasonOf(error)}`);
      return false;
    }
  };

  const handleTold = (name: string, body: unknown): void => {
    const handler = told.get(name);
    if (handler === undefined) {
      deps.report(`nobody handles ${name}`);
      return;
    }
    try {
      handler(body);
    } catch (error) {
      deps.report(`handling ${name} failed: ${reasonOf(error)}`);
    }
  };

  const handleAsked = async (question: Question, name: string, body: unknown): Promise<void> => {
    const handler = asked.get(name);
    if (handler === undefined) {
      deps.report(`nobody answers ${name}`);
      await post({ type: 'refused', ...question, why: unlike });
      return;
    }
    await handler(question, body);
  };

  const settle = ({ asker, id }: Question, answer: Answer<unknown>): void => {
    if (asker === deps.end) waiting.get(id)?.(answer);
  };

  const receive = (message: unknown): void => {
    if (disposed) return;
    const wire = wireSchema.safeParse(message);
    if (!wire.success) {
      deps.report(`a message could not be read: ${firstIssue(wire.error)}`);
      return;
    }
    const { data } = wire;
    switch (data.type) {
      case 'told':
        handleTold(data.name, data.body);
        return;
      case 'asked':
        void handleAsked({ asker: data.asker, id: data.id }, data.name, data.body);
        return;
      case 'answered':
        settle(data, { kind: 'answered', value: data.value });
        return;
      case 'refused':
        settle(data, { kind: 'refused', why: data.why });
        return;
      case 'given-up':
        answering.get(keyOf(data))?.abort();
        return;
    }
  };

  return {
    tell: (message, body) => post({ type: 'told', name: message.name, body }),

    ask(message, body, signal) {
      const id = ++lastId;
      return new Promise((resolve) => {
        const giveUp = (): void => {
          void post({ type: 'given-up', asker: deps.end, id });
          finish({ kind: 'gone' });
        };
        const finish = (answer: Answer<unknown>): void => {
          if (!waiting.delete(id)) return;
          signal.removeEventListener('abort', giveUp);
          resolve(checked(message, answer, deps.report));
        };
        waiting.set(id, finish);
        if (disposed || signal.aborted) {
          finish({ kind: 'gone' });
          return;
        }
        signal.addEventListener('abort', giveUp);
        void post({ type: 'asked', asker: deps.end, id, name: message.name, body }).then((isTaken) => {
          if (!isTaken) finish({ kind: 'gone' });
        });
      });
    },

    onTold(message, handler) {
      told.set(message.name, (body) => {
        const parsed = message.body.safeParse(body);
        if (parsed.success) handler(parsed.data);
        else deps.report(`${message.name} is not valid: ${firstIssue(parsed.error)}`);
      });
    },

    onAsked(message, handler) {
      asked.set(message.name, async (question, body) => {
        const parsed = message.body.safeParse(body);
        if (!parsed.success) {
          deps.report(`${message.name} is not valid: ${firstIssue(parsed.error)}`);
          await post({ type: 'refused', ...question, why: unlike });
          return;
        }
        const controller = new AbortController();
        answering.set(keyOf(question), controller);
        try {
          const result = await handler(parsed.data, controller.signal);
          if (result.ok) await post({ type: 'answered', ...question, value: result.value });
          else await post({ type: 'refused', ...question, why: result.error });
        } catch (error) {
          deps.report(`answering ${message.name} failed: ${reasonOf(error)}`);
          await post({ type: 'refused', ...question, why: reasonOf(error) });
        } finally {
          answering.delete(keyOf(question));
        }
      });
    },

    receive,

    dispose() {
      if (disposed) return;
      for (const controller of answering.values()) controller.abort();
      for (const finish of [...waiting.values()]) finish({ kind: 'gone' });
      disposed = true;
    },
  };
}

function keyOf({ asker, id }: Question): string {
  return `${id} of ${asker}`;
}

/** An answer of another shape than promised is as good as a refusal. */
function checked<Body, Value>(
  message: Asked<Body, Value>,
  answer: Answer<unknown>,
  report: ChannelDeps['report'],
): Answer<Value> {
  if (answer.kind !== 'answered') return answer;
  const parsed = message.answer.safeParse(answer.value);
  if (parsed.success) return { kind: 'answered', value: parsed.data };
  report(`the answer to ${message.name} is not valid: ${firstIssue(parsed.error)}`);
  return { kind: 'refused', why: unlike };
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`;
}
