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

/** Each journey runs on both databases, with JavaScript and without. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './global-setup.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  outputDir: '../../test-results',
  use: {
    launchOptions: {
      args: isRoot ? ['--no-sandbox', ...flags] : flags,
      ...(browser ? { executablePath: browser } : {}),
    },
    screenshot: 'only-on-failure',
  },
  projects: (['embedded', 'postgres'] as const).flatMap((database) =>
    [true, false].map((javaScriptEnabled) => ({
      name: `${database}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`,
      use: { javaScriptEnabled, baseURL: undefined },
      metadata: { database, javaScriptEnabled },
      // axe runs in the page, to which the databases are one.
      testIgnore: javaScriptEnabled && database === 'embedded' ? [] : 'accessibility.spec.ts',
    })),
  ),
})
