import globals from 'globals'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** One boundary of the house: files that match `files` may not import `group`, because of `message`. */
function boundary(name, files, restrictions, ignores = []) {
  return {
    name,
    files,
    ignores,
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: restrictions.map(({ group, message }) => ({ group, message, allowTypeImports: true })) },
      ],
    },
  }
}

const kysely = { group: ['kysely'], message: 'SQL lives in *.queries.server.ts and db/.' }
const queries = {
  group: ['**/*.queries.server'],
  message: 'Queries are imported by their sibling service alone.',
}
const drivers = {
  group: ['pg', '@electric-sql/*'],
  message: 'Only app/db.server.ts and db/ open a database.',
}
const pages = {
  group: ['~/routes/*', '**/routes/*'],
  message: 'What several folders of pages share lies in their `parts`, app/ui, app/http or app/domain.',
}
const server = {
  group: ['~/server/*', '**/server/*'],
  message: 'The server imports app/http, so app/http does not import the server.',
}
/** What the pages of a folder share lies in its `parts`. */
const shared = ['./parts', '../parts', '../../parts'].flatMap((folder) => [`!${folder}`, `!${folder}/**`])
const otherParts = {
  group: ['~/routes/*', './*/**', '../*', ...shared],
  message: 'The parts of a page are imported by that page alone.',
}
const otherFolders = { ...otherParts, group: ['~/routes/*', '../../*', '../*+/**', ...shared] }
/** Folders of the pages about one noun, which may use the parts of their neighbours. */
const nouns = ['app/routes/*/*+/**', 'app/routes/pitch-deck-admin+/**']
const upwards = {
  group: [
    ...['routes', 'ui', 'http', 'server'].flatMap((folder) => [`~/${folder}/*`, `**/${folder}/*`]),
    '@remix-run/*',
  ],
  message: 'The domain knows nothing of HTTP, pages or Remix.',
}

export default tseslint.config(
  {
    ignores: [
      'build/',
      'data/',
      'node_modules/',
      'test-results/',
      'app/engine/underwrite.js',
      'app/engine/version-1/underwrite.js',
    ],
  },
  ...tseslint.configs.recommended,
  {
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // An import of types alone must vanish whole, or the browser would load the module for nothing.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.name=/Effect$/] > ArrowFunctionExpression[expression=true]',
          message: 'Give an effect a body: what it returns, a promise too, React calls as its cleanup.',
        },
      ],
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'The environment is read in app/env.server.ts alone.',
        },
      ],
    },
  },
  {
    name: 'type-checked',
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      // Remix answers with a Response that a loader or an action throws.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: ['Response', 'TypedResponse'], allowThrowingUnknown: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['app/**/*.tsx', 'app/{routes,ui}/**/*.ts'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ['app/**/*.tsx'],
    ...jsxA11y.flatConfigs.recommended,
    rules: {
      ...jsxA11y.flatConfigs.recommended.rules,
      // A region that scrolls takes the focus, so that the keyboard can scroll it.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { roles: [], tags: ['section'] }],
    },
  },
  {
    files: ['app/env.server.ts', 'scripts/**', 'test/**', 'vite.config.ts'],
    rules: { 'no-restricted-properties': 'off', 'no-console': 'off' },
  },
  boundary('app', ['app/**'], [kysely, drivers, queries], ['app/**/*.server.ts']),
  boundary(
    'services',
    ['app/**/*.server.ts'],
    [kysely, drivers],
    ['app/**/*.queries.server.ts', 'app/db.server.ts'],
  ),
  boundary('domain', ['app/domain/**'], [kysely, drivers, upwards], ['app/**/*.queries.server.ts']),
  boundary('lists', ['app/lists/**'], [kysely, drivers, upwards], ['app/**/*.queries.server.ts']),
  boundary('domain queries', ['app/domain/**/*.queries.server.ts'], [drivers, upwards]),
  boundary('http', ['app/http/**'], [kysely, drivers, pages, server]),
  boundary('ui', ['app/ui/**'], [kysely, drivers, queries, pages]),
  boundary('pages', ['app/routes/**'], [kysely, drivers, queries, otherParts], nouns),
  boundary('pages of a noun', nouns, [kysely, drivers, queries, otherFolders]),
  boundary(
    'engine',
    ['app/engine/**'],
    [
      {
        group: ['*', '!zod', '!.', '!./*', '!./model', '!./model/**'],
        message: 'The engine imports itself and zod alone.',
      },
    ],
  ),
)
