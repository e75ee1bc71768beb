// Waits for whoever started this program to want its end.

/**
 * Resolves with the first of Ctrl-C and a request to terminate. Later ones do nothing: npm passes on what the terminal has
 * already sent, and what was begun is to be put away all the same.
 */
export function untilSignal() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => resolve(signal));
  });
}
