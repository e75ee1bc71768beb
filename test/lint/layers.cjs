// The arrows of src/ARCHITECTURE.md. Type imports count: a type that leaks is a dependency all the same.
const { coreOrder } = require('./core-order.cjs');

const upward = coreOrder.slice(0, -1).map((folder, place) => ({
  name: `core-order-${folder}`,
  comment: `core/${folder} may import only core folders listed before it in core-order.cjs`,
  severity: 'error',
  from: { path: `^src/core/${folder}/` },
  to: { path: `^src/core/(${coreOrder.slice(place + 1).join('|')})/` },
}));

// The rooms of the host: each may import only those before it; what lies beside them, `texts.ts` and `command-ids.ts`, is
// open to all.
const hostOrder = ['rows', 'window', 'session', 'models', 'panel', 'commands'];

const upwardInHost = hostOrder.slice(0, -1).map((folder, place) => ({
  name: `host-order-${folder}`,
  severity: 'error',
  from: { path: `^src/host/${folder}/` },
  to: { path: `^src/host/(compose\\.ts$|(${hostOrder.slice(place + 1).join('|')})/)` },
}));

const vscode = '^vscode$|^node_modules/@types/vscode/';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      comment: 'A file nothing imports is dead, unless it is an entry point.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: '^src/(cli/main|extension)\\.ts$|^webview/main\\.ts$|\\.d\\.m?ts$|\\.cjs$|\\.mjs$|^test/',
      },
      to: {},
    },
    {
      name: 'no-barrels',
      comment: 'Import the file that owns the name.',
      severity: 'error',
      from: {},
      to: { path: '(^|/)index\\.ts$', pathNot: 'node_modules' },
    },
    {
      name: 'known-rings-only',
      comment: 'A file outside the rings would belong to nobody.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(base|core|protocol|adapters|host|cli)/|^src/extension\\.ts$' },
      to: {},
    },
    {
      name: 'base-imports-nothing',
      severity: 'error',
      from: { path: '^src/base/' },
      to: { pathNot: '^src/base/|^node_modules/zod/' },
    },
    {
      name: 'core-is-pure',
      comment: 'core knows base and zod; no vscode, no node:, no SDK, no outer ring.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { pathNot: '^src/(core|base)/|^node_modules/zod/' },
    },
    ...upward,
    ...upwardInHost,
    {
      name: 'core-known-folders',
      comment: 'Every core folder has its place in core-order.cjs.',
      severity: 'error',
      from: { path: '^src/core/', pathNot: `^src/core/(${coreOrder.join('|')})/` },
      to: {},
    },
    {
      name: 'adapters-look-inward',
      severity: 'error',
      from: { path: '^src/adapters/' },
      to: { path: `^src/(host|cli|protocol)/|${vscode}` },
    },
    {
      name: 'adapters-stand-alone',
      comment:
        'One adapter never imports another; composition joins them: the hosts, and what they share beside these folders.',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)/' },
      to: { path: '^src/adapters/', pathNot: '^src/adapters/$1/' },
    },
    {
      name: 'protocol-is-a-leaf',
      comment: 'Host and webview share it: it knows neither, nor the core.',
      severity: 'error',
      from: { path: '^src/protocol/' },
      to: { pathNot: '^src/(protocol|base)/|^node_modules/zod/' },
    },
    {
      name: 'webview-sees-the-protocol-only',
      comment: 'The webview draws rows: it has no path to the core, to vscode or to node.',
      severity: 'error',
      from: { path: '^webview/', pathNot: '^webview/bundle\\.mjs$' },
      to: {
        pathNot:
          '^webview/|^src/(protocol|base)/|^node_modules/(@vscode/webview-ui-toolkit|dompurify|markdown-it|zod)/',
      },
    },
    {
      name: 'one-file-knows-the-toolkit',
      comment: 'So that another kit of widgets could take its place.',
      severity: 'error',
      from: { path: '^webview/', pathNot: '^webview/toolkit\\.ts$' },
      to: { path: '^node_modules/@vscode/webview-ui-toolkit/' },
    },
    {
      name: 'only-the-host-imports-the-protocol',
      severity: 'error',
      from: { path: '^src/(core|adapters|cli)/' },
      to: { path: '^src/protocol/' },
    },
    {
      name: 'rows-know-no-vscode',
      comment: 'They are tested without an editor.',
      severity: 'error',
      from: { path: '^src/host/rows/' },
      to: { path: vscode },
    },
    {
      name: 'cli-knows-no-vscode',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: { path: `^src/host/|^webview/|${vscode}` },
    },
    {
      name: 'vscode-only-in-host',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(host/|extension\\.ts$)' },
      to: { path: vscode },
    },
    { name: 'nothing-imports-tests', severity: 'error', from: { pathNot: '^test/' }, to: { path: '^test/' } },
    {
      name: 'no-unresolved',
      comment: 'VS Code gives `vscode` to its extensions; it is no package.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^vscode$' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '^(test/lint/|esbuild\\.mjs$)' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
