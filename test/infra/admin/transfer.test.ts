import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Comment } from '../../../lib/comments/comment.ts'
import { updateProject } from '../../../lib/projects/projects.ts'
import { listProjects } from '../../../lib/projects/list.ts'
import { createTasks, type Created } from '../../../lib/tasks/create-many.ts'
import { clientFor, collect } from '../../client/support.ts'
import { commentOn } from '../../support/comments.ts'
import { putComments } from '../../support/put-comments.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { admin, adminJson, failure, testEngine } from './cli.ts'
import { contentsOf, measured, newFile, startAdmin } from './transfer.ts'

const exportTo = (accountId: string, file: string, ...options: string[]) =>
  adminJson(testEngine, 'account', 'export', '--account', accountId, '--out', file, ...options)

const importArgs = (accountId: string, file: string, ...options: string[]) => [
  ...['account', 'import', '--account', accountId, '--from', file],
  ...options,
]

const importFrom = (accountId: string, file: string, ...options: string[]) =>
  adminJson(testEngine, ...importArgs(accountId, file, ...options))

const none = { created: 0, existing: 0 }
const nothingElse = {
  ...{ trashed: none, comments: none, comments_left_out: 0 },
  ...{ skipped: 0, values_left_out: 0, failed: 0, failures: [] },
}

/** Creates tasks of every kind, with some 9 KB of text each, in two lanes of the same name and in none. */
async function fillProject(tenant: TestTenant, count: number): Promise<void> {
  const lanes = [null, await tenant.newLane(), await tenant.newLane(tenant.projectId, 'Lane', 2)]
  const { projectId } = tenant
  for (let start = 0; start < count; start += 500) {
    const requests = Array.from({ length: Math.min(500, count - start) }, (_, index) => {
      const n = start + index
      return {
        key: `fill ${n}`,
        request: {
          ...{ projectId, label: `=Task ${n} "\u2028é🎈`, workflowLaneId: lanes[n % 3] ?? null },
          status: ([0, 1, 2] as const)[n % 3] ?? 0,
          ...(n % 2 === 0 && { externalId: `order-${n}` }),
          // the snowman makes two bytes of each character, in memory too
          ...(n % 4 !== 0 && { description: n % 8 === 1 ? '' : `${n}☃\r\n`.padEnd(9_000, 'text and ') }),
          subtasks: Array.from({ length: n % 5 }, (_, part) => ({
            label: `Part ${part}\nof ${n}`,
            isCompleted: part % 2 === 0,
          })),
        },
      }
    })
    const isBusy = (one: Created) => 'code' in one && one.code === 'service_unavailable'
    let created = await createTasks(tenant, requests, 100_000)
    // on a busy machine a transaction may take longer than a write may: the keys make the repeat safe
    while (created.some(isBusy)) created = await createTasks(tenant, requests, 100_000)
    expect(created.filter((one) => !('task' in one))).toEqual([])
  }
}

/** Imports into an account, and returns the id of the project that it makes. */
async function projectOf(tenant: TestTenant, importing: () => Promise<unknown>): Promise<string | undefined> {
  await importing()
  const { projects } = await listProjects(tenant, { limit: 100 })
  return projects.find(({ id }) => id !== tenant.projectId)?.id
}

