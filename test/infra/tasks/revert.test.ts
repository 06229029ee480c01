import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TasksClient } from '../../../client/src/index.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { startServiceProcess, type ServiceProcess } from '../../harness/service-process.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { compileCache } from '../../support/compile-cache.ts'
import { keptTasks } from '../../support/kept-commands.ts'

const DATA_DIR = newTempFolder()
let service: ServiceProcess
let demo: Demo
let client: TasksClient

beforeAll(async () => {
  service = startServiceProcess(DATA_DIR, compileCache)
  demo = await service.ready()
  client = new TasksClient({ baseUrl: demo.base_url, token: demo.token })
})

afterAll(() => service.stop())

const revert = (...args: string[]) => keptTasks(['revert', ...args], { DATA_DIR })

/** Waits until the history has the newest version of a task. */
const isKnown = (id: string, version: number) =>
  expect
    .poll(async () => (await client.tasks.history(id).next()).value?.version, { timeout: 60_000 })
    .toBe(version)

describe('tasks revert', () => {
  it('says what it would take back, takes it back, and says how that is undone', async () => {
    const agent = new TasksClient({ baseUrl: demo.base_url, token: demo.token, originId: 'agent' })
    const newTask = async (label: string) =>
      (await client.tasks.create({ projectId: demo.project_id, label })).task.id
    const [plain, renamed] = [await newTask('Plain'), await newTask('To be named')]
    await agent.tasks.bulk([plain, renamed].map((id) => ({ op: 'update', id, label: 'Wrong', status: 2 })))
    await client.tasks.update(renamed, { label: 'Mine' })
    await isKnown(plain, 2)
    await isKnown(renamed, 3)
    const agents = ['--by-origin', 'agent', '--after', '2026-01-01T00:00:00Z']
    const tried = await revert(...agents, '--dry-run')
    expect(tried).toMatchObject({ code: 0, stderr: '' })
    expect(tried.stdout).toMatch(/^Dry run: nothing was written\.\n2 tasks were written, 2 of them would be/)
    expect(tried.stdout).toMatch(new RegExp(`\nWhat stays:\n.*\n${renamed} +Mine +label +changed_since\n$`))
    expect((await client.tasks.get(plain)).task.status).toBe(2)
    const { code, stdout } = await revert(...agents)
    expect(code).toBe(0)
    expect((await client.tasks.get(plain)).task).toMatchObject({ label: 'Plain', status: 0 })
    expect((await client.tasks.get(renamed)).task).toMatchObject({ label: 'Mine', status: 0 })
    await isKnown(renamed, 4)
    await isKnown(plain, 3)
    const [, undo = ''] = /\nTo undo this: .* revert (--by-origin .*)\n$/.exec(stdout) ?? []
    expect(JSON.parse((await revert(...undo.split(' '), '--json')).stdout)).toMatchObject({
      ...{ matched: 2, reverted: 2, kept: [], origin_id: expect.stringMatching(/^take-back-/) as string },
    })
    expect((await client.tasks.get(plain)).task).toMatchObject({ label: 'Wrong', status: 2 })
  })

  it('refuses no writer, and more than one', async () => {
    const wrong =
      /^error: Give exactly one of --by-token, --by-member, --by-origin, --by-rule and --by-form\.\n$/
    for (const by of [[], ['--by-origin', 'a', '--by-rule', demo.project_id]]) {
      const { code, stderr } = await revert(...by, '--after', '2026-01-01T00:00:00Z')
      expect(code).toBe(2)
      expect(stderr).toMatch(wrong)
    }
  })
})
