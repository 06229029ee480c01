import * as z from 'zod/mini'
import { commentText } from '../comments/comment.ts'
import { status, uuid } from '../contract/fields.ts'
import { set } from '../tasks/update-where-request.ts'
import { taskTemplate } from './expand.ts'
import { ruleWhere, shownWhere } from './where.ts'

const createTask = z.strictObject({
  type: z.literal('create_task'),
  task: taskTemplate,
  /** What happens while the task of the last occurrence is open. */
  ifOpen: z._default(z.literal(['create', 'skip']), 'create'),
})

// what tasks become is the same as in a conditional change, but dates may be distances from the run
const updateTasks = z.strictObject({ type: z.literal('update_tasks'), where: ruleWhere, set })

const updateTask = z
  .strictObject({
    type: z.literal('update_task'),
    set: z.optional(set),
    /** The project to which the task moves. */
    projectId: z.optional(uuid),
    /** The task goes into the trash. */
    delete: z.optional(z.literal(true)),
  })
  .check(
    z.refine(
      ({ delete: deletes, set: sets, projectId }) =>
        deletes !== (sets !== undefined || projectId !== undefined || undefined),
      {
        error: 'must have set, projectId or both, or else delete',
      },
    ),
  )

const deleteTasks = z.strictObject({ type: z.literal('delete_tasks'), where: ruleWhere })

const notify = z.strictObject({ type: z.literal('notify'), where: z.optional(ruleWhere) })

/** The text is a template. */
const addComment = z.strictObject({ type: z.literal('add_comment'), text: commentText })

/** What a rule does. */
export const action = z.discriminatedUnion('type', [
  createTask,
  updateTasks,
  updateTask,
  deleteTasks,
  notify,
  addComment,
])
export type Action = z.output<typeof action>
export type ActionOf<T extends Action['type']> = Extract<Action, { type: T }>

const shownSet = z.object({
  status: z.optional(status),
  workflow_lane_id: z.optional(z.nullable(z.string())),
  description: z.optional(z.nullable(z.string())),
  fields: z.optional(z.record(z.string(), z.unknown())),
})

/** An action in answers. */
export const shownAction = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('create_task'),
    task: z.object({
      label: z.string(),
      description: z.optional(z.nullable(z.string())),
      status: z.optional(status),
      workflow_lane_id: z.optional(z.nullable(z.string())),
      fields: z.optional(z.record(z.string(), z.unknown())),
      subtasks: z.array(z.object({ label: z.string(), is_completed: z.boolean() })),
      external_id: z.optional(z.string()),
    }),
    if_open: z.literal(['create', 'skip']),
  }),
  z.object({ type: z.literal('update_tasks'), where: shownWhere, set: shownSet }),
  z.object({
    type: z.literal('update_task'),
    set: z.optional(shownSet),
    project_id: z.optional(z.string()),
    delete: z.optional(z.literal(true)),
  }),
  z.object({ type: z.literal('delete_tasks'), where: shownWhere }),
  z.object({ type: z.literal('notify'), where: z.optional(shownWhere) }),
  z.object({ type: z.literal('add_comment'), text: z.string() }),
])

/** Whether an action puts tasks into the trash, which needs the scope `delete`. */
export const deletes = (given: Action): boolean =>
  given.type === 'delete_tasks' || (given.type === 'update_task' && given.delete === true)

/** Whether an action is about the task of the trigger, which must not be in the trash. */
export const needsActive = ({ type }: Action): boolean => type === 'update_task' || type === 'add_comment'
