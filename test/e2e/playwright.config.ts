import { defineConfig } from '@playwright/test'

import { installedBrowser } from '../../scripts/find-browser.mjs'
import { enterRunFolder } from '../../scripts/run-folder.mjs'

enterRunFolder()

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const isRoot = process.getuid?.() === 0
const browser = installedBrowser()

/** What a journey shows depends on both: the database and JavaScript. Other tests run once with JavaScript and once without. */
const onAllFour = ['journey.spec.ts', 'import.spec.ts']

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 300_000, // a slow machine is not a failure
  expect: { timeout: 30_000 },
  outputDir: '../../test-results',
  use: {
    launchOptions: {
      args: isRoot ? ['--no-sandbox', ...flags] : flags,
      ...(browser ? { executablePath: browser } : {}),
    },
    screenshot: 'only-on-failure',
  },
  projects: [
    project('postgres', true, '*.spec.ts'),
    // axe runs in the page.
    project('embedded', false, '*.spec.ts', 'accessibility.spec.ts'),
    project('postgres', false, onAllFour),
    project('embedded', true, onAllFour),
  ],
})

function project(
  database: 'embedded' | 'postgres',
  javaScriptEnabled: boolean,
  testMatch: string | string[],
  testIgnore: string | string[] = [],
) {
  return {
    name: `${database}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`,
    use: { javaScriptEnabled, baseURL: undefined },
    metadata: { database, javaScriptEnabled },
    testMatch,
    testIgnore,
  }
}
