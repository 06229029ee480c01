import type { QueryClient } from '@tanstack/preact-query'
import { sleep } from '../../../client/src/sleep.ts'
import {
  isTasksApiError,
  type ImportReport,
  type Task,
  type ResourceClient,
} from '../../../client/src/index.ts'
import { maxBulkOperations } from '../../../lib/contract/limits.ts'
import { keys } from '../data/api.ts'
import { runBulk } from '../data/bulk.ts'
import { placeTask, refresh } from '../data/cache.ts'
import { trashMany } from '../data/trash-many.ts'
import { restoreMany, whyNotRestored } from '../trash/restore-many.ts'
import { failuresText } from '../ui/failures.ts'
import { counted, formatCount } from '../ui/format.ts'
import { openLanes } from './take-back-lanes.ts'

/** How long after a write the feed of changes may lack it, in ms: its index may lag. */
const lagMs = 5_000
const pauseMs = 1_000

/** The outcome of undoing an import, or of making it again. */
export interface Outcome {
  /** What was done: “2 tasks moved to the trash, 1 lane removed”. */
  done: string
  /** What was not done, and why; undefined if everything was. */
  stays: string | undefined
  /** How many tasks it was done with. */
  count: number
  /** Whether tasks are left that can be tried again. */
  isIncomplete: boolean
}

type Tell = (text: string) => void

/** Takes back what an import has made, and makes it again. Both wait for what was begun before. */
export interface TakeBack {
  /** The name of the origin that the import gives: it tells its tasks from others. */
  originId: string
  /** To be called when the import has ended, with what it has made. */
  close: (report: ImportReport) => void
  undo: (tell: Tell) => Promise<Outcome>
  redo: (tell: Tell) => Promise<Outcome>
}

/** A task of an import, as it is on the board, or was when it went to the trash. */
interface Made {
  id: string
  /** Its version, on the board or in the trash. */
  version: number
  task: Task
}

const isChanged = (error: unknown) => isTasksApiError(error, 'precondition_failed')
const isPurged = (error: unknown) => isTasksApiError(error, 'task_not_found')

/** Says how far a long one is. */
const progressOf = (tell: Tell, total: number, what: string) => (count: number) => {
  if (total > maxBulkOperations) tell(`${formatCount(count)} of ${counted(total, 'task')} ${what}…`)
}

const sentences = (...texts: (string | false)[]): string | undefined => {
  const said = texts.filter((text) => text !== false)
  return said.length > 0 ? said.join(' ') : undefined
}

/** What an import has made, as the change feed says: the tasks that it wrote last, and nobody since. */
async function untouchedOf(
  feed: ReturnType<ResourceClient['changes']>,
  originId: string,
  count: number,
  endedAtMs: number,
): Promise<Made[]> {
  const found = new Map<string, Made>()
  for (;;) {
    for await (const { type, origin, version, task } of feed) {
      if (type === 'updated' && origin?.origin_id === originId)
        found.set(task.id, { id: task.id, version, task })
      else found.delete(task.id)
    }
    if (found.size >= count || Date.now() > endedAtMs + lagMs) return [...found.values()]
    await sleep(pauseMs)
  }
}

/** A task that was restored: as it is now, and in `task` as it was on the board. */
interface Restored extends Made {
  now: Task | undefined
}

/** Gives restored tasks the lanes and statuses that they had. Returns the errors. */
async function setBack(
  client: ResourceClient,
  cache: QueryClient,
  tasks: readonly Restored[],
): Promise<unknown[]> {
  const astray = tasks.filter(
    ({ now, task }) => now?.workflow_lane_id !== task.workflow_lane_id || now.status !== task.status,
  )
  const failures = await runBulk(client, astray, {
    operationOf: ({ id, version, task: { workflow_lane_id: workflowLaneId, status } }) => ({
      ...{ op: 'update', id, workflowLaneId, status, ifVersion: version },
    }),
    keep: (entry, task, version) => {
      entry.version = version ?? entry.version
      if (task) placeTask(cache, task)
    },
  })
  return failures.map(({ error }) => error).filter((error) => !isChanged(error))
}

interface Restoring {
  /** How many tasks were to be restored, how many were, and how many lanes were made. */
  wanted: number
  restored: number
  lanes: number
  /** Why tasks were not restored. */
  errors: readonly unknown[]
  /** Why restored ones have not got their lane and status. */
  astray: readonly unknown[]
}

