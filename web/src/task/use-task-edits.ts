import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { isTasksApiError, type TaskAnswer, type TaskChanges } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { refresh } from '../data/cache.ts'
import { explain } from '../ui/explain.ts'
import { differingFields, fieldNames, settle, withChanges, type Conflict, type Field } from './conflict.ts'
import { putTask } from './task-cache.ts'
import { useWrites } from './use-writes.ts'

/** The dialog's message about the last write. */
export interface Notice {
  text: string
  isAlert: boolean
}

/** A conflict for the person to resolve: the ETag of the current version, and the message for a successful write. */
export interface OpenConflict extends Conflict {
  etag: string
  done: string
}

/** The current version in the error of a failed If-Match; undefined for any other error. */
const overtakenBy = (error: unknown): TaskAnswer | undefined =>
  isTasksApiError(error, 'precondition_failed') && error.task && error.etag !== undefined
    ? { task: error.task, etag: error.etag }
    : undefined

/** A successful change: the versions its attempts were based on, and the resulting version. */
interface Ended {
  bases: readonly TaskAnswer[]
  after: TaskAnswer
}

/** How often a write is retried without asking when others have changed other fields. */
const mostRepeats = 5

const namesOf = (fields: ReadonlySet<Field>) => [...fields].map((field) => fieldNames[field]).join(', ')

/** The writes of a task's dialog. They are shown at once and reported; the person resolves conflicts. */
export function useTaskEdits(current: TaskAnswer) {
  const { client } = useApi()
  const cache = useQueryClient()
  const { shown, write } = useWrites(current)
  const [notice, setNotice] = useState<Notice>({ text: '', isAlert: false })
  const [conflict, setConflict] = useState<OpenConflict>()
  const taskId = current.task.id

  const say = (text: string) => {
    setNotice({ text, isAlert: false })
  }
  /** Clears the alert of an earlier attempt. */
  const begin = () => {
    setNotice((last) => (last.isAlert ? { text: '', isAlert: false } : last))
  }
  const fail = (error: unknown) => {
    setNotice({ text: explain(error), isAlert: true })
    setConflict(undefined)
    // show the current version after any error; a deleted task is reported by its own query
    refresh(cache, keys.task(taskId))
  }

  /** Shows the outcome of a write. Resolves to whether it succeeded. */
  const report = async (done: string, outcome: Promise<unknown>): Promise<boolean> => {
    begin()
    try {
      await outcome
      say(done)
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }

  /**
   * Changes the task, based on the version `seen` (by default the latest known one). If others have changed other
   * fields since, it is retried on top of their version. Resolves to undefined when the change failed or the person
   * must choose.
   */
  const change = async (
    changes: TaskChanges,
    done: string,
    seen?: TaskAnswer,
  ): Promise<Ended | undefined> => {
    begin()
    const bases: TaskAnswer[] = []
    const others = new Set<Field>()
    const end = (after: TaskAnswer): Ended => {
      setConflict(undefined)
      say(others.size === 0 ? done : `${done} Someone else changed: ${namesOf(others)}.`)
      return { bases, after }
    }
    for (let base = seen; ;) {
      let sentTo = base ?? current
      try {
        const after = await write(
          (task) => withChanges(task, changes),
          (latest) => {
            sentTo = base ?? latest
            bases.push(sentTo)
            return client.tasks.update(taskId, changes, { ifMatch: sentTo.etag })
          },
        )
        return end(after)
      } catch (error) {
        const theirs = overtakenBy(error)
        if (!theirs || bases.length > mostRepeats) {
          fail(error)
          return undefined
        }
        putTask(cache, theirs, sentTo.task)
        const found = { seen: sentTo.task, changes, theirs: theirs.task }
        const verdict = settle(found)
        if (verdict === 'done') return end(theirs)
        if (verdict === 'ask') {
          setConflict({ ...found, etag: theirs.etag, done })
          return undefined
        }
        for (const field of differingFields(found.seen, found.theirs)) others.add(field)
        base = theirs
      }
    }
  }

  return { shown, write, report, change, notice, setNotice, conflict, setConflict }
}
