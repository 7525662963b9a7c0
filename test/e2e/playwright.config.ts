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

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  fullyParallel: false,
  workers: 3, // pages wait: for a program, a timer, the end of a slow line
  retries: 1, // with three browsers on two cores a press is lost once in a few thousand; the check names each test that needed it
  timeout: 300_000, // a slow machine is not a failure
  expect: { timeout: 90_000 },
  outputDir: '../../test-results',
  use: {
    launchOptions: {
      args: isRoot ? ['--no-sandbox', ...flags] : flags,
      ...(browser ? { executablePath: browser } : {}),
    },
    screenshot: 'only-on-failure',
  },
  // Once with JavaScript and once without, each on another database.
  projects: [
    project('postgres', true),
    // axe runs in the page, and the style sheets are the same without scripts
    project('embedded', false, ['accessibility.spec.ts', 'layout.spec.ts']),
  ],
})

function project(
  database: 'embedded' | 'postgres',
  javaScriptEnabled: boolean,
  testIgnore: string | string[] = [],
) {
  return {
    name: `${database}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`,
    use: { javaScriptEnabled, baseURL: undefined },
    metadata: { database, javaScriptEnabled },
    testIgnore,
  }
}
