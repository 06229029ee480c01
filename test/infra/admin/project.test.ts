import { describe, expect, it } from 'vitest'
import { createAccount } from '../../../lib/tokens/account.ts'
import { getProject } from '../../../lib/projects/projects.ts'
import { newTenant } from '../../support/tenant.ts'
import { admin, adminJson, failure, misuse, testEngine } from './cli.ts'

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string
const unknown = '6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53'

const create = (account: string, ...options: string[]) =>
  adminJson(testEngine, 'project', 'create', '--account', account, ...options)

describe('project create', () => {
  it("creates an empty project with the account's task quota", async () => {
    const account = await createAccount(await newTenant(), { name: 'Ada', task_quota: 5 })
    expect(await create(account.id.toUpperCase(), '--label', ' Launch ')).toStrictEqual({
      project: {
        id: uuid,
        label: 'Launch',
        task_count: 0,
        task_quota: 5,
        workflow_lanes: [],
        created_at: time,
        updated_at: time,
      },
    })
  })

  it('creates a project with its own quota, even 0, which is enforced', async () => {
    const tenant = await newTenant()
    const made = await create(tenant.accountId, '--label', 'Closed', '--task-quota', '0')
    const { project } = made as { project: { id: string; task_quota: number } }
    expect(project.task_quota).toBe(0)
    const body = { projectId: project.id, label: 'A task' }
    expect((await tenant.send('POST', '/tasks', { body })).status).toBe(429)
  })
})

describe('project list', () => {
  it("lists only the account's own projects, oldest first", async () => {
    const [tenant] = [await newTenant({ taskQuota: 5 }), await newTenant()]
    await tenant.createTask()
    const { projectId: first } = tenant
    const second = await tenant.newProject()
    const options = ['project', 'list', '--account', tenant.accountId]
    expect(await adminJson(testEngine, ...options)).toStrictEqual({
      projects: [await getProject(tenant, first), await getProject(tenant, second)],
    })
    const { stdout } = await admin(testEngine, ...options)
    expect(stdout.replace(/ \S{10} \S{8} UTC$/gm, ' <time>')).toBe(
      `ID${' '.repeat(36)}LABEL  TASKS  TASK QUOTA  CREATED\n` +
        `${first}  Test       1           5  <time>\n` +
        `${second}  Test       0       10000  <time>\n`,
    )
  })

  it('lists more than one page', async () => {
    const tenant = await newTenant()
    const ids = [tenant.projectId]
    while (ids.length <= 100) ids.push(await tenant.newProject())
    const { projects } = (await adminJson(testEngine, 'project', 'list', '--account', tenant.accountId)) as {
      projects: { id: string }[]
    }
    expect(projects.map(({ id }) => id)).toEqual(ids)
  })

  it('says that there are no projects', async () => {
    const { id } = await createAccount(await newTenant(), { name: 'Ada' })
    expect(await adminJson(testEngine, 'project', 'list', '--account', id)).toStrictEqual({ projects: [] })
    const stdout = 'The account has no project yet.\n'
    expect(await admin(testEngine, 'project', 'list', '--account', id)).toEqual({
      code: 0,
      stdout,
      stderr: '',
    })
  })
})

describe('project update', () => {
  it.each([
    [['--label', 'Landing'], { label: 'Landing' }],
    [['--task-quota', '0'], { task_quota: 0 }],
  ])('with %j changes only that, permanently', async (options, change) => {
    const tenant = await newTenant()
    const changed = { ...(await getProject(tenant, tenant.projectId)), ...change, updated_at: time }
    const update = ['project', 'update', tenant.projectId, '--account', tenant.accountId]
    expect(await adminJson(testEngine, ...update, ...options)).toStrictEqual({ project: changed })
    expect(await getProject(tenant, tenant.projectId)).toStrictEqual(changed)
  })

  it("fails for another account's project, and does not change it", async () => {
    const [tenant, other] = [await newTenant(), await newTenant()]
    const before = await getProject(other, other.projectId)
    const update = ['project', 'update', other.projectId, '--account', tenant.accountId, '--label', 'Mine']
    expect(await admin(testEngine, ...update)).toEqual(failure('There is no such project.'))
    expect(await getProject(other, other.projectId)).toStrictEqual(before)
  })

  it('needs something to change', async () => {
    const ending = await admin(testEngine, 'project', 'update', unknown, '--account', unknown)
    expect(ending).toEqual(misuse('nothing to change: give --label or --task-quota'))
  })
})

describe('project', () => {
  it.each([
    ['create', ['--label', 'Launch']],
    ['list', []],
    ['update', [unknown, '--label', 'Launch']],
  ])('%s fails when there is no such account', async (verb, options) => {
    const ending = await admin(testEngine, 'project', verb, '--account', unknown, ...options, '--json')
    expect(ending).toEqual(failure('There is no such account: account list shows all.'))
  })
})
