// Facts with their secrets masked, so that they compare with a masked summary and may be carried into one.

import type { ConversationFacts } from '../evidence/facts/facts.ts';
import type { SecretMasker } from '../evidence/secrets.ts';

export async function maskedFacts(
  facts: ConversationFacts,
  masker: SecretMasker,
  signal: AbortSignal,
): Promise<ConversationFacts> {
  const mask = async (text: string): Promise<string> => (await masker.mask(text, signal)).text;
  const maskAll = async (texts: readonly string[]): Promise<readonly string[]> => {
    const masked: string[] = [];
    for (const text of texts) masked.push(await mask(text));
    return masked;
  };
  const { failedCommand, trailingRequest } = facts;
  return {
    constraints: await maskAll(facts.constraints),
    changedPaths: await maskAll(facts.changedPaths),
    failedCommand:
      failedCommand === null
        ? null
        : { command: await mask(failedCommand.command), error: await mask(failedCommand.error) },
    trailingRequest: trailingRequest === null ? null : await mask(trailingRequest),
    earlierRequests: await maskAll(facts.earlierRequests),
    openTurn: facts.openTurn,
    openRequests: facts.openRequests,
  };
}
