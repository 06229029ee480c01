import type { RulesReport } from './rules/run.ts'
import type { ChaosReport } from './run.ts'

const counted = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ')

const mostProblems = 50

const found = (problems: readonly string[], nothing: string): string[] => {
  const more = problems.length - mostProblems
  return [
    ...(problems.length === 0
      ? [nothing]
      : [`PROBLEMS: ${problems.length}`, ...problems.slice(0, mostProblems)]),
    ...(more > 0 ? [`and ${more} more: --json shows them all`] : []),
  ]
}

/** The report of a run with rules, as text for people. */
export function rulesToText(report: RulesReport): string {
  const { seed, seconds, speed, kills, accounts, rules, asked, runs, tasks, fired, repeated, problems } =
    report
  return [
    `${rules} rules of ${accounts} accounts for ${seconds} s, on a clock ${speed} times as fast (seed ${seed}), ${kills} kills`,
    `Asked: ${counted(asked)}`,
    `Runs: ${counted(runs)}; ${report.runs_per_minute} a minute; ${report.rules_due_per_minute} rules due in each minute of the service's clock`,
    `${report.dropped} not run, because a client had changed their rule before`,
    `${tasks} tasks, ${fired} events arrived, ${repeated} came again`,
    ...found(
      problems,
      'Each occurrence ran once or is in the log as skipped, no task is there twice, and no event is lost.',
    ),
  ].join('\n')
}

/** The report as text for people. */
export function toText(report: ChaosReport): string {
  const { seed, engine, operations, kills, seconds, outcomes, refusals, kinds, problems } = report
  const mirrors = Object.entries(report.mirrors).map(
    ([name, { pages, restarts, tasks, comments }]) =>
      `${name}: ${pages} pages, ${restarts} restarts, ${tasks} tasks, ${comments} comments`,
  )
  return [
    `${operations} operations (seed ${seed}, engine ${engine}), ${kills} kills, ${seconds} s`,
    `${outcomes.done} done, ${outcomes.refused} refused, ${outcomes.unknown} without a certain answer`,
    `Asked: ${counted(kinds)}`,
    `Not done: ${counted(refusals) || 'nothing'}`,
    ...mirrors,
    `${report.taken_back} times a task got something back`,
    `At the end: ${report.tasks} tasks and ${report.trashed} in the trash of ${report.projects} projects, ${report.comments} comments`,
    ...found(
      problems,
      'Every acknowledged write is there, nothing else is, and lists, counts, order and mirrors agree.',
    ),
  ].join('\n')
}
