import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** zod can't be shaken when it is imported by name: 443 kB in a bundle instead of 91. */
const zodRules = [
  {
    selector: 'ImportDeclaration[source.value="zod"] > :not(ImportNamespaceSpecifier, Literal)',
    message: "Import zod as `import * as z from 'zod'`.",
  },
];
const zodElsewhere = { paths: [{ name: 'zod', message: 'Outside data is checked in a file named schema.ts.', allowTypeImports: false }] };

export default defineConfig(
  globalIgnores(['dist/', 'test-results/', '**/node_modules/', 'test/fixtures/', 'media/', '.vscode-test/']),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      // Pages pass asynchronous handlers on; their failures are answers, not rejections.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false, properties: false } }],
      // Handlers are passed on as values all over a page; none of ours uses `this`.
      '@typescript-eslint/unbound-method': 'off',
      // A method is asynchronous because its interface says so.
      '@typescript-eslint/require-await': 'off',
      // What a foreign record holds is shown as it is, whatever it is.
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-restricted-imports': ['error', zodElsewhere],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true, defaultFrom: true, namedFrom: true, namespaceFrom: true } }],
      // `== null` asks for both kinds of nothing.
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'prefer-const': 'error',
    },
  },
  {
    // A file that a bundler takes in is a module with a default.
    files: ['**/*.d.ts'],
    rules: { 'no-restricted-exports': 'off' },
  },
  {
    files: ['**/schema.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': 'off',
      'no-restricted-syntax': ['error', ...zodRules],
    },
  },
  {
    files: ['**/*.{mjs,cjs}'],
    extends: [tseslint.configs.recommended, tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/no-require-imports': 'off', eqeqeq: 'error', 'prefer-const': 'error' },
  },
);
