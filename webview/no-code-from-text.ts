// Must be loaded before any schema is made: the page's policy forbids code made from text, and even trying it is reported.

import * as z from 'zod';

z.config({ jitless: true });
