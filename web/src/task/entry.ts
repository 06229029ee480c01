import type { NewTask, Task, TaskChanges, TaskMove } from '../../../client/src/index.ts'
import type { Write } from '../data/writes.ts'

/** What is written of a task, in a form that outlives the page. */
type Act =
  | { kind: 'add'; body: NewTask; key: string }
  | { kind: 'move'; body: TaskMove }
  | { kind: 'change'; changes: TaskChanges }
  | { kind: 'delete' }

/** A write of one task that waits until the service has answered. */
export interface Entry {
  id: string
  /** The task as the person saw it before the write. */
  task: Task
  /** How it is shown until the service has answered. */
  shown: Write
  act: Act
  /** Whether it may be late: the connection was lost, or the page was loaded again. Then others may have changed the task. */
  isLate?: boolean
  /** Whether it was sent at least once: then it is perhaps made. */
  isSent?: boolean
  /** The page on which it was made: there it is undone. */
  page?: string
}

/** What a write changes, as far as two people can be in conflict about it: the order of cards is nobody's. */
export function changesOf(act: Entry['act']): TaskChanges {
  if (act.kind === 'change') return act.changes
  return act.kind === 'move' && act.body.workflowLaneId !== undefined
    ? { workflowLaneId: act.body.workflowLaneId }
    : {}
}

/** The texts of a person that a write holds. */
export function textsIn({ act }: Entry): string[] {
  const { label, description } = act.kind === 'add' ? act.body : act.kind === 'change' ? act.changes : {}
  return [label, description].filter((text) => text != null)
}
