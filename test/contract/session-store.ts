// What every session store promises, whatever keeps the sessions. Nothing here knows files, locks or profiles.

import { describeAppending } from './session-store-append.ts';
import type { MakeHarness } from './session-store-harness.ts';
import { describeKeeping } from './session-store-keep.ts';
import { describeOpening } from './session-store-open.ts';
import { describeRotating } from './session-store-rotate.ts';

export function describeSessionStore(name: string, make: MakeHarness): void {
  describe(`session store: ${name}`, () => {
    describeKeeping(make);
    describeAppending(make);
    describeRotating(make);
    describeOpening(make);
  });
}
