// Lint rules. The rings of src/ARCHITECTURE.md are guarded twice: by the arrows in layers.cjs and, for globals, here.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Named exports only: a name is found by search, a default is not.',
};

/** Of functions and methods, and of the types of both. */
const noBooleanParameter = [
  ':matches(:function, TSDeclareFunction, TSEmptyBodyFunctionExpression, TSFunctionType, TSMethodSignature) > Identifier.params > TSTypeAnnotation > TSBooleanKeyword',
  ':function > AssignmentPattern.params > Literal[raw=/^(true|false)$/]',
].map((selector) => ({
  selector,
  message: 'A call does not say what true means: take a word, or an object with a name.',
}));

export default tseslint.config(
  { ignores: ['dist/**', 'coverage/**', 'node_modules/**', '**/fixtures/**'] },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { project: ['./test/tsconfig.json', './webview/tsconfig.json'], tsconfigRootDir: root },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': ['error', noDefaultExport],
      eqeqeq: 'error',
      'max-lines': ['error', { max: 300 }],
      'max-params': ['error', 4],
      'prefer-const': 'error',
    },
  },
  {
    files: ['src/**/*.ts', 'webview/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport, ...noBooleanParameter] },
  },
  {
    files: ['src/core/**/*.ts', 'src/base/**/*.ts'],
    rules: {
      complexity: ['error', { max: 12, variant: 'modified' }],
      'no-restricted-globals': [
        'error',
        ...[
          'setTimeout',
          'setInterval',
          'setImmediate',
          'queueMicrotask',
          'process',
          'console',
          'Buffer',
        ].map((name) => ({ name, message: 'The core knows no host: take it through a port.' })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time comes from the Clock port.' },
        { object: 'Math', property: 'random', message: 'Randomness comes from the Ids port.' },
        { object: 'performance', property: 'now', message: 'Time comes from the Clock port.' },
      ],
      'no-restricted-syntax': [
        'error',
        noDefaultExport,
        ...noBooleanParameter,
        {
          selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
          message: 'Time comes from the Clock port.',
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 400 }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    rules: {
      eqeqeq: 'error',
      'prefer-const': 'error',
      'no-unused-vars': 'error',
      'max-lines': ['error', { max: 300 }],
    },
  },
);
