// The judge of Anthropic Messages requests: an independent reading of the SDK's types and the service's documented
// rules, sharing nothing with the code it judges. Where a rule depends on the model or a limit was documented in
// several values, the strictest holds and the file that owns the rule says so.

import { anthropicBody } from './anthropic/body.ts';
import { cacheMarkViolations } from './anthropic/cache-marks.ts';
import { imageViolations } from './anthropic/images.ts';
import { resultViolations } from './anthropic/results.ts';
import { roleViolations } from './anthropic/roles.ts';
import { thinkingViolations } from './anthropic/thinking.ts';
import { toolViolations } from './anthropic/tools.ts';
import { asSent } from './as-sent.ts';
import { violation } from './place.ts';
import { shaped } from './shape.ts';

const mostBytes = 32_000_000;

/**
 * What the service would refuse in this body, each with its place; empty when it would accept it. While fields are
 * missing, unknown or of the wrong type only those are listed: the other rules need a body of the right shape.
 */
export function checkAnthropic(body: unknown): string[] {
  const sent = asSent(body);
  if (sent.value === undefined) return sent.violations;
  const parsed = shaped(anthropicBody, sent.value, []);
  if (!parsed.ok) return [...sent.violations, ...parsed.violations];
  const { value } = parsed;
  return [
    ...sent.violations,
    ...(sent.bytes > mostBytes
      ? [violation([], `has ${sent.bytes} bytes, at most ${mostBytes} are taken`)]
      : []),
    ...roleViolations(value.messages),
    ...resultViolations(value.messages),
    ...thinkingViolations(value),
    ...cacheMarkViolations(value),
    ...imageViolations(value.messages),
    ...toolViolations(value),
  ];
}
