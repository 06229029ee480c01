const integer = new Intl.NumberFormat()

/** A count in the browser's locale. */
export const formatCount = (count: number): string => integer.format(count)

/** The noun in singular or plural. */
export const nounOf = (count: number, noun: string): string => (count === 1 ? noun : `${noun}s`)

/** A count with its noun: "3 tasks". */
export const counted = (count: number, noun: string): string => `${formatCount(count)} ${nounOf(count, noun)}`

interface Usage {
  task_count: number
  task_quota: number
}

/** Whether at least 80 % of a project's quota is used, so that people should know. */
export const isNearlyFull = ({ task_count, task_quota }: Usage): boolean => task_count >= task_quota * 0.8

/** How many tasks a project has: "3 tasks", or "9,000 of 10,000 tasks" when the quota is nearly used up. */
export const usedText = (project: Usage): string =>
  isNearlyFull(project)
    ? `${formatCount(project.task_count)} of ${counted(project.task_quota, 'task')}`
    : counted(project.task_count, 'task')

/** The name of each status, by its number. */
export const statusNames = ['Open', 'In progress', 'Done'] as const
