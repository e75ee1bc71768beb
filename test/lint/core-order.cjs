// The order of the core folders: each may import only those before it.
module.exports.coreOrder = [
  'settings',
  'transcript',
  'models',
  'provider',
  'tokens',
  'evidence',
  'summary',
  'sessions',
  'import',
  'export',
  'hooks',
  'telemetry',
  'compaction',
  'agent',
  'diagnostics',
];
