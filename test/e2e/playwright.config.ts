import { defineConfig } from '@playwright/test'

const flags = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'] // prettier-ignore
const root = process.getuid?.() === 0

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
      args: root ? ['--no-sandbox', ...flags] : flags,
      ...(process.env.BROWSER_PATH ? { executablePath: process.env.BROWSER_PATH } : {}),
    },
    screenshot: 'only-on-failure',
  },
  projects: (['embedded', 'postgres'] as const).flatMap((database) =>
    [true, false].map((javaScriptEnabled) => ({
      name: `${database}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`,
      use: { javaScriptEnabled, baseURL: undefined },
      metadata: { database, javaScriptEnabled },
    })),
  ),
})
