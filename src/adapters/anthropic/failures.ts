// Everything that can go wrong with a Messages request, as one of the port's failures. The only mapping there is:
// statuses, error types inside a stream, broken connections, and the texts by which an overflow is known.

import type * as Sdk from '@anthropic-ai/sdk';
import * as z from 'zod';
import type { ProviderFailure } from '../../core/provider/failures.ts';
import {
  connectionFailure,
  failureOfStatus,
  retryAfterSeconds,
  type StatusReport,
} from '../../core/provider/http-failures.ts';

export type AnthropicSdk = typeof Sdk;

/** What was thrown before or during an answer. Cancellation is not told apart here: the caller knows its own signal. */
export function anthropicFailure(error: unknown, sdk: AnthropicSdk): ProviderFailure {
  if (error instanceof sdk.APIConnectionError) return connectionFailure(error);
  if (error instanceof sdk.APIError) {
    const { status, headers }: Thrown = error as Thrown;
    const report = {
      detail: error.apiMessage ?? textOf(error.error) ?? withoutStatus(error.message),
      retryAfterSeconds: retryAfterSeconds(headers instanceof Headers ? headers : undefined),
    };
    return refusal(typeof status === 'number' ? status : statusOfType(error.type), report);
  }
  if (error instanceof SyntaxError || error instanceof sdk.AnthropicError) {
    return { kind: 'malformed', detail: error.message };
  }
  return connectionFailure(error);
}

/** Both are any to the SDK. */
interface Thrown {
  readonly status: unknown;
  readonly headers: unknown;
}

/** An error body that came with a success status. */
export function anthropicErrorBody(value: unknown): ProviderFailure | undefined {
  const parsed = errorBody.safeParse(value);
  if (!parsed.success) return undefined;
  const { type, message } = parsed.data.error;
  return refusal(statusOfType(type), { detail: message ?? type ?? '' });
}

const errorBody = z.object({
  error: z.object({ type: z.string().nullish(), message: z.string().nullish() }),
});

/**
 * The service has no code for an overflow (protocols 4.3), so its texts are matched, here and nowhere else, and only in
 * a 400. A text that changes becomes `rejected`, which is handled the same and shown with the provider's words.
 */
const overflowTexts = /prompt is too long|exceeds? (?:the )?context limit|context window/i;

function refusal(status: number, report: StatusReport): ProviderFailure {
  if (status === 400 && overflowTexts.test(report.detail)) return { kind: 'overflow', detail: report.detail };
  return failureOfStatus(status, report);
}

/** Inside a stream an error carries its type only; these are the statuses the same types have as answers. */
function statusOfType(type: string | null | undefined): number {
  return (typeof type === 'string' ? statuses[type] : undefined) ?? 500;
}

const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

function textOf(body: unknown): string | undefined {
  return typeof body === 'string' ? body : undefined;
}

/** The SDK puts the status before the body in its message; the body alone is shown. */
function withoutStatus(message: string): string {
  return message.replace(/^\d{3} /, '');
}
