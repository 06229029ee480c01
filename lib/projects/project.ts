import * as z from 'zod/mini'
import { exampleIds as ids, labelLimit, labelRule, type FieldTexts } from '../contract/field-texts.ts'
import { label, status, timestamp, uuid } from '../contract/fields.ts'
import { defaultTaskQuota, maxLanes } from '../contract/limits.ts'

/** A project in answers, with its lanes in their order. */
export const project = z.object({
  id: uuid,
  label: z.string(),
  task_count: z.number(),
  task_quota: z.number(),
  workflow_lanes: z.array(
    z.object({ id: uuid, label: z.string(), task_count: z.number(), task_status: z.nullable(status) }),
  ),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Project = z.output<typeof project>
export type Lane = Project['workflow_lanes'][number]
/** The status that a lane gives to tasks that enter it. */
export type LaneStatus = NonNullable<Lane['task_status']>

/** The rule of a lane's status, for people. */
export const taskStatusRule =
  'The status that a task gets when it enters the lane, unless its request names one: 0, 1 or 2, or null for none'

export const laneTexts = (): FieldTexts<Lane> => ({
  id: { meaning: 'The id of the lane', example: ids.laneId },
  label: { meaning: `The name of the lane, ${labelLimit()}`, example: 'To do' },
  task_count: { meaning: 'The number of active tasks in it, without tasks in the trash', example: 1 },
  task_status: { meaning: taskStatusRule, example: null },
})

export const projectTexts = (): FieldTexts<Project> => ({
  id: { meaning: 'The id of the project', example: ids.projectId },
  label: { meaning: `The name of the project, ${labelLimit()}`, example: 'Launch' },
  task_count: { meaning: 'The number of active tasks in it, without tasks in the trash', example: 1 },
  task_quota: { meaning: 'The most active tasks that it may hold', example: defaultTaskQuota },
  workflow_lanes: {
    meaning: `The lanes of the project, in their order, at most ${maxLanes}`,
    entry: laneTexts(),
  },
  created_at: { meaning: 'When the project was created', example: '2026-11-20T08:00:00.000Z' },
  updated_at: { meaning: 'When the project last changed', example: '2026-11-20T08:05:12.000Z' },
})

export const projectAnswer = z.object({ project })

export const newProject = z.strictObject({ label })

/** The data of a new project. */
export type NewProject = z.output<typeof newProject>

export const projectChange = z.strictObject({ label: z.optional(label) })

/** A change of a project. */
export type ProjectChange = z.output<typeof projectChange>

/** The texts of the bodies of projects. */
export const projectBodyTexts = (): FieldTexts<
  z.input<typeof newProject> & z.input<typeof projectChange>
> => ({ label: { meaning: `The name of the project, ${labelRule()}`, example: 'Launch' } })
