import type { Reporter, TestModule } from 'vitest/node'

const shownFiles = 12

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Names the slowest files at the end of a run of many, with their share of the time of all files. */
export class Slowest implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= shownFiles) return
    const files = modules.map((module) => {
      const { collectDuration, setupDuration, prepareDuration, environmentSetupDuration, duration } =
        module.diagnostic()
      return {
        name: module.relativeModuleId,
        ms: collectDuration + setupDuration + prepareDuration + environmentSetupDuration + duration,
      }
    })
    const all = files.reduce((sum, { ms }) => sum + ms, 0)
    const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, shownFiles)
    console.log(`\nThe slowest of ${files.length} files, of ${seconds(all)} in all:`)
    for (const { name, ms } of slowest)
      console.log(`${seconds(ms).padStart(9)} ${((100 * ms) / all).toFixed(1).padStart(5)} %  ${name}`)
  }
}
