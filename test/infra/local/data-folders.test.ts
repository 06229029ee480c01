import { cp, readFile, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import type { Project } from '../../../lib/projects/project.ts'
import type { Rule } from '../../../lib/rules/rule.ts'
import type { Run } from '../../../lib/rules/run.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { anyEvent } from '../../support/feed.ts'
import { admin, failure } from '../admin/cli.ts'
import { inDataDir, start, withDataDir } from './service-process.ts'

const fixtures = 'test/fixtures/data-folders'

interface Answer {
  project?: Project
  projects?: Project[]
  tasks?: Task[]
  changes?: object[]
  rule?: Rule
  runs?: Run[]
  occurrences?: object[]
}

/** What release 0.2.0 answered: bodies by path, of each account. Its lanes gave no status. */
const withStatus = (name: string, value: unknown): unknown =>
  name === 'workflow_lanes' ? (value as object[]).map((lane) => ({ ...lane, task_status: null })) : value
const recorded = JSON.parse(await readFile(`${fixtures}/0.2.0/answers.json`, 'utf8'), withStatus) as {
  token: string
  answers: Record<string, Answer>
}[] // make.mjs wrote it

/** Makes the test's data folder that of a release. */
async function useFolder(release: '0.1.0' | '0.2.0' | '0.3.0'): Promise<void> {
  await writeFile(inDataDir('tasks.db'), gunzipSync(await readFile(`${fixtures}/${release}/tasks.db.gz`)))
  const ofDemo = release === '0.1.0' ? '0.2.0' : release
  await cp(`${fixtures}/${ofDemo}/demo.json`, inDataDir('demo.json'))
}

/** All that the engine's file contains. */
function contents(): unknown {
  const database = new DatabaseSync(inDataDir('tasks.db'), { readOnly: true })
  const entries = database.prepare('SELECT * FROM sqlite_schema ORDER BY name').all()
  const rows = entries
    .filter(({ type }) => type === 'table')
    .map(({ name }) => database.prepare(`SELECT * FROM "${String(name)}"`).all())
  database.close()
  return { entries, rows }
}

async function send({ base_url }: Demo, token: string, method: string, path: string, body?: object) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const answer = await fetch(base_url + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer }
}

withDataDir()

describe('a data folder of release 0.1.0, which stored a project in one item', () => {
  const sentence =
    'There are projects in the format of release 0.1.0, and only release 0.2.0 converts them: start that release once (on ' +
    'AWS, deploy it and run npm run admin -- convert there), then use this one again. Nothing was changed.'

  it('is refused at the start with the release that converts it, and nothing in it changes', async () => {
    await useFolder('0.1.0')
    const before = contents()
    const service = start()
    expect(await service.exited).toEqual([1, null])
    expect({ output: service.output(), complaint: service.complaint() }).toEqual({
      output: '',
      complaint: `tasks-api: ${sentence}\n`,
    })
    expect(contents()).toEqual(before)
  })

  it("is refused by the operator's commands about projects, in each account that has some", async () => {
    await useFolder('0.1.0')
    const settings = { DATA_DIR: inDataDir() }
    const { account_id } = JSON.parse(await readFile(inDataDir('demo.json'), 'utf8')) as Demo
    expect(await admin(settings, 'project', 'list', '--account', account_id)).toEqual(failure(sentence))
    expect(await admin(settings, 'token', 'list', '--account', account_id)).toMatchObject({ code: 0 })
  })
})

