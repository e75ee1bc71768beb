// A search looks at what can be read and at nothing else: what is gone by now, or closed to us, is left out.

/** Undefined where the system refuses, whatever its reason. What is wrong with our own code still throws. */
export async function ifReadable<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
