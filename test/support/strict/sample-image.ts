// A whole image that both providers take, for bodies that need one.

/** One grey pixel: PNG, base64. */
export const samplePng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