describe('a data folder of release 0.2.0', () => {
  it('goes on: nothing is lost, and the lane that was half deleted can be deleted', async () => {
    await useFolder('0.2.0')
    const service = start()
    const demo = await service.ready()
    for (const { token, answers } of recorded) {
      for (const [path, { changes, ...answer }] of Object.entries(answers)) {
        const { status, body } = await send(demo, token, 'GET', path)
        expect([path, status]).toEqual([path, 200])
        // the feed's cursor contains the time of the request; that release did not keep who wrote
        const expected = changes?.map((change) => ({ ...anyEvent, origin: null, ...change }))
        if (expected) expect(body.changes).toEqual(expected)
        else expect(body).toEqual(answer)
      }
    }
    const [ofDemo, ofOther] = recorded
    const project = `/projects/${demo.project_id}`
    const half = ofDemo?.answers[project]?.project?.workflow_lanes.find(({ label }) => label === 'Hidden')?.id
    const request = (method: string, path: string, body?: object) =>
      send(demo, demo.token, method, path, body)
    const entering = { projectId: demo.project_id, label: 'Late', workflowLaneId: half }
    expect((await request('POST', '/tasks', entering)).status).toBe(404)
    expect((await request('DELETE', `${project}/lanes/${half}`)).status).toBe(200)
    const lanes = (await request('GET', project)).body.project?.workflow_lanes
    expect(lanes?.map(({ label, task_count }) => [label, task_count])).toEqual([
      ['Doing', 1],
      ['To do', 3],
    ])
    const { tasks = [] } = (await request('GET', `${project}/tasks`)).body
    expect(tasks).toHaveLength(9)
    expect(tasks.filter(({ workflow_lane_id }) => workflow_lane_id === half)).toEqual([])
    for (const { id } of (await request('GET', `${project}/trash`)).body.tasks ?? [])
      expect((await request('POST', `/tasks/${id}/restore`)).status).toBe(200)
    expect((await request('GET', project)).body.project).toMatchObject({ task_count: 12 })
    const full = ofOther?.answers['/projects']?.projects?.[0]
    const more = await send(demo, ofOther?.token ?? '', 'POST', '/tasks', {
      projectId: full?.id,
      label: 'More',
    })
    expect(more.status).toBe(429)
    expect((await service.stop())[0]).toBe(0)
  })

  it('may send as much as a new demo account', async () => {
    await useFolder('0.2.0')
    const { base_url, token } = await start().ready()
    const answer = await fetch(`${base_url}/tokens/self`, { headers: { Authorization: `Bearer ${token}` } })
    expect(answer.headers.get('RateLimit-Policy')).toBe('"token";q=40000000;w=60')
  })
})

describe('a data folder of release 0.3.0, which knew no rules', () => {
  it('takes rules, and finds the dates of the tasks that are there', async () => {
    await useFolder('0.3.0')
    const demo = await start().ready()
    const request = (method: string, path: string, body?: object) =>
      send(demo, demo.token, method, path, body)
    const projectId = demo.project_id
    const { tasks = [] } = (await request('GET', `/projects/${projectId}/tasks`)).body
    const task = tasks.find(({ label }) => label === 'Due in 2090')
    const make = async (trigger: object, label: string) => {
      const action = { type: 'create_task', task: { label } }
      const { status, body } = await request('POST', '/rules', { projectId, label, trigger, action })
      expect([status, body.rule?.status]).toEqual([201, 'active'])
      return body.rule?.id ?? ''
    }
    const due = await make({ type: 'date', field: 'due' }, 'Of {{task.label}}')
    const late = await make({ type: 'date', field: 'day', late: 'fire' }, 'Late: {{task.label}}')
    const event = await make({ type: 'event', events: ['task.completed'] }, 'After {{task.label}}')
    const once = await make({ type: 'schedule', at: new Date(Date.now() + 2_000).toISOString() }, 'Once')
    await request('PATCH', `/tasks/${task?.id}`, { label: 'Changed', status: 2 })
    await request('PATCH', `/tasks/${task?.id}`, { status: 0 })
    await vi.waitFor(
      async () => {
        const logs = await Promise.all(
          [due, late, event, once].map(
            async (id) => (await request('GET', `/rules/${id}/runs`)).body.runs ?? [],
          ),
        )
        expect(logs.map((runs) => runs.map(({ outcome }) => outcome))).toEqual([
          [],
          ['done'],
          ['done'],
          ['done'],
        ])
        expect((await request('GET', `/rules/${due}/preview`)).body.occurrences).toEqual([
          { at: '2090-01-15T12:00:00.000Z', task_id: task?.id },
        ])
      },
      { timeout: 20_000, interval: 200 },
    )
    const after = (await request('GET', `/projects/${projectId}/tasks?limit=100`)).body.tasks ?? []
    const made = after.filter(({ id }) => tasks.every((known) => known.id !== id)).map(({ label }) => label)
    expect(made.toSorted()).toEqual(['After Changed', 'Late: Due in 2020', 'Once'])
  }, 60_000)
})
