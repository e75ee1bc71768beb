// Where the conversations of an OpenAI messages file are: a list of messages, an object that holds one, a list of such
// objects, or any of these one a line.

import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';

/** Keys under which a list of messages is found, in the order they are tried. */
const messageKeys = ['messages', 'traj', 'conversation', 'history'];

const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

export interface FoundConversation {
  readonly messages: readonly { readonly message: Json; readonly line: number }[];
  /** What stands beside the messages. */
  readonly beside: JsonObject | undefined;
  readonly line: number;
}

/** True for an object with a role of the Chat Completions API. */
export function isMessage(value: Json): value is JsonObject {
  return isJsonObject(value) && typeof value['role'] === 'string' && roles.has(value['role']);
}

/** The conversations of one JSON value; none when it holds no messages. `line` is where it stands, 0 in a whole file. */
export function conversationsIn(value: Json, line: number): readonly FoundConversation[] {
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    if (isMessageList(list)) return [found(list, undefined, line)];
    return list.flatMap((item) =>
      Array.isArray(item) || isJsonObject(item) ? conversationsIn(item, line) : [],
    );
  }
  if (!isJsonObject(value)) return [];
  const key = messageKeys.find((name) => isMessageList(value[name]));
  if (key === undefined) return [];
  const { [key]: messages, ...beside } = value;
  return [found(messages as readonly Json[], Object.keys(beside).length === 0 ? undefined : beside, line)];
}

/** A list counts when it has a message and nearly everything in it is one. */
function isMessageList(value: Json | undefined): boolean {
  if (!Array.isArray(value)) return false;
  const list = value as readonly Json[];
  return list.length > 0 && list.filter(isMessage).length * 2 > list.length;
}

function found(messages: readonly Json[], beside: JsonObject | undefined, line: number): FoundConversation {
  return { messages: messages.map((message) => ({ message, line })), beside, line };
}
