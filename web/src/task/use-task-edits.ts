import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { isTasksApiError, type TaskAnswer, type TaskChanges } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { refresh } from '../data/cache.ts'
import { explain } from '../ui/explain.ts'
import { settle, withChanges, type Conflict } from './conflict.ts'
import { putTask } from './task-cache.ts'
import { useWrites } from './use-writes.ts'

/** What the dialog says of the last write. */
export interface Notice {
  text: string
  isAlert: boolean
}

/** A conflict that a person is to settle: the version that has won so far, and what is said once theirs has. */
export interface OpenConflict extends Conflict {
  etag: string
  done: string
}

/** A write whose If-Match has failed comes back as the version that has overtaken it. */
const overtakenBy = (error: unknown): TaskAnswer | undefined =>
  isTasksApiError(error, 'precondition_failed') && error.task && error.etag !== undefined
    ? { task: error.task, etag: error.etag }
    : undefined

/** How often a write is sent again without a question when nothing visible has overtaken it. */
const mostRepeats = 3

/** The writes of a task's dialog: shown at once, reported, and in a conflict left to the person. */
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
  const fail = (error: unknown) => {
    setNotice({ text: explain(error), isAlert: true })
    setConflict(undefined)
    // whatever it was, show what is there now; a task that is gone says so itself
    refresh(cache, keys.task(taskId))
  }

  /** Says how a write has ended; answers whether it was done. */
  const report = async (done: string, outcome: Promise<unknown>): Promise<boolean> => {
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
   * Changes the task as the person has seen it (unless told, as it is known now); answers with the versions before and
   * after, or undefined when it was not done, or is the person's to decide.
   */
  const change = async (
    changes: TaskChanges,
    done: string,
    seen?: TaskAnswer,
  ): Promise<{ before: TaskAnswer; after: TaskAnswer } | undefined> => {
    let base = seen
    let before = seen ?? current
    for (let repeats = 0; ; repeats += 1) {
      let sentTo = before
      try {
        const after = await write(
          (task) => withChanges(task, changes),
          (latest) => {
            sentTo = base ?? latest
            if (repeats === 0) before = sentTo
            return client.tasks.update(taskId, changes, { ifMatch: sentTo.etag })
          },
        )
        setConflict(undefined)
        say(done)
        return { before, after }
      } catch (error) {
        const theirs = overtakenBy(error)
        if (!theirs) {
          fail(error)
          return undefined
        }
        putTask(cache, theirs, sentTo.task)
        const found = { seen: sentTo.task, changes, theirs: theirs.task }
        const verdict = settle(found)
        if (verdict === 'done') {
          setConflict(undefined)
          say(done)
          return { before, after: theirs }
        }
        if (verdict === 'ask' || repeats >= mostRepeats) {
          setConflict({ ...found, etag: theirs.etag, done })
          return undefined
        }
        base = theirs
      }
    }
  }

  return { shown, write, report, change, notice, setNotice, conflict, setConflict }
}
