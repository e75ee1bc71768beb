// Waits for something that cannot be seen on the screen.

const pollMs = 50;

/** Resolves once the condition holds. The test runs into its time limit when that never happens. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, pollMs));
}
