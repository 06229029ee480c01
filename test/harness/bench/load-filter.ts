import { startServiceProcess } from '../service-process.ts'
import { newTempFolder } from '../temp-folder.ts'
import { useEngineOf } from './engine-of.ts'
import { newAccount, type Account } from './load-account.ts'
import { median, rounded, timedMs, type Extent } from './statistics.ts'

/** How long it takes to read all tasks of a project by a filter that finds nothing: by text, and by a field, in turns. */
export interface FilterReport {
  tasks: number
  text_ms: number
  field_ms: number
  /** How many times as long the filter by a field takes: the median of the turns. */
  ratio: number
}

const extents = { exact: { tasks: 10_000, turns: 9 }, least: { tasks: 100, turns: 1 } }
const tasksOfRequest = 100

/** Makes the tasks; each has a value of the field. */
async function fill({ call, projectId }: Account, tasks: number): Promise<void> {
  await call('POST', '/fields', JSON.stringify({ key: 'due', label: 'Due', type: 'date' }))
  const fields = { due: '2026-12-24' }
  const operation = { op: 'create', projectId, label: 'Call Ada back', description: 'By noon', fields }
  const body = JSON.stringify({ operations: Array.from({ length: tasksOfRequest }, () => operation) })
  for (let left = tasks; left > 0; left -= tasksOfRequest) {
    const { failed } = (await call('POST', '/tasks/bulk', body)) as { failed: number } // as declared
    if (failed > 0) throw new Error(`${failed} of ${tasksOfRequest} creates in one request failed.`)
  }
}

/** Reads a list by a filter to its end. */
async function readAll({ read, projectId }: Account, filter: string): Promise<void> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = `/projects/${projectId}/tasks?${filter}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const page = (await read(path)) as { tasks: unknown[]; next_cursor: string | null } // as declared
    if (page.tasks.length > 0) throw new Error(`${filter} found tasks.`)
    cursor = page.next_cursor
  }
}

/**
 * Measures the filter by a field against the filter by text.
 * @throws Error if a request fails
 */
export async function measureFilter(extent: Extent, progress: (line: string) => void): Promise<FilterReport> {
  const { tasks, turns } = extents[extent]
  const dataDir = newTempFolder()
  const service = startServiceProcess(dataDir)
  try {
    const url = (await service.ready()).base_url
    await useEngineOf(dataDir)
    const account = await newAccount(url)
    progress('filter: set-up')
    await fill(account, tasks)
    const byText = () => readAll(account, 'q=zebra')
    const byField = () => readAll(account, 'fields%5Bdue%5D=2026-12-31')
    // neither gets the first, slow requests of a process
    await byText()
    await byField()
    const rows: { text: number; field: number }[] = []
    for (let turn = 1; turn <= turns; turn++) {
      progress(`filter: turn ${turn} of ${turns}`)
      rows.push({ text: await timedMs(byText), field: await timedMs(byField) })
    }
    return {
      tasks,
      text_ms: rounded(median(rows.map(({ text }) => text)), 0),
      field_ms: rounded(median(rows.map(({ field }) => field)), 0),
      ratio: rounded(median(rows.map(({ text, field }) => field / text)), 2),
    }
  } finally {
    await service.stop()
  }
}
