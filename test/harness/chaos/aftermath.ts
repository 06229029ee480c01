import { isDeepStrictEqual } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RevertReport } from '../../../lib/history/revert-request.ts'
import { storedProblems, mirrorProblems } from './check/comments.ts'
import { consistencyProblems } from './check/consistency.ts'
import { writerOf } from './choice.ts'
import { ask } from './http.ts'
import type { Mirror } from './mirror.ts'
import type { Stage } from './stage.ts'
import { purge, readSettled } from './stored.ts'
import { takeSurvey, type Survey } from './survey.ts'

/** The most tasks that are purged with their comments. */
const mostPurged = 5

/** Moves tasks with comments to the trash, and purges all that is there, once the mirrors know of it. */
async function purgeTasks(stage: Stage, mirrors: readonly Mirror[], survey: Survey): Promise<string[]> {
  const address = await stage.address()
  const withComments = Object.entries(survey.comments).flatMap(([id, list]) => (list.length > 0 ? [id] : []))
  for (const id of withComments.slice(0, mostPurged))
    await ask(address, { method: 'DELETE', path: `/tasks/${id}` })
  const { tasks } = await readSettled(stage)
  for (const mirror of mirrors) await mirror.catchUp(address)
  const purged = Object.entries(tasks).flatMap(([id, { deleted_at }]) =>
    deleted_at === undefined ? [] : [id],
  )
  await purge(stage, purged)
  return purged
}

const longestMs = 60_000

/**
 * Takes back all of a writer's work, page by page, and from the start again when the service was killed meanwhile, until there
 * is nothing left. Returns what stays as it is, by the ids of the tasks.
 */
async function takeAllBack(stage: Stage, originId: string, as: string): Promise<Set<string>> {
  const endMs = Date.now() + longestMs
  while (Date.now() < endMs) {
    await sleep(50)
    const pages: RevertReport[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const body = { by: { originId }, after: '2026-01-01T00:00:00Z', limit: 10, ...(cursor && { cursor }) }
      const answer = await ask(await stage.address(), {
        ...{ method: 'POST', path: '/reverts', body, headers: { 'Origin-Id': as } },
      }).catch(() => undefined)
      if (answer?.status !== 200) break
      const page = answer.body as unknown as RevertReport // by its status
      pages.push(page)
      cursor = page.next_cursor
    }
    const kept = pages.flatMap((page) => page.kept)
    const isDone = pages.every(({ reverted }) => reverted === 0)
    if (cursor === null && isDone && kept.every(({ reason }) => reason !== 'not_in_history'))
      return new Set(kept.map(({ id }) => id))
  }
  throw new Error(`What ${originId} wrote is not taken back after ${longestMs} ms.`)
}

/** What people see of each task, by its id; without the times of its writes. */
function contentsOf({ lists, trash }: Survey): Map<string, object> {
  const active = Object.values(lists).flat()
  const trashed = Object.values(trash).flat()
  const timeless = { updated_at: undefined, deleted_at: undefined, purge_at: undefined }
  return new Map<string, object>([
    ...active.map((task) => [task.id, { ...task, ...timeless, isTrashed: false }] as const),
    ...trashed.map((task) => [task.id, { ...task, ...timeless, isTrashed: true }] as const),
  ])
}

/**
 * What follows the clients: tasks in the trash are purged; a writer's work is taken back, the service is killed meanwhile, and
 * all of it is brought back. Then no comment may outlive its task, everything must be as before, and the mirrors agree.
 */
export async function aftermath(
  stage: Stage,
  mirrors: readonly Mirror[],
  survey: Survey,
  tick: () => number,
): Promise<string[]> {
  const purged = new Set(await purgeTasks(stage, mirrors, survey))
  const before = contentsOf(await takeSurvey(stage, [], tick))
  const killing = stage.kill()
  const [problem] = await Promise.all([killing, takeAllBack(stage, writerOf(0), 'taken-back')])
  const kept = await takeAllBack(stage, 'taken-back', 'brought-back')
  const final = await takeSurvey(stage, [...mirrors], tick)
  const after = contentsOf(final)
  const differing = [...before].filter(
    ([id, task]) => !kept.has(id) && !isDeepStrictEqual(task, after.get(id)),
  )
  return [
    ...(problem === undefined ? [] : [problem]),
    ...differing.map(([id]) => `task ${id} is not as before, though what was taken back was brought back`),
    ...[...purged].filter((id) => after.has(id)).map((id) => `task ${id} is there, though it was purged`),
    ...storedProblems(final),
    ...mirrorProblems(final),
    ...consistencyProblems(final),
  ]
}
