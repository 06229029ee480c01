import type { QueryClient } from '@tanstack/preact-query'
import { isTasksApiError } from '../../../client/src/index.ts'
import { maxBulkOperations } from '../../../lib/contract/limits.ts'
import { keys } from '../data/api.ts'
import { refresh } from '../data/cache.ts'
import { failuresText } from '../ui/failures.ts'
import { counted, formatCount } from '../ui/format.ts'
import { dismissAlerts, showAlert, showToast } from '../ui/messages.ts'
import { noteStep, tellStep } from '../ui/undo.ts'
import { textsIn } from './change.ts'
import { type Ending, type Edit, recordAll } from './history.ts'
import type { Sending } from './outbox.ts'
import { ChangedSince } from './refusals.ts'
import { whyNot } from './words.ts'

/** What changes of several tasks are to a person, and what is said of them. */
export interface ManyWords {
  /** What identifies the attempt, so that the next one dismisses its alert. */
  about: string
  /** What was done with so many: “3 tasks moved to Doing.” */
  done: (count: number) => string
  /** What an undo has done with so many; without it, nothing is said. */
  undone?: (count: number) => string
  /** What was not done: “not moved to Doing”, and what was not undone: “not moved back”. */
  failed: { made: string; undone: string }
  /** What is done meanwhile with many: “moved to Doing”, and by an undo: “moved back”. */
  progress?: { made: string; undone: string }
  /** Errors that need no message. */
  isQuiet?: (error: unknown) => boolean
}

interface ManyOptions {
  projectId: string
  words: ManyWords
  /** Without it, they cannot be undone. */
  mayUndo?: boolean
  /** Called with how many of them have ended, the first time. */
  onProgress?: (ended: number) => void
}

/** Whether what the page shows of a task is outdated. */
const isOutdated = (error: unknown): boolean =>
  error instanceof ChangedSince ||
  isTasksApiError(error, 'task_not_found', 'lane_not_found', 'precondition_failed')

/**
 * Changes several tasks of a project, which is one to a person: it is shown at once, and can be undone. A message says how far
 * a long one is, and what failed.
 * @returns what was sent, and how each has ended; those that were taken back meanwhile are not among them
 */
export function makeMany(
  cache: QueryClient,
  edits: readonly Edit[],
  { projectId, words, mayUndo = true, onProgress }: ManyOptions,
): { sendings: readonly Sending[]; ended: Promise<readonly Ending[]> } {
  const { about, done, undone, failed, progress, isQuiet = () => false } = words
  const { promise: ended, resolve } = Promise.withResolvers<readonly Ending[]>()
  let isFirst = true
  let count = edits.length

  /** Says what failed. Returns for how many it did not. */
  const sumUp = (endings: readonly Ending[], what: string): number => {
    const errors = endings.flatMap(({ error }) => (error === undefined ? [] : [error]))
    const told = errors.filter((error) => !isQuiet(error))
    // perhaps the person does not see any more what was typed
    const lost = endings.filter(({ error, wasLate }) => error !== undefined && wasLate)
    const texts = lost.flatMap(({ edit }) => textsIn(edit.change).map(([, text]) => text)).join('\n')
    if (told.length > 0)
      showAlert(failuresText(told, endings.length, what, whyNot), about, texts === '' ? undefined : texts)
    // the board that is shown is outdated
    if (errors.some(isOutdated)) refresh(cache, keys.tasks(projectId), keys.project(projectId))
    return endings.length - errors.length
  }
  const tellProgress = (past: number, total: number, isUndo: boolean) => {
    if (isFirst && !isUndo) onProgress?.(past)
    if (total <= maxBulkOperations || !progress) return
    const text = `${formatCount(past)} of ${counted(total, 'task')} ${isUndo ? progress.undone : progress.made}…`
    const close = showToast(text, undefined, { key: about, text: () => text })
    if (past === total) close()
  }

  dismissAlerts(about)
  const { sendings } = recordAll(cache, edits, {
    note: (undo, redo) => {
      const again = () => {
        dismissAlerts(about)
        redo()
      }
      const back = () => {
        dismissAlerts(about)
        return undo()
      }
      return noteStep(done(count), mayUndo ? back : undefined, again)
    },
    made: (endings, step) => {
      const made = sumUp(endings, failed.made)
      if (isFirst) {
        count = made
        if (step && made > 0) tellStep(step, done(made))
      }
      isFirst = false
      resolve(endings)
    },
    undone: (endings) => {
      const back = sumUp(endings, failed.undone)
      if (back > 0 && undone) showToast(undone(back))
    },
    onProgress: tellProgress,
  })
  return { sendings, ended }
}
