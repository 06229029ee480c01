import { trashRetentionMs, type TaskItem } from './task-item.ts'
import { decodeUuid, encodeUuid } from '../shared/base62.ts'
import { isWithin, type Bounds, type BoundsCondition } from '../table/tenant.ts'

/*
 * A token that is bound to projects must learn that a task has left them: its feed has no other sign of that. So a task keeps
 * which projects it left, in the write that moves it, for as long as the trash keeps tombstones.
 */

/** A task left a project. */
export interface Departure {
  projectId: string
  /** The `updated_at` of the move, in ms since 1970. */
  atMs: number
  /** The version that the move gave the task. */
  version: number
}

/** The most departures that a task keeps. */
const maxDepartures = 50

const encode = ({ projectId, atMs, version }: Departure): string =>
  ` ${encodeUuid(projectId)}:${atMs}:${version}`

/** Reads the attribute `departed`: an entry of about 40 bytes each, since every write of the task pays for them. */
const decode = (departed = ''): Departure[] =>
  departed.split(' ').flatMap((entry) => {
    const [project = '', atMs, version] = entry.split(':')
    const projectId = project === '' ? undefined : decodeUuid(project)
    return projectId === undefined ? [] : [{ projectId, atMs: Number(atMs), version: Number(version) }]
  })

const isKept = ({ atMs }: Departure, nowMs: number): boolean => atMs > nowMs - trashRetentionMs

/** What keeps its departures: a task, and a comment, which goes with its task. */
type Departing = Pick<TaskItem, 'project_id' | 'updated_at' | 'version'> & { departed?: string }

/** The attribute `departed` of a task, or of a comment, after it has moved to another project. */
export function departedAfter(
  before: Departing,
  { updated_at, version }: Pick<Departing, 'updated_at' | 'version'>,
): string {
  const atMs = Date.parse(updated_at)
  const all = [...decode(before.departed), { projectId: before.project_id, atMs, version }]
  return all
    .filter((departure) => isKept(departure, atMs))
    .slice(-maxDepartures)
    .map(encode)
    .join('')
}

/** When a task or comment last left the projects that a request may see; undefined if it never did, or longer than 40 days ago. */
export const lastDeparture = (
  bounds: Bounds,
  { departed }: Pick<Departing, 'departed'>,
): Departure | undefined =>
  decode(departed).findLast(
    (departure) => isWithin(bounds, departure.projectId) && isKept(departure, Date.now()),
  )

/** That a task has left one of the projects that a request may see, as a condition with its values. */
export function whereDeparted(projectIds: readonly string[]): BoundsCondition {
  const values = Object.fromEntries(
    projectIds.map((id, index) => [`:departed${index}`, ` ${encodeUuid(id)}:`]),
  )
  const parts = Object.keys(values).map((name) => `contains(departed, ${name})`)
  return { condition: parts.join(' OR '), values }
}
