import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { needsOwnWorker } from './test/support/own-worker.ts'
import { LongestFirst } from './test/support/longest-first.ts'

/** A project of test files. It takes none of the settings of the root. */
const project = (name: string, include: string[], isolate = false): TestProjectInlineConfiguration => ({
  test: {
    name,
    include,
    isolate,
    ...(!isolate && { setupFiles: ['test/support/leftovers.setup.ts'] }),
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT', TZ: 'UTC' },
    testTimeout: 400_000, // long enough for slow machines that do other things too
    hookTimeout: 400_000,
    pool: 'threads', // threads start faster than processes, and share compiled code
    // more than one a core take turns: four on two cores took 1.35 times the processor, and no less time
    maxWorkers: Math.min(Math.max(availableParallelism(), 2), 4),
  },
})

const files = globSync('test/**/*.test.ts')
const own = files.filter((file) => needsOwnWorker(file))
const shared = files.filter((file) => !own.includes(file))
const web = globSync('test/web/*.test.ts').filter((file) => shared.includes(file))

export default defineConfig({
  test: {
    globalSetup: ['temp', 'engine', 'services', 'provider'].map((name) => `test/support/${name}.global.ts`),
    // files share workers where they can: to load the whole service, or to start a browser, anew for each takes long
    projects: [
      project('web', web),
      project('own worker', own, true),
      project(
        'shared workers',
        shared.filter((file) => !web.includes(file)),
      ),
    ],
    sequence: { sequencer: LongestFirst },
    coverage: {
      // v8 counts in libraries too: with it the tests of functions and lib took 1.19 of the time without, with istanbul 1.08
      provider: 'istanbul',
      include: ['lib/**', 'functions/**', 'infra/docs/openapi/**'],
      reporter: ['text-summary', 'html'],
      thresholds: { lines: 95 },
    },
  },
})
