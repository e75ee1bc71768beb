// What the window says when the host cannot be loaded; apart from its other texts, which are loaded with it.

export const loadingTexts = {
  failed: (why: string): string =>
    `Segue could not be started: ${why}. Your conversations are untouched. Try again, and if it stays so, install the extension anew.`,
  tryAgain: 'Try again',
} as const;
