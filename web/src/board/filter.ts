import type { Task } from '../../../client/src/index.ts'

/** Which tasks the board shows. The status goes to the service; the text is looked for here. */
export interface Filter {
  text: string
  /** None: any. */
  statuses: readonly Task['status'][]
}

/** What a status is called. */
export const statusNames = ['Open', 'In progress', 'Done'] as const

const fold = (text: string) => text.toLocaleLowerCase()

/** The tasks whose label or description has the text, whatever the case of its letters. */
export function withText(tasks: Task[], text: string): Task[] {
  const wanted = fold(text.trim())
  if (wanted === '') return tasks
  return tasks.filter(
    ({ label, description }) => fold(label).includes(wanted) || fold(description ?? '').includes(wanted),
  )
}
