// Everything that can go wrong with a request to OpenAI or a compatible server, as one of the port's failures. The only
// mapping there is: codes first, then statuses, then what broke the connection. Texts are never matched.

import type * as Sdk from 'openai';
import * as z from 'zod';
import type { ProviderFailure } from '../../core/provider/failures.ts';
import {
  connectionFailure,
  failureOfStatus,
  retryAfterSeconds,
  type StatusReport,
} from '../../core/provider/http-failures.ts';

export type OpenAiSdk = typeof Sdk;

/** What was thrown before or during an answer. Cancellation is not told apart here: the caller knows its own signal. */
export function openAiFailure(error: unknown, sdk: OpenAiSdk): ProviderFailure {
  if (error instanceof sdk.APIConnectionError) return connectionFailure(error);
  if (error instanceof sdk.APIError) {
    const { status, headers }: Thrown = error as Thrown;
    const body = bodyOf(error.error);
    const report = {
      detail: body.message ?? withoutStatus(error.message),
      retryAfterSeconds: retryAfterSeconds(headers instanceof Headers ? headers : undefined),
    };
    return refusal({ ...body, status: typeof status === 'number' ? status : undefined }, report);
  }
  if (error instanceof SyntaxError || error instanceof sdk.OpenAIError) {
    return { kind: 'malformed', detail: error.message };
  }
  return connectionFailure(error);
}

/** An error inside an answer: an event, a failed response, or the body of a success status. */
export function openAiErrorObject(value: unknown): ProviderFailure | undefined {
  if (typeof value !== 'string' && !errorObject.safeParse(value).success) return undefined;
  const body = bodyOf(value);
  return refusal(body, { detail: body.message ?? '' });
}

const word = z.union([z.string(), z.number()]).nullish().catch(undefined);
const errorObject = z.object({ code: word, type: word, message: z.string().nullish().catch(undefined) });

/** Some servers give a text where others give an object. */
function bodyOf(error: unknown): Partial<z.infer<typeof errorObject>> {
  return typeof error === 'string' ? { message: error } : (errorObject.safeParse(error).data ?? {});
}

/** Both are any to the SDK. */
interface Thrown {
  readonly status: unknown;
  readonly headers: unknown;
}

interface Refusal extends Partial<z.infer<typeof errorObject>> {
  readonly status?: number | undefined;
}

/** A code says more than the status. Without either, as inside a stream, the server is taken to have a problem. */
function refusal({ status, code, type }: Refusal, report: StatusReport): ProviderFailure {
  const words = [code, type].filter((value) => typeof value === 'string');
  if (words.some((value) => overflowCodes.has(value))) return { kind: 'overflow', detail: report.detail };
  if (words.some((value) => refusedCodes.has(value))) return { kind: 'refused', detail: report.detail };
  const number = typeof code === 'number' && code >= 400 && code < 600 ? code : undefined;
  const known = words.map((value) => statuses[value]).find((value) => value !== undefined);
  return failureOfStatus(status ?? number ?? known ?? 500, report);
}

/** OpenAI's own code, and the error type of llama.cpp's server. */
const overflowCodes: ReadonlySet<string> = new Set(['context_length_exceeded', 'exceed_context_size_error']);

const refusedCodes: ReadonlySet<string> = new Set([
  'content_filter',
  'content_policy_violation',
  'image_content_policy_violation',
  'invalid_prompt',
  'bio_policy',
]);

/** Inside a stream an error has a code or a type only; these are the statuses the same ones have as answers. */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  invalid_api_key: 401,
  authentication_error: 401,
  permission_error: 403,
  model_not_found: 404,
  not_found_error: 404,
  rate_limit_exceeded: 429,
  rate_limit_error: 429,
  insufficient_quota: 429,
  server_error: 500,
  overloaded_error: 503,
};

/** The SDK puts the status before the body in its message; the body alone is shown. */
function withoutStatus(message: string): string {
  return message.replace(/^\d{3} /, '');
}
