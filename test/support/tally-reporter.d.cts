import type { reporters } from 'mocha';

declare class TallyReporter extends reporters.Base {}
export = TallyReporter;
