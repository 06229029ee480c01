import type { ChaosReport } from './run.ts'

const counted = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ')

const mostProblems = 50

/** The report as text for people. */
export function toText(report: ChaosReport): string {
  const { seed, engine, operations, kills, seconds, outcomes, refusals, kinds, problems } = report
  const mirrors = Object.entries(report.mirrors).map(
    ([name, { pages, restarts, tasks }]) => `${name}: ${pages} pages, ${restarts} restarts, ${tasks} tasks`,
  )
  const more = problems.length - mostProblems
  return [
    `${operations} operations (seed ${seed}, engine ${engine}), ${kills} kills, ${seconds} s`,
    `${outcomes.done} done, ${outcomes.refused} refused, ${outcomes.unknown} without a certain answer`,
    `Asked: ${counted(kinds)}`,
    `Not done: ${counted(refusals) || 'nothing'}`,
    ...mirrors,
    `At the end: ${report.tasks} tasks and ${report.trashed} in the trash of ${report.projects} projects`,
    ...(problems.length === 0
      ? ['Every acknowledged write is there, nothing else is, and lists, counts, order and mirrors agree.']
      : [`PROBLEMS: ${problems.length}`, ...problems.slice(0, mostProblems)]),
    ...(more > 0 ? [`and ${more} more: --json shows them all`] : []),
  ].join('\n')
}
