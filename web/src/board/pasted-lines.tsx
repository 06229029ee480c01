import { useQueryClient } from '@tanstack/preact-query'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Task, TasksApiError } from '../../../client/src/index.ts'
import { maxBulkOperations, maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { keys, useApi, useMay } from '../data/api.ts'
import { type BulkJob, runBulk, runBulkOnTop } from '../data/bulk.ts'
import { placeTask, refresh, removeTask } from '../data/cache.ts'
import { laneEnd, noLane } from '../data/columns.ts'
import { heirOf } from '../data/heirs.ts'
import { notedVersion } from '../data/own-writes.ts'
import { draftTask, runWrites } from '../data/writes.ts'
import { restoreMany } from '../trash/restore-many.ts'
import { failuresText, reasonOf } from '../ui/failures.ts'
import { counted, formatCount } from '../ui/format.ts'
import { dismissAlerts, showAlert } from '../ui/messages.ts'
import { tooLongText } from '../ui/too-long.ts'
import { beforeRedo, noteUnderWay } from '../ui/undo.ts'
import { useLock } from '../ui/use-lock.ts'
import { useBoard } from './board-context.ts'
import type { Lane } from './use-lanes.ts'

interface PastedLinesProps {
  lane: Lane
  /** The labels of the tasks that the lines would make. */
  labels: string[]
  /** Takes them as one text instead. */
  onOne: () => void
  /** Goes back to the field: the lines were added or cancelled. */
  onEnd: () => void
}

/** Offers to make a task of each pasted line, or one task of all lines. */
export function PastedLines({ lane, labels, onOne, onEnd }: PastedLinesProps) {
  const { add, progress } = useAddMany(lane)
  const [rest, setRest] = useState(labels)
  const first = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    first.current?.focus()
  }, [])
  const tooLong = rest.filter((label) => tooLongText(label, maxLabelCharacters) !== undefined).length
  const submit = async () => {
    const left = await add(rest)
    if (left.length === 0) onEnd()
    else setRest(left)
  }
  return (
    <div
      class="pasted-lines"
      role="group"
      aria-label={`Pasted lines for ${lane.label}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || progress !== undefined) return
        event.stopPropagation()
        onEnd()
      }}
    >
      <ol dir="auto">
        {rest.slice(0, 3).map((label, index) => (
          <li key={index}>{label}</li>
        ))}
        {rest.length > 3 && <li class="muted">and {formatCount(rest.length - 3)} more</li>}
      </ol>
      {tooLong > 0 && (
        <p class="too-long">
          {counted(tooLong, 'line')} {tooLong === 1 ? 'is' : 'are'} longer than {maxLabelCharacters}{' '}
          characters.
        </p>
      )}
      <p role="status">{progress}</p>
      <div>
        <button
          ref={first}
          type="button"
          class="primary"
          aria-disabled={tooLong > 0 || progress !== undefined}
          onClick={() => {
            if (tooLong === 0) void submit()
          }}
        >
          Add {counted(rest.length, 'task')}
        </button>
        {progress === undefined && (
          <>
            <button type="button" onClick={onOne}>
              As one
            </button>
            <button type="button" class="quiet" onClick={onEnd}>
              Cancel
            </button>
          </>
        )}
      </div>
    </div>
  )
}

/** A request that may have been done although its answer was lost. Sent again unchanged, it makes no task twice. */
interface Attempt {
  labels: readonly string[]
  key: string
}

/** Adds many tasks at the end of a lane, in their order; `progress` says how far a long one is. */
function useAddMany(lane: Lane) {
  const { projectId } = useBoard()
  const { client } = useApi()
  const mayDelete = useMay('delete')
  const cache = useQueryClient()
  const lock = useLock()
  const [progress, setProgress] = useState<string>()
  const failed = useRef<Attempt | undefined>(undefined)
  const about = `lines for ${lane.id}`
  const workflowLaneId = lane.id === noLane ? null : lane.id

  /** Adds tasks with one request. Returns the errors of those that were not added, by their place. */
  const addPart = async (labels: readonly string[], made: Task[], versions: Map<string, number>) => {
    const isRepeat = failed.current?.labels.join('\n') === labels.join('\n')
    const attempt = isRepeat && failed.current ? failed.current : { labels, key: crypto.randomUUID() }
    const drafts = labels.map((label) => ({
      task: draftTask(cache, projectId, label, workflowLaneId),
      place: 'end' as const,
    }))
    const send = () =>
      client.tasks.bulk(
        labels.map((label) => ({ op: 'create', projectId, label, workflowLaneId })),
        { idempotencyKey: attempt.key },
      )
    failed.current = attempt
    const { results } = await runWrites(drafts, send, (answer) => {
      for (const { task, version } of answer.results) {
        if (!task) continue
        if (version !== undefined) {
          versions.set(task.id, version)
          notedVersion(cache, task, version)
        }
        made.push(task)
        placeTask(cache, task)
      }
    })
    failed.current = undefined
    return results.flatMap(({ error }, index) => (error ? [{ label: labels[index] ?? '', error }] : []))
  }

  /**
   * Deletes the tasks that nobody has worked on since. A changed place does not count, because a move may have been
   * undone.
   */
  const undo = async (made: readonly Task[], versions: Map<string, number>) => {
    const job: BulkJob<Task> = {
      operationOf: ({ id }) => {
        const version = versions.get(id)
        return { op: 'delete', id, ...(version !== undefined && { ifVersion: version }) }
      },
      keep: ({ id }) => {
        removeTask(cache, id)
      },
    }
    const isAsLeft = (now: Task, { label, status }: Task) =>
      now.label === label && now.status === status && !now.description && now.subtasks.length === 0
    const failures = await runBulkOnTop(client, made, job, { versions, isAsLeft })
    refresh(cache, keys.project(projectId), keys.projects, keys.trash(projectId))
    if (failures.length > 0) {
      const errors = failures.map(({ error }) => error)
      showAlert(failuresText(errors, made.length, 'not deleted', reasonOf), about)
    }
    return failures.length < made.length
  }

  /** Takes the tasks out of the trash: later steps are about these very tasks. */
  const restore = async (made: readonly Task[], versions: Map<string, number>) => {
    dismissAlerts(about)
    const keep = ({ id }: Task, task?: Task, version?: number) => {
      if (version === undefined) return
      versions.set(id, version)
      if (task) placeTask(cache, notedVersion(cache, task, version).task)
    }
    const failures = await restoreMany(client, cache, projectId, made, { keep })
    const laneId = heirOf(lane.id)
    if (laneId !== lane.id) {
      const operationOf = ({ id }: Task) => ({ op: 'move', id, ...laneEnd, workflowLaneId: laneId }) as const
      failures.push(...(await runBulk(client, made, { operationOf, keep })))
    }
    if (failures.length > 0) {
      const errors = failures.map(({ error }) => error)
      showAlert(failuresText(errors, made.length, 'not added', reasonOf), about)
    }
  }

  /** Adds tasks, and says what failed. */
  const make = async (labels: readonly string[]) => {
    dismissAlerts(about)
    const made: Task[] = []
    const versions = new Map<string, number>()
    const left: { label: string; error: unknown }[] = []
    for (let from = 0; from < labels.length; from += maxBulkOperations) {
      setProgress(`${formatCount(from)} of ${counted(labels.length, 'task')} added…`)
      try {
        const refused = await addPart(labels.slice(from, from + maxBulkOperations), made, versions)
        left.push(
          ...refused.map(({ label, error }) => ({
            label,
            error: new TasksApiError(error.code, error.message, error),
          })),
        )
      } catch (error) {
        // first, so that the same request is sent again, which makes no task twice
        left.unshift(...labels.slice(from).map((label) => ({ label, error })))
        break
      }
    }
    setProgress(undefined)
    refresh(cache, keys.project(projectId), keys.projects)
    if (left.length > 0) {
      const errors = left.map(({ error }) => error)
      showAlert(failuresText(errors, labels.length, 'not added'), about)
    }
    return { made, versions, left: left.map(({ label }) => label) }
  }

  /** Returns the labels that were not added. */
  const add = async (labels: readonly string[]): Promise<string[]> => {
    if (!lock.take()) return [...labels]
    const making = make(labels)
    const wordsOf = (count: number) => `Added ${counted(count, 'task')} to ${lane.label}.`
    // one after the other, however fast the keys come
    let last: Promise<unknown> = making
    const takeBack = () => {
      const undoing = Promise.all([making, last]).then(([{ made, versions }]) => undo(made, versions))
      last = undoing
      return undoing
    }
    const redo = () => {
      last = Promise.all([making, last, beforeRedo()]).then(([{ made, versions }]) => restore(made, versions))
    }
    const end = noteUnderWay(wordsOf(labels.length), mayDelete ? takeBack : undefined, redo)
    const { made, left } = await making
    lock.free()
    end(made.length > 0 ? wordsOf(made.length) : undefined)
    return left
  }
  return { add, progress }
}
