// The formats a conversation is exported in (design 7).

/** In the order in which help names them. */
export const exportFormats = ['claude-code', 'openai', 'markdown'] as const;

/** One of them. */
export type ExportFormat = (typeof exportFormats)[number];
