// What a first compaction of each real conversation must come to: whether default limits leave anything to summarise,
// and which facts there are that a summary of everything must hold.

export interface ExpectedCompaction {
  readonly name: string;
  /** Of the turns there are, those that default limits keep; null where they leave nothing to summarise. */
  readonly kept: readonly [kept: number, total: number] | null;
  /** Facts in the active segment as it was imported. */
  readonly changedPaths: number;
  readonly rules: number;
  /** How the last failing command begins. */
  readonly failing: string | null;
  /** Whether it ends in a request without an answer. */
  readonly open: boolean;
}

const silent = { changedPaths: 0, rules: 0, failing: null, open: false };

export const expectedCompactions: readonly ExpectedCompaction[] = [
  { ...silent, name: '01', kept: [2, 2], changedPaths: 12 },
  { ...silent, name: '02', kept: null, rules: 9 },
  { ...silent, name: '03', kept: [2, 7], changedPaths: 3, rules: 1, failing: 'python3 -c "import cupy;' },
  { ...silent, name: '04', kept: [0, 0] },
  { ...silent, name: '05', kept: null, changedPaths: 1 },
  { ...silent, name: '06', kept: null },
  { ...silent, name: '07', kept: [2, 7], changedPaths: 6, failing: 'which convert ||', open: true },
  {
    ...silent,
    name: '08',
    kept: [2, 88],
    changedPaths: 23,
    rules: 7,
    failing: 'cd /Users/devalpha/workspaces/pi-mono',
  },
  { ...silent, name: '09', kept: [2, 13], changedPaths: 8, failing: 'git commit -m' },
  { ...silent, name: '13', kept: null, changedPaths: 1 },
  { ...silent, name: '14.1', kept: [2, 11], open: true },
  { ...silent, name: '14.2', kept: [2, 8], open: true },
  { ...silent, name: '14.3', kept: [2, 8], open: true },
  { ...silent, name: '14.4', kept: [2, 4], rules: 1, open: true },
  { ...silent, name: '14.5', kept: [2, 10], open: true },
  { ...silent, name: '14.6', kept: [2, 11], rules: 1, open: true },
  { ...silent, name: '14.7', kept: [2, 8], rules: 1, open: true },
  { ...silent, name: '14.8', kept: [2, 11], rules: 1, open: true },
  { ...silent, name: '14.9', kept: [2, 5], open: true },
  { ...silent, name: '14.10', kept: [2, 9], open: true },
  { ...silent, name: '14.11', kept: [2, 3], open: true },
  { ...silent, name: '14.12', kept: [2, 13], rules: 1, open: true },
];
