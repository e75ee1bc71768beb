// Something that takes time to make and is shared by whoever asks for it.

/** Makes it with the first call, for all that follow. An attempt that failed is forgotten: the next call tries again. */
export function madeOnce<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
