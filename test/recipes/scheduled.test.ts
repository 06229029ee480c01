import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { format } from 'prettier'
import { describe, expect, it } from 'vitest'
import type { Task } from '../../lib/tasks/task.ts'
import { newTempFolder } from '../harness/temp-folder.ts'
import { limits, testPort } from '../support/api.ts'
import { pathWithCurl } from '../support/curl.ts'
import { storeTasks } from '../support/stored-tasks.ts'
import { newTenant, type TestTenant } from '../support/tenant.ts'
import { blocksOf, recipeOf } from './recipe.ts'

const recipe = recipeOf('scheduled')
const [sendRule = '', changeAll = '', nightly = '', archiveLane = '', archiveProject = '', weekly = ''] =
  blocksOf(recipe, 'sh')
const [nightlyRule = '', laneRule = '', trashRule = '', projectRule = '', weeklyRule = ''] = blocksOf(
  recipe,
  'json',
)
const [workflow = '', template = ''] = blocksOf(recipe, 'yaml')

/** The scripts of the steps of a workflow. */
const stepsOf = (yaml: string): string[] =>
  [...yaml.matchAll(/^( +)run: \|\n((?:\1 {2}.*\n|\n)+)/gm)].map(([, indentation = '', script = '']) =>
    script.replaceAll(new RegExp(`^${indentation} {2}`, 'gm'), ''),
  )

/** A folder as the recipe describes it, and what runs a script in it. */
function folderOf(tenant: TestTenant, more: Record<string, string> = {}) {
  const folder = newTempFolder()
  const settings = {
    ...{ URL: `http://127.0.0.1:${testPort}/v1`, PROJECT: tenant.projectId, TOKEN: tenant.token },
    ...more,
  }
  const lines = Object.entries(settings).map(([name, value]) => `export ${name}='${value}'\n`)
  writeFileSync(join(folder, 'tasks.env'), lines.join(''))
  writeFileSync(join(folder, 'change-all.sh'), changeAll)
  writeFileSync(join(folder, '.curlrc'), 'retry-max-time = 1\n') // the recipe's five retries take half a minute
  const env = { ...process.env, ...settings, HOME: folder, PATH: pathWithCurl() }
  return async (script: string): Promise<string> => {
    writeFileSync(join(folder, 'job.sh'), script)
    // GitHub runs a step with -e
    return (await promisify(execFile)('/bin/sh', ['-e', join(folder, 'job.sh')], { cwd: folder, env })).stdout
  }
}

async function tasksOf({ send }: TestTenant, projectId: string): Promise<Task[]> {
  const { body } = await send('GET', `/projects/${projectId}/tasks?limit=100`)
  return (body as { tasks: Task[] }).tasks // `send` has checked it
}

/**
 * Makes a rule as the recipe says: first as a dry run, then without. Runs it once, by hand.
 * @param text the rule with the ids of tasks.env, in whose place those of the tenant are put
 */
async function runRule(tenant: TestTenant, text: string, taskId?: string, more: Record<string, string> = {}) {
  const ids = { PROJECT: tenant.projectId, ...more }
  const own = Object.entries(ids).reduce((rule, [name, id]) => {
    const [, example = name] = new RegExp(`^export ${name}=(\\S+)$`, 'm').exec(recipe) ?? []
    return rule.replaceAll(example, id)
  }, text)
  const run = folderOf(tenant)
  const save = `cat > rule.json <<'END'\n${own}END\n`
  const tried = JSON.parse(await run(save + sendRule)) as { preview: { occurrences: unknown[] } }
  const made = JSON.parse(await run(save + sendRule.replace('?dryRun=true', ''))) as { rule: { id: string } }
  const body = taskId === undefined ? {} : { taskId }
  const answer = await tenant.send('POST', `/rules/${made.rule.id}/runs`, { body })
  expect(answer).toMatchObject({ status: 201, body: { run: { outcome: 'done', error: null } } })
  return tried.preview.occurrences
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString()
const old = { updated_at: daysAgo(31) }
const recent = { updated_at: daysAgo(29) }

describe('change-all.sh', () => {
  it('goes on until no more tasks match, and does nothing the second time', async () => {
    const tenant = await newTenant()
    await storeTasks(tenant, Array<object>(205).fill({}))
    limits.functionTimeoutMs = 60_000 // on a slow machine, a request whose time is over changes fewer
    const run = folderOf(tenant)
    const change = `sh change-all.sh '"where": {"status": 0}, "set": {"status": 2}'`
    const answers = (await run(change)).trim().split('\n')
    expect(answers.map((line) => (JSON.parse(line) as { updated: number }).updated)).toEqual([100, 100, 5])
    expect(JSON.parse(await run(change))).toMatchObject({ matched: 0, has_more: false })
  })

  it('fails with the answer of the API', async () => {
    const run = folderOf(await newTenant())
    const failed = run(`sh change-all.sh '"where": {}, "set": {"status": 2}'\necho went on`)
    await expect(failed).rejects.toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: expect.stringContaining('where must say which tasks are meant') as unknown,
    })
    const revoked = folderOf(await newTenant(), { TOKEN: 'tsk_none' })
    await expect(revoked(nightly)).rejects.toMatchObject({ code: 1 })
  })
})

