import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isTasksApiError, TasksClient } from '../../../client/src/index.ts'
import { startServiceProcess } from '../../harness/service-process.ts'
import { collect } from '../../client/support.ts'
import { compileCache } from '../../support/compile-cache.ts'
import { startReceiver } from '../../support/receiver.ts'
import { admin, adminJson, failure, misuse, newDataDir, runService } from './cli.ts'

/** The path of a backup that does not exist yet. It is deleted after the test. */
const newBackup = () => join(dirname(newDataDir()), 'backup.gz')

/** How many write at once, and how many writes are acknowledged before the backup, and after its moment, at least. */
const load = { callers: 6, before: 200, meanwhile: 20 }

/** What a caller was told of a task: the version that was acknowledged. */
interface Told {
  id: string
  version: number
  isDeleted: boolean
  atMs: number
}

const versionOf = (etag: string) => Number(etag.slice(1, -1))

/** Writes tasks without a pause, until `stop`: creates, changes with a move to a lane, and deletions. */
function writeOn(client: TasksClient, projectId: string, laneId: string) {
  const told: Told[] = []
  const tell = (id: string, version: number, isDeleted = false) =>
    told.push({ id, version, isDeleted, atMs: Date.now() })
  const stopping = new AbortController()
  const work = async () => {
    for (let count = 0; !stopping.signal.aborted; count++) {
      const { task, etag } = await client.tasks.create({ projectId, label: 'New' })
      tell(task.id, versionOf(etag))
      if (count % 2 === 0) continue
      const changed = await client.tasks.update(task.id, { status: 2, workflowLaneId: laneId })
      tell(task.id, versionOf(changed.etag))
      if (count % 3 !== 0) continue
      await client.tasks.delete(task.id)
      tell(task.id, Infinity, true)
    }
  }
  const done = Promise.all(Array.from({ length: load.callers }, work))
  const stop = async () => {
    stopping.abort()
    await done
  }
  return { told, stop }
}

/** Checks that what was acknowledged is there, and that table, counts, list and feed tell the same. */
async function compare(client: TasksClient, projectId: string, acknowledged: readonly Told[]) {
  const listed = new Map((await collect(client.projects.listTasks(projectId))).map((task) => [task.id, task]))
  for (const { id, version, isDeleted } of new Map(acknowledged.map((one) => [one.id, one])).values()) {
    const found = await client.tasks.get(id).catch((error: unknown) => {
      if (isTasksApiError(error, 'task_not_found')) return undefined
      throw error
    })
    if (isDeleted) expect(found).toBeUndefined()
    else if (found) {
      expect(versionOf(found.etag)).toBeGreaterThanOrEqual(version)
      expect(listed.get(id)).toEqual(found.task)
    } else expect(await inTrash(client, projectId)).toContain(id) // it was deleted between the copy and the answer
  }
  const { project } = await client.projects.get(projectId)
  expect(project.task_count).toBe(listed.size)
  const inLanes = [...listed.values()].filter((task) => task.workflow_lane_id !== null)
  expect(project.workflow_lanes.map((lane) => lane.task_count)).toEqual([inLanes.length])
  for (const { id, label, subtasks } of listed.values()) {
    expect({ label, subtasks }).toEqual({ label: 'New', subtasks: [] })
    expect((await client.tasks.get(id)).task).toEqual(listed.get(id))
  }
  // the demo has a project of its own
  const changes = (await collect(client.changes())).filter(({ task }) => task.project_id === projectId)
  const living = changes.filter(({ type }) => type !== 'deleted').map(({ task }) => task)
  expect(new Map(living.map((task) => [task.id, task]))).toEqual(listed)
  return changes.map(({ id }) => id)
}

async function inTrash(client: TasksClient, projectId: string): Promise<string[]> {
  return (await collect(client.projects.listTrash(projectId))).map(({ id }) => id)
}