describe('an account', () => {
  const count = Number(process.env.TASKS ?? 1_250)

  it(`with ${count} tasks comes back equal in another account, with flat memory, and only once`, async () => {
    const [small, source, target] = [
      await newTenant(),
      await newTenant({ taskQuota: 100_000 }),
      await newTenant(),
    ]
    await fillProject(small, 10)
    await fillProject(source, count)
    const { body } = await source.send('GET', `/projects/${source.projectId}/tasks?limit=2`)
    const [, second] = (body as { tasks: { id: string }[] }).tasks
    await source.send('POST', `/tasks/${String(second?.id)}/move`, { body: { to: 'bottom' } })
    await updateProject(source, source.projectId, { label: 'Large' })
    await updateProject(target, target.projectId, { label: 'Own' })
    await adminJson(testEngine, 'account', 'update', target.accountId, '--task-quota', String(count))

    const [smallFile, file] = [newFile(), newFile()]
    const least = await measured('account', 'export', '--account', small.accountId, '--out', smallFile)
    const exported = await measured('account', 'export', '--account', source.accountId, '--out', file)
    expect(exported.document).toEqual({
      export: { file, projects: 1, tasks: count, trashed: 0, comments: 0 },
    })
    const imported = await measured(...importArgs(target.accountId, file))
    const made = { created: count, existing: 0 }
    expect(imported.document).toEqual({
      import: { projects: { created: 1, existing: 0 }, tasks: made, ...nothingElse },
    })
    const [large] = await contentsOf(source.accountId)
    expect(large?.tasks).toHaveLength(count)
    expect(large?.tasks.at(-1)?.label).toMatch(/^=Task 1 /)
    const copies = await contentsOf(target.accountId)
    expect(copies.find(({ label }) => label === 'Large')).toEqual(large)
    expect(copies).toHaveLength(2)

    const again = await measured(...importArgs(target.accountId, file))
    expect(again.document).toEqual({
      import: {
        ...{ projects: { created: 0, existing: 1 }, tasks: { created: 0, existing: count } },
        ...nothingElse,
      },
    })
    expect(await contentsOf(target.accountId)).toEqual(copies)
    const { size } = await stat(file)
    console.log(
      `transfer: ${count} tasks, ${(size / 2 ** 20).toFixed(1)} MiB; peak memory in MiB: ${JSON.stringify({
        ...{ exportOf10: least.peakMiB, export: exported.peakMiB, import: imported.peakMiB },
      })}`,
    )
    expect(exported.peakMiB - least.peakMiB).toBeLessThan(150)
    expect(imported.peakMiB - least.peakMiB).toBeLessThan(150)
  }, 600_000)

  it('comes back with its trash, when both commands are told so', async () => {
    const [source, target, other] = [await newTenant(), await newTenant(), await newTenant()]
    await fillProject(source, 4)
    const { id } = await source.createTask({ label: 'Trashed', externalId: 'gone' })
    await source.send('DELETE', `/tasks/${id}`)
    const file = newFile()
    await exportTo(source.accountId, file, '--trash')
    const counts = { projects: { created: 1, existing: 0 }, tasks: { created: 4, existing: 0 } }
    expect(await importFrom(other.accountId, file)).toEqual({
      import: { ...counts, ...nothingElse, skipped: 1 },
    })
    expect(await importFrom(target.accountId, file, '--trash')).toMatchObject({
      import: { ...counts, trashed: { created: 1, existing: 0 } },
    })
    const own = await contentsOf(source.accountId)
    expect(own[0]?.trashed).toHaveLength(1)
    expect((await contentsOf(target.accountId)).slice(0, 1)).toEqual(own)

    // what a person has restored stays so
    await target.send('POST', '/tasks/ext:gone/restore')
    expect(await importFrom(target.accountId, file, '--trash')).toMatchObject({
      import: { tasks: { created: 0, existing: 4 }, trashed: { created: 0, existing: 1 } },
    })
    expect((await target.send('GET', '/tasks/ext:gone')).status).toBe(200)
  })

  it('comes back with its fields, also deleted ones, and with values of removed options', async () => {
    const [source, target] = [await newTenant(), await newTenant()]
    const define = (tenant: TestTenant, field: object) => tenant.send('POST', '/fields', { body: field })
    const options = (...values: string[]) => values.map((value) => ({ value }))
    const priority = { key: 'priority', label: 'Priority', type: 'select' }
    await define(source, { ...priority, options: options('high', 'low') })
    await define(source, { key: 'due', label: 'Due', type: 'date' })
    const values = { priority: 'high', due: '2026-12-24' }
    await source.createTask({ fields: values })
    await source.send('PATCH', '/fields/priority', { body: { options: options('low', 'mid') } })
    await source.send('DELETE', '/fields/due')
    await define(target, { ...priority, options: options('low') })
    const file = newFile()
    await exportTo(source.accountId, file)
    const made = { projects: { created: 1, existing: 0 }, tasks: { created: 1, existing: 0 } }
    expect(await importFrom(target.accountId, file)).toEqual({ import: { ...made, ...nothingElse } })
    const { body } = await target.send('GET', '/tasks')
    expect(body).toMatchObject({ tasks: [{ fields: values }] })
    const { body: fields } = await target.send('GET', '/fields')
    expect(fields).toMatchObject({ fields: [{ key: 'priority', options: options('low', 'mid') }] })
    // the key of the deleted field is known, with its type
    expect((await define(target, { key: 'due', label: 'Due', type: 'text' })).status).toBe(409)
    const again = { projects: { created: 0, existing: 1 }, tasks: { created: 0, existing: 1 } }
    expect(await importFrom(target.accountId, file)).toEqual({ import: { ...again, ...nothingElse } })
  })

  it.each(['the operator', 'a client'])('comes back with its comments from a file of %s', async (who) => {
    const [source, target, other] = [await newTenant(), await newTenant(), await newTenant()]
    const [first, second] = [await source.createTask(), await source.createTask()]
    const { id } = await source.createTask()
    const many = Array.from({ length: 260 }, (_, n) => `Comment ${n}`)
    await putComments(source, first.id, many)
    const one = await commentOn(source, second.id, { text: '{"type":"task"}', externalId: 'e' })
    await commentOn(source, id, { text: 'In the trash' })
    await source.send('DELETE', `/tasks/${id}`)
    const file = newFile()
    if (who === 'a client')
      await writeFile(file, await collect(clientFor(source.token).exportAll({ trash: true })))
    else {
      const document = { file, projects: 1, tasks: 2, trashed: 1, comments: 262 }
      expect(await exportTo(source.accountId, file, '--trash')).toEqual({ export: document })
    }
    expect(await importFrom(other.accountId, file)).toMatchObject({
      import: { tasks: { created: 2 }, comments: { created: 261, existing: 0 }, skipped: 1 },
    })
    const projectId = await projectOf(target, () => importFrom(target.accountId, file, '--trash'))
    const again = { comments: { created: 0, existing: 262 } }
    expect(await importFrom(target.accountId, file, '--trash')).toMatchObject({ import: again })
    const { body } = await target.send('GET', `/projects/${projectId}/export?comments=true&trash=true`)
    const comments = String(body)
      .trimEnd()
      .split('\n')
      .flatMap((line) => (JSON.parse(line) as { comment?: Comment }).comment ?? []) // as an export has them
    expect(comments.map(({ text }) => text)).toEqual([...many, one.text, 'In the trash'])
    expect(comments[260]).toMatchObject({ author: one.author, external_id: 'e' })
  })

  it('says how many comments it leaves out, whose external ids are taken', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    await commentOn(tenant, id, { text: 'one', externalId: 'e' })
    await commentOn(tenant, id, { text: 'two' })
    const file = newFile()
    await exportTo(tenant.accountId, file)
    expect(await importFrom(tenant.accountId, file)).toMatchObject({
      import: { comments: { created: 1, existing: 0 }, comments_left_out: 1 },
    })
  })

  it('of which a client has written the file comes back too', async () => {
    const [source, target] = [await newTenant(), await newTenant()]
    await fillProject(source, 12)
    await source.newProject()
    await source.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'date' } })
    await source.createTask({ fields: { due: '2026-12-24' } })
    const file = newFile()
    await writeFile(file, await collect(clientFor(source.token).exportAll({ trash: true })))
    await importFrom(target.accountId, file, '--trash')
    const copies = await contentsOf(target.accountId)
    // the copies are listed in the order of the projects; the target's own is younger
    expect(copies.slice(0, 2)).toEqual(await contentsOf(source.accountId))
  })
})

