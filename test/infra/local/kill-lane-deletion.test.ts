import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Project } from '../../../lib/projects/project.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { writeTasks } from '../../support/many-tasks.ts'
import { headersOf, inDataDir, start, withDataDir } from './service-process.ts'

withDataDir()

const tasksInLane = 3_000

const request = (demo: Demo, method: string, path: string, body?: object) =>
  fetch(`${demo.base_url}/projects/${demo.project_id}${path}`, {
    method,
    headers: headersOf(demo),
    ...(body && { body: JSON.stringify(body) }),
  })

const getProject = async (demo: Demo) =>
  ((await (await request(demo, 'GET', '')).json()) as { project: Project }).project

async function allTasks(demo: Demo): Promise<Task[]> {
  const tasks: Task[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`
    const answer = await request(demo, 'GET', `/tasks?limit=100${after}`)
    const page = (await answer.json()) as { tasks: Task[]; next_cursor: string | null }
    tasks.push(...page.tasks)
    cursor = page.next_cursor
  }
  return tasks
}

/** The number of tasks in each lane, by its id. */
const held = (tasks: Task[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(tasks, ({ workflow_lane_id }) => String(workflow_lane_id))).map(
      ([lane, inLane]) => [lane, inLane?.length],
    ),
  )

describe('the deletion of a lane with thousands of tasks', () => {
  it('hides no task after kill -9, and a repeat finishes it', async () => {
    const service = start()
    const demo = await service.ready()
    const made = (await (await request(demo, 'POST', '/lanes', { label: 'Lane' })).json()) as {
      project: Project
    }
    const laneId = String(made.project.workflow_lanes[0]?.id)
    const labels = Array.from({ length: tasksInLane }, (_, n) => `Task ${n}`)
    await writeTasks(inDataDir(), demo.account_id, demo.project_id, labels, laneId)
    const deletion = request(demo, 'DELETE', `/lanes/${laneId}`).catch(() => 'killed')
    let left = tasksInLane
    while (left === tasksInLane) {
      await sleep(20)
      left = (await getProject(demo)).workflow_lanes[0]?.task_count ?? 0
    }
    service.child.kill('SIGKILL')
    await service.exited
    expect(await deletion).toBe('killed')

    const again = start()
    const anew = await again.ready()
    const project = await getProject(anew)
    const tasks = await allTasks(anew)
    expect(tasks).toHaveLength(tasksInLane)
    expect(project.task_count).toBe(tasksInLane)
    expect(project.workflow_lanes.map(({ id }) => id)).toEqual([laneId])
    const inLane = project.workflow_lanes[0]?.task_count ?? 0
    expect(inLane).toBeGreaterThan(0) // otherwise the deletion was done before the kill
    expect(held(tasks)).toEqual({ [laneId]: inLane, null: tasksInLane - inLane })
    const entering = { projectId: anew.project_id, label: 'Late', workflowLaneId: laneId }
    const body = JSON.stringify(entering)
    const late = await fetch(`${anew.base_url}/tasks`, { method: 'POST', headers: headersOf(anew), body })
    expect(late.status).toBe(404)

    // a slow machine may need more than one repeat
    let repeat = await request(anew, 'DELETE', `/lanes/${laneId}`)
    while (repeat.status === 503) {
      expect(repeat.headers.get('retry-after')).toBe('1')
      repeat = await request(anew, 'DELETE', `/lanes/${laneId}`)
    }
    expect(repeat.status).toBe(200)
    expect(await getProject(anew)).toMatchObject({ task_count: tasksInLane, workflow_lanes: [] })
    expect(held(await allTasks(anew))).toEqual({ null: tasksInLane })
    await again.stop()
  }, 180_000)
})
