import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createProject } from '../../../lib/projects/projects.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { takeBackup } from '../../../infra/admin/backup/backup.ts'
import { restoreBackup } from '../../../infra/admin/backup/restore.ts'
import { databaseIn } from '../../../infra/local/data-dir.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { enginePid, startServiceProcess } from '../service-process.ts'
import { newTempFolder } from '../temp-folder.ts'
import { useEngineOf } from './engine-of.ts'
import { hammer } from './hammer.ts'
import { rssMib } from './rss.ts'
import { rounded, timedMs } from './statistics.ts'

/** What an installation with a number of tasks takes of one machine, and does. */
export interface SizeRow {
  tasks: number
  disk_mib: number
  service_mib: number
  engine_mib: number
  start_s: number
  gets_per_second: number
  lists_per_second: number
  creates_per_second: number
  backup_s: number
  backup_mib: number
  restore_s: number
}

/** How many tasks one import makes, and how many imports are under way. */
const filling = { rows: 2_000, atOnce: 2 }
const connections = 16
export const ampleQuota = 100_000_000
const setUpMs = 10_000

/** As much as a person or a form writes. */
const description =
  'Please call back about the order of last week, and ask whether the invoice came. '.repeat(3)

/** The headers of a request with the demo account's token. */
export const headersOf = ({ token }: Demo) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})

/**
 * Imports tasks by the API. What a request did not get done is asked for again.
 * @throws Error if a request fails, but not because the service is busy
 */
export async function fill(demo: Demo, projectId: string, count: number): Promise<void> {
  // the same rows again would be duplicates
  const row = () => JSON.stringify({ label: 'Call Ada back', description, externalId: randomUUID() })
  let left = count
  const work = async () => {
    while (left > 0) {
      const size = Math.min(filling.rows, left)
      left -= size
      const answer = await fetch(`${demo.base_url}/projects/${projectId}/import?format=json`, {
        method: 'POST',
        headers: { ...headersOf(demo), 'content-type': 'application/x-ndjson' },
        body: Array.from({ length: size }, row).join('\n'),
      })
      const { created = 0 } = (await answer.json()) as { created?: number }
      if (answer.status !== 200 && answer.status !== 503)
        throw new Error(`An import answered ${answer.status}.`)
      left += size - created // a busy machine does not get all of them done within a request's time
    }
  }
  await Promise.all(Array.from({ length: filling.atOnce }, work))
}

/** The successful answers a second to one request, over 16 connections. */
async function rate(demo: Demo, seconds: number, path: string, body?: object): Promise<number> {
  const { perSecond, failures } = await hammer({
    url: demo.base_url.replace('localhost', '127.0.0.1'),
    ...{ paths: [path], headers: headersOf(demo), connections, end: { seconds } },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (failures > 0) throw new Error(`${path}: ${failures} requests failed.`)
  return rounded(perSecond, 0)
}

const mib = (bytes: number) => rounded(bytes / 1024 ** 2, 0)

/** How long work takes, in seconds. */
const secondsOf = async (work: () => Promise<unknown>) => rounded((await timedMs(work)) / 1_000, 1)

async function measureAt(
  dataDir: string,
  projectId: string,
  tasks: number,
  seconds: number,
): Promise<SizeRow> {
  const service = startServiceProcess(dataDir)
  try {
    let demo: Demo | undefined
    const start_s = await secondsOf(async () => (demo = await service.ready()))
    if (!demo) throw new Error('The service has no demo account.')
    const list = `/projects/${projectId}/tasks`
    const answer = await fetch(`${demo.base_url}${list}?limit=1`, { headers: headersOf(demo) })
    const { tasks: found } = (await answer.json()) as { tasks: { id: string }[] }
    const gets_per_second = await rate(demo, seconds, `/tasks/${found[0]?.id ?? ''}`)
    const lists_per_second = await rate(demo, seconds, list)
    const creates_per_second = await rate(demo, seconds, '/tasks', { projectId, label: 'New', description })
    const folder = newTempFolder()
    const file = join(folder, 'backup.gz')
    let backupBytes = 0
    const backup_s = await secondsOf(async () => ({ bytes: backupBytes } = await takeBackup(dataDir, file)))
    const restore_s = await secondsOf(() => restoreBackup(file, join(folder, 'restored'), 'tasks'))
    return {
      ...{ tasks, disk_mib: mib((await stat(databaseIn(dataDir))).size) },
      ...{ service_mib: await rssMib(service.child.pid), engine_mib: await rssMib(await enginePid(dataDir)) },
      ...{ start_s, gets_per_second, lists_per_second, creates_per_second },
      ...{ backup_s, backup_mib: mib(backupBytes), restore_s },
    }
  } finally {
    await service.stop()
  }
}

/** Fills one project of the service of `npm start`, and measures each size. */
export async function measureSize(
  sizes: readonly number[],
  seconds: number,
  progress: (line: string) => void,
): Promise<SizeRow[]> {
  const dataDir = newTempFolder()
  const rows: SizeRow[] = []
  let projectId = ''
  let filled = 0
  for (const tasks of sizes) {
    progress(`size: ${tasks} tasks`)
    const service = startServiceProcess(dataDir)
    try {
      const demo = await service.ready()
      await useEngineOf(dataDir)
      const tenant = { ...openStorage(Date.now() + setUpMs), accountId: demo.account_id, projectIds: null }
      if (projectId === '')
        projectId = (await createProject(tenant, { label: 'Size', task_quota: ampleQuota })).id
      await fill(demo, projectId, tasks - filled)
    } finally {
      await service.stop()
    }
    filled = tasks
    const row = await measureAt(dataDir, projectId, tasks, seconds)
    progress(JSON.stringify(row)) // the largest size takes minutes
    rows.push(row)
  }
  return rows
}
