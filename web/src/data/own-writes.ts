import type { QueryClient } from '@tanstack/preact-query'
import type { TaskAnswer } from '../../../client/src/index.ts'

/** The last answer to a write of this page of each task, by its id: it tells the page's own changes from those of others. */
const answers = new WeakMap<QueryClient, Map<string, TaskAnswer>>()

/** Notes the answer to a write of this page, and returns it. */
export function noted(cache: QueryClient, answer: TaskAnswer): TaskAnswer {
  const known = answers.get(cache) ?? new Map<string, TaskAnswer>()
  answers.set(cache, known.set(answer.task.id, answer))
  return answer
}

/** The ETag of a version, for answers that tell the version only. */
export const etagOf = (version: number): string => `"${version}"`

/** What an undo is based on: the last answer to this page. */
export const latestOf = (cache: QueryClient, after: TaskAnswer): TaskAnswer =>
  answers.get(cache)?.get(after.task.id) ?? after