describe('an import that is interrupted', () => {
  it('is completed by the next one, after a kill', async () => {
    const [source, target] = [await newTenant(), await newTenant()]
    await fillProject(source, 700)
    const file = newFile()
    await exportTo(source.accountId, file)
    const child = startAdmin(...importArgs(target.accountId, file))
    const tasksNow = async () => {
      const { projects } = await listProjects(target, { limit: 10 })
      return projects.reduce((sum, { task_count }) => sum + task_count, 0)
    }
    while ((await tasksNow()) === 0) await new Promise((resolve) => setImmediate(resolve))
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await tasksNow()).toBeLessThan(700)
    await importFrom(target.accountId, file)
    expect((await contentsOf(target.accountId))[0]).toEqual((await contentsOf(source.accountId))[0])
  })

  it('is completed by the next one, after the quota was raised, and says which line failed', async () => {
    const [source, target] = [await newTenant(), await newTenant()]
    await fillProject(source, 5)
    const file = newFile()
    await exportTo(source.accountId, file)
    await adminJson(testEngine, 'account', 'update', target.accountId, '--task-quota', '3')
    const { code, stdout, stderr } = await admin(testEngine, ...importArgs(target.accountId, file, '--json'))
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: 2 tasks could not be imported.\n' })
    const message = expect.stringContaining('quota') as string
    expect(JSON.parse(stdout)).toMatchObject({
      import: {
        ...{ tasks: { created: 3, existing: 0 }, failed: 2 },
        failures: [
          { line: 6, code: 'quota_exceeded', message },
          { line: 7, code: 'quota_exceeded', message },
        ],
      },
    })
    const [copy] = (await listProjects(target, { limit: 1 })).projects
    await updateProject(target, String(copy?.id), { task_quota: 5 })
    expect(await importFrom(target.accountId, file)).toMatchObject({
      import: { tasks: { created: 2, existing: 3 }, failed: 0 },
    })
    expect((await contentsOf(target.accountId))[0]).toEqual((await contentsOf(source.accountId))[0])
  })

  it('leaves alone a task that has the same external id for another reason', async () => {
    const [source, target] = [await newTenant(), await newTenant()]
    await source.createTask({ externalId: 'same' })
    const own = await target.createTask({ externalId: 'same', label: 'Own' })
    const file = newFile()
    await exportTo(source.accountId, file)
    const { code, stdout } = await admin(testEngine, ...importArgs(target.accountId, file))
    expect(code).toBe(1)
    expect(stdout).toMatch(/^Failed: 1, the first in line 3: A task with this externalId already exists/m)
    expect((await target.send('GET', '/tasks/ext:same')).body).toEqual({ task: own })
  })
})

