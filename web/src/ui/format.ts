const integer = new Intl.NumberFormat()

/** A count in the browser's locale. */
export const formatCount = (count: number): string => integer.format(count)

/** The noun in singular or plural. */
export const nounOf = (count: number, noun: string): string => (count === 1 ? noun : `${noun}s`)

/** A count with its noun: "3 tasks". */
export const counted = (count: number, noun: string): string => `${formatCount(count)} ${nounOf(count, noun)}`

/** How much of a project's quota is used: "3 of 10,000 tasks". */
export const usedText = ({ task_count, task_quota }: { task_count: number; task_quota: number }): string =>
  `${formatCount(task_count)} of ${counted(task_quota, 'task')}`
