import type { Task } from '../../../client/src/index.ts'

/** Which tasks the board shows. The service filters by status, the page by text. */
export interface Filter {
  text: string
  /** Empty: any status. */
  statuses: readonly Task['status'][]
}

/** The name of each status, by its number. */
export const statusNames = ['Open', 'In progress', 'Done'] as const

const fold = (text: string) => text.toLocaleLowerCase()

/** The tasks whose label or description contains the text, ignoring case. */
export function withText(tasks: Task[], text: string): Task[] {
  const wanted = fold(text.trim())
  if (wanted === '') return tasks
  return tasks.filter(
    ({ label, description }) => fold(label).includes(wanted) || fold(description ?? '').includes(wanted),
  )
}
