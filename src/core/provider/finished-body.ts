// The last step of every encoding: the limits of the finished body, in whatever words its wire has for them.

import type { Result } from '../../base/result.ts';
import { applyOutputCeiling } from './output-ceiling.ts';
import type { ChatRequest } from './request.ts';

/** The body with no limit above the request's ceiling, or what is wrong with a limit it has (behaviour 6.20). */
export function finishedBody<Body extends object>(body: Body, request: ChatRequest): Result<Body, string> {
  return applyOutputCeiling(body, request.outputCeiling ?? Infinity);
}

/** The body for people to see: as it would be sent or, where it cannot be sent, as it was encoded. */
export function shownBody<Body extends object>(body: Body, request: ChatRequest): Body {
  const finished = finishedBody(body, request);
  return finished.ok ? finished.value : body;
}
