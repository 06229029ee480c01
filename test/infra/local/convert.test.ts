import { cp, readFile, writeFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '../../../lib/projects/project.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { anyEvent } from '../../support/feed.ts'
import { admin, adminJson } from '../admin/cli.ts'
import { inDataDir, start, withDataDir } from './service-process.ts'

const fixture = 'test/fixtures/projects-of-one-item'

/** The answers of the release that made the folder: bodies by path. */
interface Fixture {
  /** The lane of the demo's project whose deletion ran out of time. */
  hidden: string
  other: { token: string }
  answers: Record<'demo' | 'other', Record<string, Answer>>
}

interface Answer {
  project?: Project
  projects?: Project[]
  tasks?: Task[]
  changes?: object[]
}

const old = JSON.parse(await readFile(`${fixture}/answers.json`, 'utf8')) as Fixture // make.mjs wrote it

withDataDir()

beforeEach(async () => {
  await writeFile(inDataDir('tasks.db'), gunzipSync(await readFile(`${fixture}/tasks.db.gz`)))
  await cp(`${fixture}/demo.json`, inDataDir('demo.json'))
})

async function send({ base_url }: Demo, token: string, method: string, path: string, body?: object) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const answer = await fetch(base_url + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer & { task?: Task } }
}

/** The current answer for a project of the folder: with the hidden lane, and with the number of tasks in each lane. */
function nowProject(project: Project, tasks: Task[]): Project {
  const isDemo = tasks.some(({ workflow_lane_id }) => workflow_lane_id === old.hidden)
  const lanes = [
    ...project.workflow_lanes,
    ...(isDemo && tasks.some(({ project_id }) => project_id === project.id)
      ? [{ id: old.hidden, label: 'Hidden' }]
      : []),
  ]
  const count = (id: string) => tasks.filter(({ workflow_lane_id }) => workflow_lane_id === id).length
  return { ...project, workflow_lanes: lanes.map((lane) => ({ ...lane, task_count: count(lane.id) })) }
}

/** The current answer that is expected for an answer of the earlier release. */
function nowAnswer({ project, projects, tasks: listed, ...rest }: Answer, tasks: Task[]): Answer {
  return {
    ...rest,
    // its lane is listed again, so the trash names it
    ...(listed && {
      tasks: listed.map((task) =>
        task.label === 'Trashed out of the hidden lane' ? { ...task, workflow_lane_id: old.hidden } : task,
      ),
    }),
    ...(project && { project: nowProject(project, tasks) }),
    ...(projects && { projects: projects.map((one) => nowProject(one, tasks)) }),
  }
}

/** The current answers to all requests of the earlier release, and the expected ones. */
async function compare(demo: Demo): Promise<void> {
  for (const [account, answers] of Object.entries(old.answers)) {
    const token = account === 'demo' ? demo.token : old.other.token
    const tasks = Object.entries(answers).find(([path]) => path.endsWith('/tasks'))?.[1].tasks ?? []
    expect(tasks.length).toBeGreaterThan(0)
    for (const [path, answer] of Object.entries(answers)) {
      const { status, body } = await send(demo, token, 'GET', path)
      expect([path, status]).toEqual([path, 200])
      // the feed's cursor contains the time of the request; the earlier release did not keep who wrote
      const changes = answer.changes?.map((change) => ({ ...anyEvent, origin: null, ...change }))
      if (changes) expect(body.changes).toEqual(changes)
      else expect(body).toEqual(nowAnswer(answer, tasks))
    }
  }
}

describe('a data folder of a release that stored a project in one item', () => {
  it('is converted at the start: nothing is lost, and the hidden lane is listed and can be deleted', async () => {
    const service = start()
    const demo = await service.ready()
    await compare(demo)
    expect(await adminJson({ DATA_DIR: inDataDir() }, 'convert')).toEqual({ accounts: 2, converted: 0 })
    const project = `/projects/${demo.project_id}`
    const request = (method: string, path: string, body?: object) =>
      send(demo, demo.token, method, path, body)
    const entering = { projectId: demo.project_id, label: 'Late', workflowLaneId: old.hidden }
    expect((await request('POST', '/tasks', entering)).status).toBe(404)
    expect((await request('DELETE', `${project}/lanes/${old.hidden}`)).status).toBe(200)
    const lanes = (await request('GET', project)).body.project?.workflow_lanes
    expect(lanes?.map(({ label, task_count }) => [label, task_count])).toEqual([
      ['Doing', 1],
      ['To do', 3],
    ])
    const { tasks = [] } = (await request('GET', `${project}/tasks`)).body
    expect(tasks).toHaveLength(9)
    expect(tasks.filter(({ workflow_lane_id }) => workflow_lane_id === old.hidden)).toEqual([])
    for (const { id } of (await request('GET', `${project}/trash`)).body.tasks ?? [])
      expect((await request('POST', `/tasks/${id}/restore`)).status).toBe(200)
    expect((await request('GET', project)).body.project).toMatchObject({ task_count: 12 })
    const full = old.answers.other['/projects']?.projects?.[0]
    const more = await send(demo, old.other.token, 'POST', '/tasks', { projectId: full?.id, label: 'More' })
    expect(more.status).toBe(429)
    expect((await service.stop())[0]).toBe(0)
  })

  it('may send as much as a new demo account', async () => {
    const { base_url, token } = await start().ready()
    const answer = await fetch(`${base_url}/tokens/self`, { headers: { Authorization: `Bearer ${token}` } })
    expect(answer.headers.get('RateLimit-Policy')).toBe('"token";q=40000000;w=60')
  })

  it("is converted by the operator's command, once", async () => {
    const settings = { DATA_DIR: inDataDir() }
    expect(await admin(settings, 'convert')).toEqual({
      code: 0,
      stdout: 'Converted 3 projects in 2 accounts.\n',
      stderr: '',
    })
    expect(await adminJson(settings, 'convert')).toEqual({ accounts: 2, converted: 0 })
    const service = start()
    await compare(await service.ready())
    expect((await service.stop())[0]).toBe(0)
  })
})
