import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { isTasksApiError, type TaskAnswer, type TaskChanges } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { refresh } from '../data/cache.ts'
import { explain } from '../ui/explain.ts'
import { differingFields, fieldNames, settle, withChanges, type Conflict, type Field } from './conflict.ts'
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

/** How a change of the person's own has ended. */
interface Ended {
  bases: readonly TaskAnswer[]
  after: TaskAnswer
}

/** How often a write is sent again without a question when others have changed something else. */
const mostRepeats = 5

const namesOf = (fields: ReadonlySet<Field>) => [...fields].map((field) => fieldNames[field]).join(', ')

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
  /** A further attempt: what went wrong before is no news any more. */
  const begin = () => {
    setNotice((last) => (last.isAlert ? { text: '', isAlert: false } : last))
  }
  const fail = (error: unknown) => {
    setNotice({ text: explain(error), isAlert: true })
    setConflict(undefined)
    // whatever it was, show what is there now; a task that is gone says so itself
    refresh(cache, keys.task(taskId))
  }

  /** Says how a write has ended; answers whether it was done. */
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
   * Changes the task as the person has seen it (unless told, as it is known now), and again on top of what others have
   * changed elsewhere in it; answers with the versions that it was built on and the one that has come of it, or
   * undefined when it was not done, or is the person's to decide.
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
      say(others.size === 0 ? done : `${done} Someone else has changed: ${namesOf(others)}.`)
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