describe('a backup', () => {
  it('that is taken while the service writes comes back as it was at one moment, and no event is missed', async () => {
    const [DATA_DIR, restored, file] = [newDataDir(), newDataDir(), newBackup()]
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    const service = startServiceProcess(DATA_DIR, compileCache)
    onTestFinished(() => void service.child.kill('SIGKILL'))
    const demo = await service.ready()
    const client = new TasksClient({ baseUrl: demo.base_url, token: demo.token })
    const { webhook } = await client.webhooks.create({ url: receiver.url, eventTypes: ['task.*'] })
    const { laneId } = await client.lanes.create(demo.project_id, { label: 'Lane' })

    const { told, stop } = writeOn(client, demo.project_id, laneId)
    await expect.poll(() => told.length, { timeout: 60_000 }).toBeGreaterThan(load.before)
    const { backup } = (await adminJson({ DATA_DIR }, 'backup', '--out', file)) as {
      backup: { taken_at: string; bytes: number }
    }
    // the service goes on writing: what comes after that moment is not in the backup
    const acknowledged = told.filter(({ atMs }) => atMs < Date.parse(backup.taken_at))
    const enough = acknowledged.length + load.meanwhile
    await expect.poll(() => told.length, { timeout: 60_000 }).toBeGreaterThan(enough)
    await stop()
    service.child.kill('SIGKILL')

    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(file)).size).toBe(backup.bytes)
    expect((await readdir(DATA_DIR)).filter((name) => name.startsWith('backup'))).toEqual([])
    expect(await adminJson({ DATA_DIR: restored }, 'restore', '--from', file)).toEqual({
      restore: { file, data_dir: restored, taken_at: backup.taken_at },
    })
    expect((await stat(join(restored, 'demo.json'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(restored, 'tasks.db'))).mode & 0o777).toBe(0o600)

    const { base_url: baseUrl, ...same } = await runService(restored)
    expect({ base_url: demo.base_url, ...same }).toEqual(demo)
    const again = new TasksClient({ baseUrl, token: demo.token })
    const written = await compare(again, demo.project_id, acknowledged)
    const { task } = await again.tasks.create({ projectId: demo.project_id, label: 'New' })
    expect((await again.tasks.get(task.id)).task).toEqual(task)
    const delivered = async () => {
      const deliveries = await collect(again.webhooks.deliveries.list(webhook.id, { outcome: 'delivered' }))
      return new Set(deliveries.map(({ event_id }) => event_id))
    }
    await expect
      .poll(
        async () => {
          const ids = await delivered()
          return written.filter((id) => !ids.has(id))
        },
        { timeout: 120_000, interval: 500 },
      )
      .toEqual([])
  }, 300_000)

  it('runs nothing that rules have missed since: it is in their logs as skipped', async () => {
    const [DATA_DIR, restored, file] = [newDataDir(), newDataDir(), newBackup()]
    const service = startServiceProcess(DATA_DIR, compileCache)
    onTestFinished(async () => {
      await service.stop()
    })
    const demo = await service.ready()
    const ask = async (baseUrl: string, path: string, body?: object): Promise<unknown> => {
      const response = await fetch(`${baseUrl}${path}`, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { Authorization: `Bearer ${demo.token}`, 'Content-Type': 'application/json' },
      })
      return response.json()
    }
    const at = new Date(Date.now() + 15_000).toISOString()
    const { rule } = (await ask(demo.base_url, '/rules', {
      ...{ projectId: demo.project_id, label: 'Once', trigger: { type: 'schedule', at } },
      action: { type: 'create_task', task: { label: 'Made by the rule' } },
    })) as { rule: { id: string } }
    await adminJson({ DATA_DIR }, 'backup', '--out', file)
    service.child.kill('SIGKILL')
    await adminJson({ DATA_DIR: restored }, 'restore', '--from', file)
    expect(existsSync(join(restored, 'restored.json'))).toBe(true)
    await sleep(Math.max(0, Date.parse(at) - Date.now()))
    const { base_url: baseUrl } = await runService(restored)
    await sleep(2_000) // the clock looks each second
    expect(await ask(baseUrl, `/rules/${rule.id}/runs`)).toMatchObject({
      runs: [{ due_at: at, outcome: 'skipped', created: [] }],
    })
    expect(existsSync(join(restored, 'restored.json'))).toBe(false)
  }, 120_000)

  it('replaces no file, and needs a data folder of this machine', async () => {
    const [DATA_DIR, file] = [newDataDir(), newBackup()]
    expect(await admin({ DATA_DIR }, 'backup', '--out', file)).toEqual(
      failure(`There is no data in ${DATA_DIR}. DATA_DIR names the folder.`),
    )
    await admin({ DATA_DIR }, 'account', 'create', '--name', 'Ada')
    await writeFile(file, 'old')
    expect(await admin({ DATA_DIR }, 'backup', '--out', file)).toEqual(
      failure(`Cannot write ${file}: there is a file of that name.`),
    )
    expect(await readFile(file, 'utf8')).toBe('old')
    expect(await readdir(dirname(file))).toEqual(['backup.gz'])
    for (const command of [
      ['backup', '--out', file],
      ['restore', '--from', file],
    ]) {
      expect(await admin({ DATA_DIR, DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' }, ...command)).toEqual(
        failure('DYNAMODB_ENDPOINT names your own engine: back it up, and restore it, in its own way.'),
      )
      expect(await admin({ DATA_DIR }, ...command, '--table', 'tasks')).toEqual(
        misuse(
          "option '--table' has no place here: on AWS, the table has point-in-time recovery (docs/deploy-data.md)",
        ),
      )
    }
  })
})

