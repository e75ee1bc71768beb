// Where a rule of secretlint's recommended preset could find something. Every match of such a rule holds one of these
// openings, and what the pattern says from there on; a piece without any has no need of the preset. Derived from the
// patterns of preset 11.7.1: a test keeps the list of rules and a sample of each of their patterns.

export interface PresetOpening {
  /** The rule's id, without what all of them begin with. */
  readonly rule: string;
  readonly openings: readonly string[];
  /** Sticky, tried where an opening stands. Every match of the rule fulfils it. */
  readonly pattern?: RegExp;
}

const accessKeyNames = ['ACCESS', 'access', 'Access'].flatMap((access) =>
  ['', '_'].flatMap((join) => ['KEY', 'key', 'Key'].map((key) => access + join + key)),
);

const address = /:\/\/(?:[^:/\s]{1,256}:[^@/\s]{1,256}@|hooks\.slack\.com\/services\/)/iy;

export const presetOpenings: readonly PresetOpening[] = [
  {
    rule: 'aws',
    openings: accessKeyNames,
    pattern: /access_?key["']?\s*(?::|=>|=)\s*["']?[A-Za-z0-9/+=]{40}/iy,
  },
  { rule: 'privatekey', openings: ['-----BEGIN'] },
  { rule: 'npm', openings: ['npm_'], pattern: /npm_[A-Za-z0-9_]{36}/y },
  { rule: 'npm', openings: [':x-oauth-basic@'] },
  { rule: 'basicauth', openings: ['://'], pattern: address },
  { rule: 'database-connection-string', openings: ['://'], pattern: address },
  { rule: 'slack', openings: ['://'], pattern: address },
  {
    rule: 'slack',
    openings: ['xoxb-', 'xoxp-', 'xapp-', 'xoxa-', 'xoxo-', 'xoxr-'],
    pattern: /x...-[A-Za-z0-9]{1,40}-/y,
  },
  { rule: 'sendgrid', openings: ['SG.'], pattern: /SG\.\w{1,128}\.\w/y },
  {
    rule: 'shopify',
    openings: ['shppa_', 'shpca_', 'shpat_', 'shpss_'],
    pattern: /shp.._[A-Za-z0-9]{32}/y,
  },
  { rule: 'github', openings: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], pattern: /gh._[A-Za-z0-9_]{36}/y },
  { rule: 'github', openings: ['github_pat_'] },
  {
    rule: 'openai',
    openings: ['sk-'],
    pattern: /sk-(?:(?:proj|svcacct|admin)-[A-Za-z0-9_-]{58}|[A-Za-z0-9]{20}T3BlbkFJ)/y,
  },
  { rule: 'anthropic', openings: ['sk-'], pattern: /sk-ant-api0\d-[A-Za-z0-9_-]{90}/y },
  { rule: 'linear', openings: ['lin_api_'] },
  { rule: '1password', openings: ['ops_ey'] },
];

/**
 * The rules that are switched off: `gcp` judges whole files by their name and looks for them on disk, `filter-comments`
 * lets a text switch the others off.
 */
export const unusedPresetRules: readonly string[] = ['gcp', 'filter-comments'];

export const presetRulePrefix = '@secretlint/secretlint-rule-';
