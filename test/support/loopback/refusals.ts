// How each service says no: status and body as they were reported, in the service's own form.

import type { WireName } from './wire.ts';

export const refusalNames = [
  'overflow',
  'too-large',
  'rate-limit',
  'unauthorized',
  'forbidden',
  'not-found',
  'rejected',
  'server',
  'overloaded',
] as const;

export type RefusalName = (typeof refusalNames)[number];

export interface HttpRefusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Wording {
  readonly status: number;
  readonly anthropicType: string;
  readonly message: string;
  readonly openAiCode: string | null;
}

const wordings: Readonly<Record<RefusalName, Wording>> = {
  overflow: {
    status: 400,
    anthropicType: 'invalid_request_error',
    message: 'prompt is too long: 207791 tokens > 200000 maximum',
    openAiCode: 'context_length_exceeded',
  },
  'too-large': {
    status: 413,
    anthropicType: 'request_too_large',
    message: 'Request exceeds the maximum size',
    openAiCode: null,
  },
  'rate-limit': {
    status: 429,
    anthropicType: 'rate_limit_error',
    message: 'Too many tokens, please wait',
    openAiCode: 'rate_limit_exceeded',
  },
  unauthorized: {
    status: 401,
    anthropicType: 'authentication_error',
    message: 'invalid bearer token',
    openAiCode: 'invalid_api_key',
  },
  forbidden: {
    status: 403,
    anthropicType: 'permission_error',
    message: 'not for this key',
    openAiCode: null,
  },
  'not-found': {
    status: 404,
    anthropicType: 'not_found_error',
    message: 'model: no-such-model',
    openAiCode: 'model_not_found',
  },
  rejected: {
    status: 422,
    anthropicType: 'invalid_request_error',
    message: 'some field is wrong',
    openAiCode: 'invalid_value',
  },
  server: {
    status: 500,
    anthropicType: 'api_error',
    message: 'Internal server error',
    openAiCode: 'server_error',
  },
  overloaded: {
    status: 529,
    anthropicType: 'overloaded_error',
    message: 'Overloaded',
    openAiCode: 'server_error',
  },
};

/** What OpenAI says instead, where the words differ. */
const openAiMessages: Partial<Record<RefusalName, string>> = {
  overflow: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
};

/** A rate limit asks to wait 7 seconds. */
export function refusal(name: RefusalName, wire: WireName): HttpRefusal {
  const { status, anthropicType, message, openAiCode } = wordings[name];
  const headers: Record<string, string> = name === 'rate-limit' ? { 'retry-after': '7' } : {};
  if (wire === 'anthropic') {
    return {
      status,
      headers,
      body: { type: 'error', error: { type: anthropicType, message }, request_id: 'req_1' },
    };
  }
  const error = {
    message: openAiMessages[name] ?? message,
    type: 'invalid_request_error',
    param: null,
    code: openAiCode,
  };
  return { status, headers, body: { error } };
}

/** The answer to a body that breaks the rules of its API. */
export function violated(violations: readonly string[], wire: WireName): HttpRefusal {
  const message = violations.join('; ');
  const type = 'invalid_request_error';
  return wire === 'anthropic'
    ? { status: 400, headers: {}, body: { type: 'error', error: { type, message } } }
    : { status: 400, headers: {}, body: { error: { message, type, param: null, code: null } } };
}
