import { vitePlugin as remix } from '@remix-run/dev'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

import remixConfig from './remix.config.js'
import { enterRunFolder } from './scripts/run-folder.mjs'

const underTest = process.env.VITEST !== undefined
if (underTest) enterRunFolder()
const database = 'test/**/*.db.test.ts'
/** Tests that depend on the driver, locks, streams or the start of the program. Browser tests cover the rest on both databases. */
const onBothDatabases = [
  'test/*.db.test.ts',
  'test/{db,scripts}/*.db.test.ts',
  'test/domain/{idempotency,rate-limits,submissions}/*.db.test.ts',
  'test/domain/database-browser/database-browser.db.test.ts',
  'test/domain/imports/imports.db.test.ts',
  'test/domain/mail/worker.db.test.ts',
  'test/domain/sessions/activity.db.test.ts',
]

/** Separate programs for the command line, built from the same modules as the site. */
const commands = {
  ssr: true,
  outDir: 'build/commands',
  copyPublicDir: false,
  rollupOptions: {
    input: [
      'scripts/build-initial-database.ts',
      'scripts/create-admin.ts',
      'scripts/bench/underwriting.ts',
      'scripts/bench/pages.ts',
      'scripts/bench/frameworks.ts',
      'scripts/bench/writes.ts',
      'scripts/bench/login.ts',
      'scripts/bench/submissions.ts',
      'scripts/bench/lists.ts',
      'scripts/bench/import.ts',
      'scripts/bench/impact.ts',
      'scripts/bench/start.ts',
      'scripts/bench/phone-walk.ts',
      'scripts/bench/office-tasks.ts',
      'scripts/bench/rule-engines.ts',
      'scripts/fuzz/fuzz.ts',
      'scripts/compare-responses.ts',
      'scripts/rules/check-rules.ts',
      'scripts/model/derive.ts',
      'scripts/model/draw-population.ts',
      'app/domain/simulations/simulate-book.ts', // for the worker of the back office
    ],
  },
}

/**
 * The scripts that pages share, each with all modules that it imports. Without this list each small component would be a request of
 * its own, some forty for a page with a form. `site` is what most public pages need of forms and texts: with the framework, the entry, the
 * manifest and its own script, a page loads five or six.
 */
const scripts = {
  framework: ['react', 'react-dom', '@remix-run/react'],
  site: [
    ...['root.tsx?__remix-build-client-route', 'root', 'content/metadata', 'content/structured-data'],
    ...['domain/dates', 'domain/pitch-deck/pitch-deck.options', 'domain/quotes/quotes.options'],
    ...[
      'badge',
      'bullet-list',
      'card',
      'description-list',
      'empty-state',
      'page-heading',
      'stat',
      'use-brand',
      'accordion-mark',
    ].map(inUi),
    ...['form', 'field', 'fieldset', 'error-summary', 'idempotency-key-field', 'honeypot', 'done'].map(inUi),
    ...['use-is-sending', 'use-submitted-form', 'cover-timeline'].map(inUi),
    ...['section', 'split-section', 'steps', 'timeline', 'estimate'].map(
      (name) => `routes/_site+/parts/${name}`,
    ),
  ].map((name) => `~/${name}`),
  account: [
    ...[
      'new-password-fields',
      'password-field',
      'profile-fields',
      'with-aside',
      'passkey',
      'passkey-login',
    ].map((name) => `~/routes/_account+/parts/${name}`),
    '\0vite/preload-helper.js', // what `import()` becomes
  ],
  quote: [
    ...['domain/quotes/questions', 'domain/quotes/question-effects', 'domain/quotes/failures'],
    ...['progress', 'quote-fields', 'choice-group'].map(inUi),
    ...['journey', 'application-aside'].map((name) => `routes/_site+/parts/${name}`),
  ].map((name) => `~/${name}`),
  offer: [
    ...['offer', 'offer-page', 'applicant-question', 'closed-link'].map(inUi),
    'domain/offers/failures',
    ...['failures', 'applicant-questions.options'].map((name) => `domain/applicant-questions/${name}`),
  ].map((name) => `~/${name}`),
  // Parts that the pages of an account share with the office, too small for a file each.
  forms: ['use-form-key', 'version-field', 'unsaved-changes', 'use-focus-nearby', 'after-frames'].map(
    (name) => `~/${inUi(name)}`,
  ),
  // What every list of the office has, and its parts too small for a file each: every page loads the list of all files.
  office: [
    ...['list-toolbar', 'shortened', 'list-rows', 'left-out', 'pager', 'sort-links', 'download-link'].map(
      inUi,
    ),
    ...[
      'result-badges',
      'row-choice',
      'enter-button',
      'remote-intent-form',
      'failed-releases',
      'obstacle',
    ].map(inUi),
    ...['list-params', 'list-state', 'list-page'].map((name) => `lists/${name}`),
    ...['saved-views/viewed-lists', 'quotes/office-labels', 'quotes/ended-text', 'offers/offer-state'].map(
      (name) => `domain/${name}`,
    ),
    ...['factor-label', 'percent-of', 'changed-parts'].map((name) => `domain/underwriting/${name}`),
    ...['domain/portfolio/period', 'domain/decisions/authority'],
    ...[
      ...['view-links', 'list-links', 'impact-summary', 'contact-replies', 'send-question', 'answer-marks'],
      ...['ended-notice', 'work-columns', 'tabs', 'typed-words', 'log-days'],
    ].map((name) => `routes/admin+/parts/${name}`),
    ...['price-change', 'failing-cases', 'json-details', 'stuck-mail', 'becomes', 'run-status'].map(
      (name) => `routes/admin+/underwriting+/parts/${name}`,
    ),
    'routes/admin+/submissions+/parts/status-question',
  ].map((name) => `~/${name}`),
  waitlist: [
    '~/content/faq',
    ...['accordion', 'sent-form', 'waitlist-call', 'waitlist-form'].map(
      (name) => `~/routes/_site+/parts/${name}`,
    ),
  ],
  // Parts of pages without scripts
  about: ['~/ui/bollard-drawing', '~/routes/_site+/parts/leadership'],
  charts: [
    ...['table', 'get-form'].map((name) => `~/${inUi(name)}`),
    ...['tier-chart', 'projections-chart'].map((name) => `~/routes/_site+/parts/${name}`),
  ],
}

