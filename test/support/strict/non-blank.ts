// Text that says something.

import * as z from 'zod';

// What either JavaScript or Python, in which the services are written, takes for white space.
const onlySpace = /^[\s\u001c-\u001f\u0085]*$/u;

/** A string with at least one character that is no white space. */
export const nonBlank = z.string().refine((text) => !onlySpace.test(text), 'must hold more than white space');

/** A string with at least one character. */
export const nonEmpty = z.string().min(1, 'must not be empty');
