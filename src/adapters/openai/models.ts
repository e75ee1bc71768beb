// What OpenAI's APIs demand by model and by address, and their limits for names and ids.

/** Most characters of a function's name, in both APIs. */
export const mostNameLength = 64;

/** Most characters of a call's id. */
export const mostCallIdLength = { responses: 64, chat: 40 } as const;

/**
 * Models that think, by their ids: only they may be asked for encrypted thoughts, every other refuses the question. An
 * id may carry a router's prefix (`openai/gpt-5`).
 */
export function isReasoningModel(model: string): boolean {
  const id = model.slice(model.lastIndexOf('/') + 1);
  return /^(?:o\d|gpt-(?:[5-9]|\d\d)|codex)/.test(id) && !/-chat(?:-|$)/.test(id);
}

export type ChatLimitField = 'max_tokens' | 'max_completion_tokens';

/** OpenAI's newer models refuse `max_tokens`; many compatible servers know no other field. */
export function chatLimitField(baseUrl: string): ChatLimitField {
  return /^https:\/\/(?:[^/]+\.)?openai\.(?:com|azure\.com)(?:[:/]|$)/i.test(baseUrl)
    ? 'max_completion_tokens'
    : 'max_tokens';
}