function inUi(name: string) {
  return `ui/${name}`
}

/** Leaves unused parts of Remix out of the browser's scripts, and allows a page's script to export what others import, without an extra file. */
const smallerScripts: Plugin = {
  name: 'smaller-scripts',
  enforce: 'pre',
  apply: (_, { isSsrBuild, command }) => command === 'build' && !isSsrBuild,
  configResolved: ({ build }) => {
    build.rollupOptions.preserveEntrySignatures = 'allow-extension'
  },
  resolveId(id, importer) {
    if (!importer?.includes('@remix-run/react') || !/^\.\/(?:fog-of-war|single-fetch)\.js$/.test(id))
      return null
    return fileURLToPath(new URL('app/unused-parts-of-remix.ts', import.meta.url))
  },
}

/** Packages of many modules, of which the program uses a part: finding and reading hundreds of files takes a third of its start. */
const bundled = [
  'kysely',
  'zod',
  '@conform-to/zod',
  /^d3-/,
  'internmap',
  'csv-parse',
  'diff',
  'remix-auth',
  'remix-auth-form',
]

export default defineConfig(({ mode, isSsrBuild }) => ({
  plugins: underTest || mode === 'commands' ? [] : [remix(remixConfig), smallerScripts],
  resolve: { alias: { '~': fileURLToPath(new URL('app', import.meta.url)) } },
  // The content security policy allows no font or stylesheet from a data: URL.
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    ...(isSsrBuild || mode === 'commands'
      ? {}
      : {
          rollupOptions: {
            output: {
              manualChunks: scripts,
              experimentalMinChunkSize: 0,
              // Each page loads the list of all files, whose hashes do not compress.
              entryFileNames: 'assets/page-[hash:7].js',
              chunkFileNames: 'assets/[name]-[hash:7].js',
            },
          },
        }),
    ...(mode === 'commands' ? commands : {}),
  },
  ssr: { noExternal: isSsrBuild && mode !== 'commands' ? bundled : [] },
  optimizeDeps: { exclude: ['@node-rs/argon2', '@electric-sql/pglite', 'quickjs-emscripten'] },
  test: {
    // Generous, since a slow machine is not a failure. Hanging tests still fail.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    isolate: false, // modules load once in a worker, not once in a file
    maxWorkers: 3, // many tests wait: for the clock, a program's start, the end of a drain
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [database, 'test/api/**', 'test/e2e/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: onBothDatabases,
          env: { TEST_DATABASE: 'embedded' },
          globalSetup: ['test/support/embedded-template.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [database, 'test/api/*.test.ts'],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['test/support/server-template.ts'],
        },
      },
    ],
  },
}))
