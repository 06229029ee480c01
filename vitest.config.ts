import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/temp.global.ts', 'test/support/engine.global.ts'],
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT', TZ: 'UTC' },
    testTimeout: 60_000, // long enough for slow machines
    hookTimeout: 60_000,
    pool: 'threads', // threads start faster than processes, and share compiled code
    maxWorkers: 4, // even on two cores, because tests mostly wait for retries and pages
    coverage: {
      provider: 'v8',
      include: ['lib/**', 'functions/**', 'infra/docs/openapi/**', 'infra/docs/page/*.ts'],
      reporter: ['text-summary', 'html'],
      thresholds: { lines: 95 },
    },
  },
})
