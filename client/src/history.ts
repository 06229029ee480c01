import { dryRunQuery, triedTask, type DryRun, type TriedTask } from './dry-run.ts'
import { answerOf, dataOf, type CallOptions, type Http } from './http.ts'
import { entriesOf, type PageOptions } from './pages.ts'
import { withEtag, writeParams, type WriteOptions } from './tasks.ts'
import type { HistoryEntry, HistoryFilter, NewRevert, RevertReport, TaskAnswer } from './types.ts'

/** Takes a task back to a version. With `dryRun: true` it writes nothing, and returns a `TriedTask`, which has no `task`. */
function triableRevert(http: Http) {
  async function revert(
    id: string,
    body: { version: number },
    options: WriteOptions & DryRun,
  ): Promise<TriedTask>
  async function revert(
    id: string,
    body: { version: number },
    options?: WriteOptions & { dryRun?: false },
  ): Promise<TaskAnswer>
  async function revert(
    id: string,
    body: { version: number },
    { dryRun, ...options }: WriteOptions & { dryRun?: boolean } = {},
  ): Promise<TriedTask | TaskAnswer> {
    const { params, ...rest } = writeParams({ id }, options)
    const answer = await answerOf(
      http.POST('/tasks/{id}/revert', {
        body,
        params: { ...params, ...dryRunQuery(dryRun) },
        ...rest,
      }),
      'task',
    )
    return dryRun ? triedTask(answer) : withEtag(answer)
  }
  return revert
}

/** Calls about the history of a task, and taking it back. */
export const taskHistoryOf = (http: Http) => ({
  /** The writes of a task, newest first; also of one in the trash. Iterate with `for await`; all pages are included. */
  history: (id: string, { limit, signal }: PageOptions = {}): AsyncGenerator<HistoryEntry, void, undefined> =>
    entriesOf('entries', { limit, signal }, ({ page, options }) =>
      http.GET('/tasks/{id}/history', { params: { path: { id }, query: page }, ...options }),
    ),

  revert: triableRevert(http),
})

/** Calls about the history of all tasks. */
export const historyOf = (http: Http) => ({
  /** The writes of the account's tasks, newest first. Iterate with `for await`; all pages are included. */
  list: ({ limit, signal, ...filter }: HistoryFilter & PageOptions = {}): AsyncGenerator<
    HistoryEntry,
    void,
    undefined
  > =>
    entriesOf('entries', { limit, signal }, ({ page, options }) =>
      http.GET('/history', { params: { query: { ...filter, ...page } }, ...options }),
    ),
})

export interface RevertOptions extends CallOptions {
  /** Whether the service only says what it would do. */
  dryRun?: boolean | undefined
}

/** Calls about taking back what one writer wrote. */
export const revertsOf = (http: Http) => ({
  /** Takes back one page of it: call again with `next_cursor` as `cursor` until that is null. A repeat changes nothing. */
  create: (body: NewRevert, { dryRun = false, signal }: RevertOptions = {}): Promise<RevertReport> =>
    dataOf(
      http.POST('/reverts', { body, params: { ...dryRunQuery(dryRun) }, ...(signal && { signal }) }),
      'matched',
    ),
})

/** What all parts of a take-back say together. */
export type WholeRevert = Omit<RevertReport, 'next_cursor'>

/**
 * Takes writes back part by part, to the end.
 * @param takePart takes one part back: the first, or the one that begins at the cursor
 * @param onPart is called after each part with the number of tasks so far
 */
export async function takeWhole(
  takePart: (from: { cursor?: string }) => Promise<RevertReport>,
  onPart?: (reverted: number) => void,
): Promise<WholeRevert> {
  const whole: WholeRevert = { matched: 0, reverted: 0, tasks: [], kept: [] }
  let cursor: string | null = null
  do {
    const part: RevertReport = await takePart(cursor === null ? {} : { cursor })
    whole.matched += part.matched
    whole.reverted += part.reverted
    whole.tasks.push(...part.tasks)
    whole.kept.push(...part.kept)
    cursor = part.next_cursor
    onPart?.(whole.reverted)
  } while (cursor !== null)
  return whole
}