describe('a restore', () => {
  it('takes only a whole backup and an empty folder, and else leaves nothing behind', async () => {
    const [DATA_DIR, file, fresh] = [newDataDir(), newBackup(), newDataDir()]
    await admin({ DATA_DIR }, 'account', 'create', '--name', 'Ada')
    // what a killed backup leaves goes with the next one
    for (const name of ['backup-999999999.db', 'backup-999999999.db-journal']) {
      await writeFile(join(DATA_DIR, name), 'unfinished')
    }
    await adminJson({ DATA_DIR }, 'backup', '--out', file)
    expect((await readdir(DATA_DIR)).filter((name) => name.startsWith('backup'))).toEqual([])
    const whole = await readFile(file)
    const flipped = Buffer.from(whole)
    flipped[whole.length >> 1] = (flipped[whole.length >> 1] ?? 0) ^ 1
    const database = gunzipSync(whole)
    const broken: [name: string, bytes: Buffer | string][] = [
      ['cut', whole.subarray(0, whole.length >> 1)],
      ['cut by a byte', whole.subarray(0, -1)],
      ['one bit wrong', flipped],
      ['empty', ''],
      ['a text', 'no backup'],
      ['a packed text', gzipSync('no backup'.repeat(1_000))],
      ['a database and more', gzipSync(Buffer.concat([database, Buffer.alloc(4_096)]))],
      ['half a database', gzipSync(database.subarray(0, database.length >> 1))],
    ]
    for (const [name, bytes] of broken) {
      const bad = join(dirname(file), name)
      await writeFile(bad, bytes)
      expect(await admin({ DATA_DIR: fresh }, 'restore', '--from', bad)).toEqual(
        failure(`${bad} is not a complete backup of this service. It is damaged, cut off, or another file.`),
      )
      expect(existsSync(fresh)).toBe(false)
    }
    const absent = join(dirname(file), 'absent')
    expect(await admin({ DATA_DIR: fresh }, 'restore', '--from', absent)).toEqual(
      failure(`Cannot read ${absent}: no such file or folder.`),
    )
    expect(await admin({ DATA_DIR: fresh, TABLE_NAME: 'others' }, 'restore', '--from', file)).toEqual(
      failure(`${file} has no table others, but tasks. TABLE_NAME names the table.`),
    )
    expect(existsSync(fresh)).toBe(false)

    const notEmpty = 'is not empty: restore into an empty folder, which DATA_DIR names.'
    expect(await admin({ DATA_DIR }, 'restore', '--from', file)).toEqual(failure(`${DATA_DIR} ${notEmpty}`))
    await runService(DATA_DIR)
    expect(await admin({ DATA_DIR }, 'restore', '--from', file)).toEqual(
      failure(`A service is using ${DATA_DIR}: restore into an empty folder, which DATA_DIR names.`),
    )
    // what a killed restore leaves is in nobody's way
    await mkdir(fresh)
    for (const name of ['demo.json', 'restore.db-journal', 'restore.db']) {
      await writeFile(join(fresh, name), 'unfinished')
      const { code } = await admin({ DATA_DIR: fresh }, 'restore', '--from', file)
      expect(code).toBe(name === 'restore.db' ? 0 : 1)
    }
    expect((await readdir(fresh)).sort()).toEqual(['restored.json', 'service.lock', 'tasks.db'])
    expect(await adminJson({ DATA_DIR: fresh }, 'account', 'list')).toMatchObject({
      accounts: [{ name: 'Ada' }],
    })
  }, 120_000)
})