describe.each(['a rule', 'a job of cron'])('%s', (way) => {
  const isRule = way === 'a rule'

  it('completes what has been in progress for 30 days', async () => {
    const tenant = await newTenant()
    await storeTasks(tenant, [{ status: 1, ...old }, { status: 1, ...recent }, old])
    if (isRule) expect(await runRule(tenant, nightlyRule)).toHaveLength(10)
    else await folderOf(tenant)(nightly)
    expect((await tasksOf(tenant, tenant.projectId)).map(({ status }) => status)).toEqual([2, 1, 0])
  })

  it('moves what has been done for 30 days into the lane of the archive', async () => {
    const tenant = await newTenant()
    const lane = await tenant.newLane()
    await storeTasks(tenant, [{ status: 2, ...old }, { status: 2, ...recent }, old])
    const ids = { ARCHIVE_LANE: lane }
    if (isRule) await runRule(tenant, laneRule, undefined, ids)
    else await folderOf(tenant, ids)(archiveLane)
    const lanes = (await tasksOf(tenant, tenant.projectId)).map((task) => task.workflow_lane_id)
    expect(lanes).toEqual([lane, null, null])
  })

  it('creates the task of the week once', async () => {
    const tenant = await newTenant()
    const run = folderOf(tenant)
    if (isRule) await runRule(tenant, weeklyRule)
    else expect(await run(weekly)).toBe(await run(weekly))
    const labels = (await tasksOf(tenant, tenant.projectId)).map(({ label }) => label)
    expect(labels).toEqual([expect.stringMatching(/^Weekly review \d{4}-W\d\d$/)])
  })
})

describe('the other rules', () => {
  it('moves what has been done for 30 days into the trash', async () => {
    const tenant = await newTenant()
    await storeTasks(tenant, [{ status: 2, ...old }, { status: 2, ...recent }, old])
    await runRule(tenant, trashRule)
    expect((await tasksOf(tenant, tenant.projectId)).map(({ status }) => status)).toEqual([2, 0])
  })

  it('moves a task to the project of the archive when it is done', async () => {
    const tenant = await newTenant()
    const archive = await tenant.newProject(3)
    const { id } = await tenant.createTask({ status: 2 })
    await runRule(tenant, projectRule, id, { ARCHIVE_PROJECT: archive })
    expect((await tasksOf(tenant, archive)).map((task) => task.id)).toEqual([id])
  })

  it('completes what the template for EventBridge completes', async () => {
    const [, where = ''] = /`("where": \{[^`]*\})`/.exec(recipe) ?? []
    const tenant = await newTenant()
    await storeTasks(tenant, [{ label: 'Rotate [AUTO]' }, { label: 'auto' }])
    await runRule(tenant, nightlyRule.replace(/"where": \{[^}]*\}/, where))
    expect((await tasksOf(tenant, tenant.projectId)).map(({ status }) => status)).toEqual([2, 0])
  })
})

describe('a job of cron', () => {
  // not every machine has jq; GitHub's runners have it
  it.runIf(spawnSync('jq', ['--version']).status === 0)(
    'moves what has been done for 30 days to the project of the archive, all of it, and fails if one cannot be moved',
    async () => {
      const tenant = await newTenant()
      const archive = await tenant.newProject(3)
      const done = { status: 2 as const, ...old }
      await storeTasks(tenant, [done, { status: 2, ...recent }, done, old, done])
      const run = folderOf(tenant, { ARCHIVE_PROJECT: archive })
      const inPages = archiveProject.replace('limit=100', 'limit=2')
      expect(inPages).not.toBe(archiveProject)
      await run(inPages)
      expect(await tenant.taskCount(archive)).toBe(3)
      expect(await tasksOf(tenant, tenant.projectId)).toHaveLength(2)
      await storeTasks(tenant, [done])
      await expect(run(inPages)).rejects.toMatchObject({ code: 22 })
    },
  )
})

describe('the workflow of GitHub Actions', () => {
  it('is YAML, and its steps complete tasks and create the task of the week', async () => {
    await expect(format(workflow, { parser: 'yaml' })).resolves.toContain('on:')
    const steps = stepsOf(workflow)
    expect(steps).toHaveLength(2)
    const tenant = await newTenant()
    await storeTasks(tenant, [
      { status: 1, ...old },
      { status: 1, ...recent },
    ])
    const run = folderOf(tenant)
    for (const step of [...steps, ...steps]) await run(step)
    const tasks = await tasksOf(tenant, tenant.projectId)
    expect(tasks.map(({ status }) => status)).toEqual([2, 1, 0])
    for (const name of ['vars.TASKS_URL', 'vars.TASKS_PROJECT', 'secrets.TASKS_TOKEN']) {
      expect(workflow).toContain(`\${{ ${name} }}`)
    }
  })
})

describe('the template for EventBridge', () => {
  it('is YAML, names only resources that it has, and its request does what the recipe says', async () => {
    await expect(format(template, { parser: 'yaml' })).resolves.toContain('Resources:')
    const [, resources = ''] = template.split('Resources:\n')
    const names = [...resources.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)
    const used = [...template.matchAll(/!(?:GetAtt|Ref) (\w+)/g)].map(([, name]) => name)
    expect(used.length).toBeGreaterThan(5)
    expect(names).toEqual(expect.arrayContaining(used))
    const [, input = ''] = /^ +Input: '(\{"where.*)'$/m.exec(template) ?? []
    const tenant = await newTenant()
    await storeTasks(tenant, [{ label: 'Rotate [AUTO]' }, { label: 'auto' }])
    const path = `/projects/${tenant.projectId}/tasks`
    const { status, body } = await tenant.send('PATCH', path, { body: JSON.parse(input) as object })
    expect(status).toBe(200)
    expect(body).toMatchObject({ updated: 1 })
  })
})
