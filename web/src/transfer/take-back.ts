import type { QueryClient } from '@tanstack/preact-query'
import { sleep } from '../../../client/src/sleep.ts'
import { isTasksApiError, type ImportReport, type ResourceClient } from '../../../client/src/index.ts'
import { maxBulkOperations } from '../../../lib/contract/limits.ts'
import { keys } from '../data/api.ts'
import { refresh } from '../data/cache.ts'
import { trashMany } from '../data/trash-many.ts'
import { failuresText } from '../ui/failures.ts'
import { counted, formatCount } from '../ui/format.ts'

/** How long after a write the feed of changes may lack it, in ms: its index may lag. */
const lagMs = 5_000
const pauseMs = 1_000

/** The outcome of undoing an import. */
export interface TakenBack {
  /** What was done: “2 tasks moved to the trash, 1 lane removed”. */
  done: string
  /** What stays, and why; undefined if nothing does. */
  stays: string | undefined
  /** Whether tasks stay that can be tried again. */
  isIncomplete: boolean
}

/** Takes back what an import has made. */
export interface TakeBack {
  /** The name of the origin that the import gives: it tells its tasks from others. */
  originId: string
  /** To be called when the import has ended, with what it has made. */
  close: (report: ImportReport) => void
  run: (tell: (text: string) => void) => Promise<TakenBack>
}

/**
 * Begins to record what an import makes, before it begins. The change feed says who wrote each task last: tasks that
 * this import wrote last go to the trash. Tasks that anybody has changed since stay.
 */
export async function openTakeBack(
  client: ResourceClient,
  cache: QueryClient,
  projectId: string,
): Promise<TakeBack> {
  const originId = `import-${crypto.randomUUID()}`
  const feed = client.changes({ from: 'now', limit: 100 })
  await feed[Symbol.asyncIterator]().next() // the first page has no changes, but a cursor
  const lanesOfProject = async () => (await client.projects.get(projectId)).project.workflow_lanes
  const before = new Set((await lanesOfProject()).map(({ id }) => id))
  let made: Pick<ImportReport, 'created' | 'lanes_created' | 'fields_created'>
  let endedAtMs = 0

  /** The tasks that are still as the import made them. */
  const untouched = async () => {
    const found = new Map<string, { id: string; version: number }>()
    for (;;) {
      for await (const { type, origin, version, task } of feed) {
        if (type === 'updated' && origin?.origin_id === originId) found.set(task.id, { id: task.id, version })
        else found.delete(task.id)
      }
      if (found.size >= made.created || Date.now() > endedAtMs + lagMs) return [...found.values()]
      await sleep(pauseMs)
    }
  }

  /** Removes the lanes that the import made, except those that have tasks. */
  const removeLanes = async () => {
    const labels = new Set(made.lanes_created)
    const own = labels.size === 0 ? [] : await lanesOfProject()
    const kept: string[] = []
    let removed = 0
    for (const { id, label, task_count } of own) {
      if (before.has(id) || !labels.has(label)) continue
      if (task_count > 0) kept.push(label)
      else {
        await client.lanes.delete(projectId, id)
        removed += 1
      }
    }
    return { kept, removed }
  }

  return {
    originId,
    close: (report) => {
      made = report
      endedAtMs = Date.now()
    },
    run: async (tell) => {
      const tasks = await untouched()
      const { trashed, failures } = await trashMany(client, cache, projectId, tasks, {
        onProgress: (count) => {
          if (tasks.length > maxBulkOperations)
            tell(`${formatCount(count)} of ${counted(tasks.length, 'task')} moved to the trash…`)
        },
      })
      const { kept, removed } = await removeLanes()
      refresh(cache, keys.tasks(projectId), keys.project(projectId))
      const errors = failures
        .map(({ error }) => error)
        .filter((error) => !isTasksApiError(error, 'precondition_failed'))
      const changed = made.created - trashed - errors.length
      const stays = [
        ...(errors.length > 0 ? [failuresText(errors, made.created, 'not moved to the trash')] : []),
        ...(changed > 0 ? [`Changed or deleted since, and so left alone: ${counted(changed, 'task')}.`] : []),
        ...kept.map((label) => `The lane “${label}” stays: it has tasks.`),
        ...(made.fields_created.length > 0
          ? [`The fields that it made stay: ${made.fields_created.join(', ')}.`]
          : []),
      ]
      return {
        done: [
          `${counted(trashed, 'task')} moved to the trash`,
          ...(removed > 0 ? [`${counted(removed, 'lane')} removed`] : []),
        ].join(', '),
        stays: stays.length > 0 ? stays.join(' ') : undefined,
        isIncomplete: errors.length > 0,
      }
    },
  }
}
