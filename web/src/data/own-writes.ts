import type { QueryClient } from '@tanstack/preact-query'
import type { Task, TaskAnswer } from '../../../client/src/index.ts'

/** What tells where a task is. */
export type Placed = Pick<Task, 'id' | 'position' | 'project_id' | 'workflow_lane_id'>

/** What this page has written, which tells its own changes from those of others. */
interface Own {
  /** The last answer to a write of each task, by its id. */
  answers: Map<string, TaskAnswer>
  /** For places that an undo has given: the places that they stand for. */
  standFor: Map<string, string>
}

const owns = new WeakMap<QueryClient, Own>()

function ownOf(cache: QueryClient): Own {
  const own = owns.get(cache) ?? { answers: new Map(), standFor: new Map() }
  owns.set(cache, own)
  return own
}

/** Notes the answer to a write of this page, and returns it. */
export function noted(cache: QueryClient, answer: TaskAnswer): TaskAnswer {
  ownOf(cache).answers.set(answer.task.id, answer)
  return answer
}

/** Notes a write of this page whose answer tells the version: an ETag is the version in quotes. */
export const notedVersion = (cache: QueryClient, task: Task, version: number): TaskAnswer =>
  noted(cache, { task, etag: `"${version}"` })

/** What an undo is based on: the last answer to this page. */
export const latestOf = (cache: QueryClient, after: TaskAnswer): TaskAnswer =>
  ownOf(cache).answers.get(after.task.id) ?? after

const placeOf = ({ id, project_id, workflow_lane_id, position }: Placed) =>
  [id, project_id, workflow_lane_id ?? '', position].join(' ')

const meant = (cache: QueryClient, place: string): string => {
  const earlier = ownOf(cache).standFor.get(place)
  return earlier === undefined ? place : meant(cache, earlier)
}

/**
 * Notes that this page has put a task back. It has another position than before, but steps that were made earlier must
 * not take that for a change.
 */
export function noteBack(cache: QueryClient, before: Placed, now: Placed): void {
  const [place, earlier] = [placeOf(now), meant(cache, placeOf(before))]
  if (place !== earlier) ownOf(cache).standFor.set(place, earlier)
}

/** Whether a task is where a write of this page has left it, apart from moves of this page that were undone. */
export const isWhere = (cache: QueryClient, now: Placed, left: Placed): boolean =>
  meant(cache, placeOf(now)) === meant(cache, placeOf(left))
