const integer = new Intl.NumberFormat()

/** A count as the browser's locale writes it. */
export const formatCount = (count: number): string => integer.format(count)

/** The noun for so many things. */
export const nounOf = (count: number, noun: string): string => (count === 1 ? noun : `${noun}s`)

/** So many things, in words. */
export const counted = (count: number, noun: string): string => `${formatCount(count)} ${nounOf(count, noun)}`

/** How much of a project's quota is used. */
export const usedText = ({ task_count, task_quota }: { task_count: number; task_quota: number }): string =>
  `${formatCount(task_count)} of ${counted(task_quota, 'task')}`
