import * as z from 'zod/mini'
import { exampleIds as ids, type FieldTexts } from '../contract/field-texts.ts'
import { timestamp, uuid } from '../contract/fields.ts'
import { origin } from '../tasks/origin.ts'
import { taskEvent, taskEventTypes } from '../webhooks/event.ts'

const { changed, previous, reason, truncated } = taskEvent.shape.data.shape

/** One write of a task, in the history. */
export const historyEntry = z.object({
  id: z.string(),
  type: z.literal(taskEventTypes),
  at: timestamp,
  task_id: uuid,
  project_id: uuid,
  label: z.string(),
  version: z.int(),
  changed,
  previous,
  origin: z.nullable(origin),
  member: z.nullable(z.object({ id: uuid, email: z.nullable(z.string()) })),
  reason,
  truncated,
})
export type HistoryEntry = z.output<typeof historyEntry>

/** The texts of what every entry has. */
export const historyEntryTexts = (): FieldTexts<Omit<HistoryEntry, 'reason' | 'truncated'>> => ({
  id: {
    meaning: 'The id of the write: its webhook event, and the change feed, have the same one',
    example: `evt_${ids.id.replaceAll('-', '')}_1795234116451`,
  },
  type: { meaning: 'What the write did: the type of its webhook event', example: 'task.completed' },
  at: { meaning: 'When it was', example: '2026-11-21T04:28:36.451Z' },
  task_id: { meaning: 'The task that it wrote', example: ids.id },
  project_id: { meaning: 'The project of the task after the write', example: ids.projectId },
  label: { meaning: 'The title of the task after the write', example: 'Call Ada' },
  version: { meaning: 'The version that the write gave the task', example: 3 },
  changed: {
    meaning: 'The fields that it changed; empty if it created, deleted or restored the task',
    example: ['status'],
  },
  previous: { meaning: 'The values of these fields before the write', example: { status: 0 } },
  origin: {
    meaning: 'How the write came in, as in the change feed; null if an earlier release made it',
    example: { via: 'api', token_id: ids.tokenId, origin_id: 'crm-sync', member_id: null, rule_id: null },
  },
  member: {
    meaning:
      'The member who made it in a session; else null. `email` is null if the member was removed since',
    example: null,
  },
})

/** The texts of what only some entries have. */
export const rareEntryTexts = (): FieldTexts<Pick<HistoryEntry, 'reason' | 'truncated'>> => ({
  reason: {
    meaning:
      '`moved`, for a token that is bound to projects: the task has entered or left these; else absent',
    example: 'moved',
  },
  truncated: {
    meaning: 'The fields that `previous` can lack because the task is larger than 100 KiB; else absent',
    example: ['description'],
  },
})
