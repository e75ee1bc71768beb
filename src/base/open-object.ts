// Objects that keep fields they do not know. Written by a newer version, read by an older one, nothing is lost.

import * as z from 'zod';

/** Like `z.looseObject`, but typed by its known fields only: a typo in a field name still does not compile. */
export function openObject<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return z.looseObject(shape);
}
