// The arguments of a call as they grow piece by piece, and how long they may become.

/**
 * UTF-16 units of the arguments of one call. No model writes that much in one answer: the largest answers have 128,000
 * tokens, well under 1 MB of text. So much can be parsed and counted without anybody noticing.
 */
export const longestInput = 2 * 1024 * 1024;

/** What is beyond the longest input is dropped but for a beginning, by which it is seen to be too long. */
export function grownInput(input: string, piece: string): string {
  return input.length > longestInput ? input : input + piece.slice(0, longestInput + 1 - input.length);
}
