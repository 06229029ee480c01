import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TasksClient, type NewRule, type Rule } from '../../../client/src/index.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { startServiceProcess, type ServiceProcess } from '../../harness/service-process.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { compileCache } from '../../support/compile-cache.ts'
import { keptTasks } from '../../support/kept-commands.ts'
import { tasks } from './run.ts'

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

const rules = (...args: string[]) => keptTasks(['rules', ...args], { DATA_DIR })

/** Makes a rule of each year, which does not run by itself meanwhile. */
const newRule = async (label: string, more: Partial<NewRule> = {}): Promise<Rule> =>
  (
    await client.rules.create({
      ...{ projectId: demo.project_id, label },
      trigger: { type: 'schedule', rrule: 'FREQ=YEARLY', start: '2020-12-31T22:00' },
      action: { type: 'create_task', task: { label: 'Look back' } },
      ...more,
    })
  ).rule

const none = '01a1fc62-6b21-7c4e-9d70-3e8a5f1b2c64'
const notFound = /^error: There is no such rule\.\n$/

describe('tasks rules list', () => {
  it('shows the rules with their next time and last run, and those of one project', async () => {
    expect(await rules('list')).toEqual({ code: 0, stdout: 'There is no rule yet.\n', stderr: '' })
    const { id } = await newRule('Year \u001b[31mend')
    await client.rules.run(id)
    const paused = await newRule('Rests', { status: 'paused' })
    const { code, stdout } = await rules('list')
    expect(code).toBe(0)
    const [head, ...lines] = stdout.trim().split('\n')
    expect(head?.split(/ {2,}/)).toEqual([
      ...['ID', 'LABEL', 'STATUS', 'TRIGGER', 'ACTION', 'NEXT', 'LAST RUN'],
    ])
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      [
        id,
        'Year \\u001b[31mend',
        'active',
        'schedule',
        'create_task',
        expect.stringMatching(/-12-31 22:00:00 UTC$/),
        '-',
      ],
      [paused.id, 'Rests', 'paused', 'schedule', 'create_task', '-', '-'],
    ])
    const other = (await client.projects.create({ label: 'Other' })).project.id
    expect((await rules('list', '--project', other)).stdout).toBe('There is no rule yet.\n')
    expect(JSON.parse((await rules('list', '--json')).stdout)).toEqual(await client.rules.list())
  })
})

describe('tasks rules run', () => {
  it('runs a rule, or only says what that would do', async () => {
    const { id } = await newRule('Run me')
    const tried = await rules('run', id, '--dry-run')
    expect(tried.code).toBe(0)
    expect(tried.stdout).toMatch(/^Dry run: nothing was written\. The run would be:\nDue +\d/)
    expect(tried.stdout).toMatch(/\nIt would create “Look back”\.\n$/)
    expect((await rules('log', id)).stdout).toBe('The log has no such run.\n')
    const ran = await rules('run', id)
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    const [, created = ''] = /^Created +(\S+)$/m.exec(ran.stdout) ?? []
    expect((await client.tasks.get(created)).task.label).toBe('Look back')
    expect(JSON.parse((await rules('run', id, '--dry-run', '--json')).stdout)).toMatchObject({
      dry_run: true,
      would_be: { outcome: 'done' },
    })
  })

  it('needs the task of an event, and says when the run fails', async () => {
    const { project } = await client.projects.create({ label: 'With a lane' })
    const { laneId } = await client.lanes.create(project.id, { label: 'Done' })
    const { id } = await newRule('Move what is done', {
      projectId: project.id,
      trigger: { type: 'event', events: ['task.completed'] },
      action: { type: 'update_task', set: { workflowLaneId: laneId } },
    })
    const { task } = await client.tasks.create({ projectId: project.id, label: 'Done' })
    const without = await rules('run', id)
    expect(without).toMatchObject({ code: 1, stdout: '' })
    expect(without.stderr).toMatch(/^error: --task is required: the rule runs for a task/)
    await client.lanes.delete(project.id, laneId)
    const failed = await rules('run', id, '--task', task.id)
    expect(failed.code).toBe(1)
    expect(failed.stdout).toMatch(/^Outcome +failed$/m)
    expect(failed.stdout).toMatch(new RegExp(`^Task +${task.id}$`, 'm'))
    expect(failed.stderr).toMatch(/^error: The run failed\. .*lane/)
  })
})

describe('tasks rules log', () => {
  it('shows the newest runs first, and says that there are more', async () => {
    const { id } = await newRule('Log me')
    for (let count = 0; count < 3; count += 1) await client.rules.run(id)
    const { code, stdout } = await rules('log', id, '--limit', '2')
    expect(code).toBe(0)
    const [head, ...lines] = stdout.trim().split('\n')
    expect(head).toMatch(/^DUE +OUTCOME +TASK +MATCHED +UPDATED +CREATED +REASON$/)
    expect(lines).toEqual([
      expect.stringMatching(/ UTC +done +- +0 +0 +\S+ +-$/),
      expect.stringMatching(/ UTC +done +- +0 +0 +\S+ +-$/),
      'There are older ones: raise --limit.',
    ])
    expect((await rules('log', id, '--outcome', 'failed')).stdout).toBe('The log has no such run.\n')
    const { runs } = JSON.parse((await rules('log', id, '--json')).stdout) as { runs: unknown[] }
    expect(runs).toHaveLength(3)
  })
})

describe('tasks rules', () => {
  it('asks the service that it is told', async () => {
    const elsewhere = { TASKS_URL: demo.base_url.replace('/v1', ''), TASKS_TOKEN: demo.token }
    const { code, stdout } = await tasks(['rules', 'list', '--json'], elsewhere)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual(await client.rules.list())
  })

  it.each([
    [['run', none], notFound],
    [['log', none], notFound],
    [
      ['list', '--url', 'http://127.0.0.1:1', '--token', 'tsk_x'],
      /Is the service running\? Start it with npm start\.\n$/,
    ],
  ])('says what is wrong: %j', async (args, message) => {
    const { code, stdout, stderr } = await rules(...args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(message)
  })

  it.each([
    [['run', 'x'], "command-argument value 'x' is invalid for argument 'rule'."],
    [['run'], "missing required argument 'rule'"],
    [
      ['log', none, '--limit', '0'],
      "option '--limit <number>' argument '0' is invalid. It must be a whole number from 1 to 9999.",
    ],
    [['log', none, '--outcome', 'good'], "option '--outcome <outcome>' argument 'good' is invalid."],
    [['lst'], "unknown command 'lst'\n(Did you mean list?)"],
  ])('refuses wrong usage: %j', async (args, message) => {
    const { code, stdout, stderr } = await rules(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`error: ${message}`)
  })
})
