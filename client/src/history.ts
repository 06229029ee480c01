import type { Http } from './http.ts'
import { entriesOf, type PageOptions } from './pages.ts'
import type { HistoryEntry, HistoryFilter } from './types.ts'

/** Calls about the history of a task. */
export const taskHistoryOf = (http: Http) => ({
  /** The writes of a task, newest first; also of one in the trash. Iterate with `for await`; all pages are included. */
  history: (id: string, { limit, signal }: PageOptions = {}): AsyncGenerator<HistoryEntry, void, undefined> =>
    entriesOf('entries', { limit, signal }, ({ page, options }) =>
      http.GET('/tasks/{id}/history', { params: { path: { id }, query: page }, ...options }),
    ),
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
