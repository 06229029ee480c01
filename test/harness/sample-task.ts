import { exampleOf } from '../../lib/contract/field-texts.ts'
import { taskTexts } from '../../lib/tasks/fields.ts'
import type { Task } from '../../lib/tasks/task.ts'

/** A time: the given second, from 0 to 9, of a minute that is the same for all. */
export const at = (second: number): string => `2026-01-01T00:00:0${second}.000Z`

/** The fields that a task has only if they were set. */
const optional = ['external_id', 'fields'] as const
type Optional = (typeof optional)[number]
type EachTask = Omit<Task, Optional>

/** The contract's example of each field that every task has, so that a new field needs no change here. */
const example = Object.fromEntries(
  Object.entries(exampleOf(taskTexts())).filter(([name]) => !optional.some((one) => one === name)),
) as EachTask // the other fields are in every task

type SampleTask = EachTask & { [F in Optional]?: NonNullable<Task[F]> }

/** A task as the service shows it, in the lane `l` of the project `p`. Its id is also its label and its position. */
export const sampleTask = (id: string, changes: Partial<SampleTask> = {}): SampleTask => ({
  ...example,
  ...{ id, label: id, status: 0, project_id: 'p', workflow_lane_id: 'l', position: id, description: null },
  ...{ subtasks: [], created_at: at(0), updated_at: at(1) },
  ...changes,
})
