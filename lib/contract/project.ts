import * as z from 'zod/mini'
import { timestamp, uuid } from './fields.ts'

/** A project as answers show it. */
export const project = z.object({
  id: uuid,
  label: z.string(),
  task_count: z.number(),
  task_quota: z.number(),
  workflow_lanes: z.array(z.object({ id: uuid, label: z.string() })),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Project = z.output<typeof project>
