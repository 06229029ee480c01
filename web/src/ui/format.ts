const integer = new Intl.NumberFormat()

/** A count as the browser's locale writes it. */
export const formatCount = (count: number): string => integer.format(count)

/** How much of a project's quota is used. */
export const usedText = ({ task_count, task_quota }: { task_count: number; task_quota: number }): string =>
  `${formatCount(task_count)} of ${formatCount(task_quota)} tasks`
