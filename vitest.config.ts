import { availableParallelism } from 'node:os'
import { matchesGlob, resolve } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { needsOwnWorker } from './test/support/own-worker.ts'
import { LongestFirst } from './test/support/longest-first.ts'
import { testFiles } from './test/support/test-files.ts'
import { Slowest } from './test/support/slowest.ts'

const cores = Math.max(availableParallelism(), 2)

/** A project of test files. It takes none of the settings of the root. */
const project = (
  name: string,
  include: string[],
  { isolate = false, groupOrder = 0, maxWorkers = Math.min(cores + 1, 4) } = {},
): TestProjectInlineConfiguration => ({
  resolve: { alias: { 'n8n-workflow': resolve('test/integrations/n8n-workflow.ts') } }, // n8n brings the real one
  test: {
    name,
    include,
    isolate,
    ...(!isolate && { setupFiles: ['test/support/leftovers.setup.ts'] }),
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT', TZ: 'UTC' },
    testTimeout: 400_000, // long enough for slow machines that do other things too
    hookTimeout: 400_000,
    pool: 'threads', // threads start faster than processes, and share compiled code
    maxWorkers,
    sequence: { groupOrder },
  },
})

const files = testFiles(process.env.TESTS === 'first' ? 'test' : 'test:all')
const own = files.filter((file) => needsOwnWorker(file))
const shared = files.filter((file) => !own.includes(file))
const web = shared.filter((file) => matchesGlob(file, 'test/web/*'))

export default defineConfig({
  test: {
    globalSetup: ['temp', 'engine', 'services', 'provider'].map((name) => `test/support/${name}.global.ts`),
    // files share workers where they can: to load the whole service, or to start a browser, anew for each takes long
    projects: [
      // a page waits for half of its time, for frames and answers: meanwhile others go on
      project('web', web, { maxWorkers: 2 * cores }),
      // some wait for processes and deadlines, so there is one more than cores: three on two cores took at most 1.03 times the
      // processor that two took, four 1.35 times
      project('own worker', own, { isolate: true, groupOrder: 1 }),
      project(
        'shared workers',
        shared.filter((file) => !web.includes(file)),
        { groupOrder: 1 },
      ),
    ],
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new Slowest()],
    coverage: {
      // v8 counts in libraries too: with it the tests of functions and lib took 1.19 of the time without, with istanbul 1.08
      provider: 'istanbul',
      include: ['lib/**', 'functions/**', 'infra/docs/openapi/**'],
      reporter: ['text-summary', 'html'],
      thresholds: { lines: 95 },
    },
  },
})