describe('the file of an export', () => {
  it('is for its owner alone, and nothing is left beside it', async () => {
    const { accountId } = await newTenant()
    const file = newFile()
    await exportTo(accountId, file)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(4)
    expect(await readdir(dirname(file))).toEqual(['account.ndjson'])
  })

  it('replaces no other', async () => {
    const { accountId } = await newTenant()
    const file = newFile()
    await writeFile(file, 'of somebody')
    const again = ['account', 'export', '--account', accountId, '--out', file]
    expect(await admin(testEngine, ...again)).toEqual(
      failure(`Cannot write ${file}: there is a file of that name.`),
    )
    expect(await readFile(file, 'utf8')).toBe('of somebody')
    expect(await readdir(dirname(file))).toEqual(['account.ndjson'])
  })

  it('is not there after a failure', async () => {
    const file = newFile()
    const unknown = ['account', 'export', '--account', randomUUID(), '--out', file]
    expect(await admin(testEngine, ...unknown)).toEqual(
      failure('There is no such account: account list shows all.'),
    )
    expect(await readdir(dirname(file))).toEqual([])
    const { accountId } = await newTenant()
    const nowhere = ['account', 'export', '--account', accountId, '--out', `${file}/nowhere`]
    expect(await admin(testEngine, ...nowhere)).toEqual(
      failure(`Cannot write ${file}/nowhere: no such file or folder.`),
    )
    await mkdir(file)
    const folder = ['account', 'export', '--account', accountId, '--out', file]
    expect(await admin(testEngine, ...folder)).toEqual(failure(`Cannot write ${file}: it is a folder.`))
    expect(await readdir(dirname(file))).toEqual(['account.ndjson'])
  })
})
