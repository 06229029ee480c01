import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/temp.global.ts', 'test/support/engine.global.ts'],
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT', TZ: 'UTC' },
    testTimeout: 60_000, // a slow machine is no failure
    hookTimeout: 60_000,
    pool: 'threads', // they start faster than processes, and share what is compiled
    maxWorkers: 4, // on two cores: much of the time is spent waiting for retries and pages
    coverage: {
      provider: 'v8',
      include: ['lib/**', 'functions/**'],
      reporter: ['text-summary', 'html'],
      thresholds: { lines: 95 },
    },
  },
})