/** What came of restoring tasks. */
function restoredOf({ wanted, restored: count, lanes, errors, astray }: Restoring): Outcome {
  const left = errors.filter((error) => !isChanged(error) && !isPurged(error))
  const purged = errors.filter(isPurged).length
  const changed = errors.filter(isChanged).length
  return {
    done: [
      `${counted(count, 'task')} restored`,
      ...(lanes > 0 ? [`${counted(lanes, 'lane')} made`] : []),
    ].join(', '),
    stays: sentences(
      left.length > 0 && failuresText(left, wanted, 'not restored', whyNotRestored),
      purged > 0 && `No longer in the trash, and so gone for good: ${counted(purged, 'task')}.`,
      changed > 0 && `Restored or changed since, and so left alone: ${counted(changed, 'task')}.`,
      astray.length > 0 && failuresText(astray, count, 'not put back into lane and status'),
    ),
    count,
    isIncomplete: left.length > 0,
  }
}

/** Runs one after the other, however fast the keys come. */
function openTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return (act: (tell: Tell) => Promise<Outcome>) => (tell: Tell) => {
    const outcome = last.then(() => act(tell))
    last = outcome.catch(() => undefined)
    return outcome
  }
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
  const lanes = await openLanes(client, projectId)
  let made: Pick<ImportReport, 'created' | 'lanes_created' | 'fields_created'>
  let endedAtMs = 0
  /** The tasks that are on the board; undefined until they were first asked for. */
  let there: Made[] | undefined
  /** The tasks that were moved to the trash here. */
  let trashed: Made[] = []

  const undo = async (tell: Tell): Promise<Outcome> => {
    const expected = there?.length ?? made.created
    const tasks = there ?? (await untouchedOf(feed, originId, made.created, endedAtMs))
    const outcome = await trashMany(client, cache, projectId, tasks, {
      onProgress: progressOf(tell, tasks.length, 'moved to the trash'),
    })
    const gone = new Set([...outcome.trashed, ...outcome.absent])
    const reasons = new Map(outcome.failures.map(({ entry, error }) => [entry, error]))
    there = tasks.filter((one) => !gone.has(one) && !isChanged(reasons.get(one)))
    trashed = [...trashed, ...outcome.trashed.map((one) => ({ ...one, version: one.version + 1 }))]
    // what was not sent any more failed for the same reason
    const last = outcome.failures.at(-1)?.error
    const errors = there.map((one) => reasons.get(one) ?? last)
    const { kept, removed } = await lanes.remove(made.lanes_created)
    refresh(cache, keys.tasks(projectId), keys.project(projectId))
    const count = outcome.trashed.length
    const changed = expected - count - errors.length
    return {
      done: [
        `${counted(count, 'task')} moved to the trash`,
        ...(removed > 0 ? [`${counted(removed, 'lane')} removed`] : []),
      ].join(', '),
      stays: sentences(
        errors.length > 0 && failuresText(errors, expected, 'not moved to the trash'),
        changed > 0 && `Changed or deleted since, and so left alone: ${counted(changed, 'task')}.`,
        ...kept.map((label) => `The lane “${label}” stays: it has tasks.`),
        made.fields_created.length > 0 && `The fields that it made stay: ${made.fields_created.join(', ')}.`,
      ),
      count,
      isIncomplete: errors.length > 0,
    }
  }

  const redo = async (tell: Tell): Promise<Outcome> => {
    const { made: remade, laneFor } = await lanes.make()
    const tasks = trashed
    const back: Restored[] = []
    const failures = await restoreMany(client, cache, projectId, tasks, {
      onProgress: progressOf(tell, tasks.length, 'restored'),
      keep: ({ id, version, task }, now, next = version) => {
        const workflow_lane_id = laneFor(task.workflow_lane_id)
        back.push({ id, version: next, task: { ...task, workflow_lane_id }, now })
      },
    })
    const errors = failures.map(({ error }) => error)
    trashed = failures.filter(({ error }) => !isChanged(error) && !isPurged(error)).map(({ entry }) => entry)
    there = [...(there ?? []), ...back]
    const astray = await setBack(client, cache, back)
    refresh(cache, keys.tasks(projectId), keys.project(projectId))
    return restoredOf({ wanted: tasks.length, restored: back.length, lanes: remade, errors, astray })
  }

  const inTurn = openTurns()
  return {
    originId,
    close: (report) => {
      made = report
      endedAtMs = Date.now()
    },
    undo: inTurn(undo),
    redo: inTurn(redo),
  }
}
