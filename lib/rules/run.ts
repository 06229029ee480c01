import * as z from 'zod/mini'
import { exampleIds as ids, type FieldTexts } from '../contract/field-texts.ts'
import { comment, type Comment } from '../comments/comment.ts'
import { timestamp, uuid } from '../contract/fields.ts'
import { task, type Task } from '../tasks/task.ts'

export const runOutcomes = ['done', 'skipped', 'failed'] as const

/** One run of a rule, or one occurrence that was skipped, in the log. */
export const run = z.object({
  id: uuid,
  task_id: z.nullable(uuid),
  due_at: timestamp,
  started_at: timestamp,
  ended_at: z.nullable(timestamp),
  outcome: z.nullable(z.literal(runOutcomes)),
  reason: z.nullable(z.string()),
  matched: z.int(),
  updated: z.int(),
  created: z.array(uuid),
  comment_id: z.optional(uuid),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
})
export type Run = z.output<typeof run>

/** What a run by hand has done, or would do. */
export interface RunByHand {
  run: Run
  /** In a dry run of a rule that creates tasks or adds comments. */
  preview?: { tasks: Task[]; comments?: Comment[] }
}

/** The texts of a run. */
export const runTexts = (): FieldTexts<Run> => ({
  id: { meaning: 'The id of the run', example: ids.runId },
  task_id: {
    meaning: 'The task that it is about: of a rule with the trigger `date` or `event`; else null',
    example: null,
  },
  due_at: { meaning: 'The time for which it was due', example: '2026-11-27T15:00:00.000Z' },
  started_at: { meaning: 'When it started', example: '2026-11-27T15:00:00.412Z' },
  ended_at: { meaning: 'When it ended; null while it goes on', example: '2026-11-27T15:00:00.530Z' },
  outcome: { meaning: '`done`, `skipped` or `failed`; null while it goes on', example: 'done' },
  reason: { meaning: 'Why it was skipped, or came late; null if neither', example: null },
  matched: { meaning: 'How many tasks it was about', example: 0 },
  updated: { meaning: 'How many tasks it changed, or moved into the trash', example: 0 },
  created: { meaning: 'The ids of the tasks that it created', example: [ids.id] },
  comment_id: {
    meaning: 'The id of the comment that it added; absent if it added none',
    example: ids.commentId,
  },
  error: { meaning: 'The error of a failed run, as a request would have got it; else null', example: null },
})

/** A run as a dry run answers it, with the tasks and comments that it would create. */
export const runWithPreview = z.object({
  run,
  preview: z.optional(z.object({ tasks: z.array(task), comments: z.optional(z.array(comment)) })),
})

export const newRun = z.strictObject({ taskId: z.optional(uuid) })

/** The texts of the body that runs a rule. */
export const runBodyTexts = (): FieldTexts<z.input<typeof newRun>> => ({
  taskId: {
    meaning: 'The task that the rule runs for: needed by a rule with the trigger `date` or `event`',
    example: ids.id,
  },
})
