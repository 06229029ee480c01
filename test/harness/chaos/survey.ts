import type { Comment } from '../../../lib/comments/comment.ts'
import type { Project } from '../../../lib/projects/project.ts'
import type { Task, TrashedTask } from '../../../lib/tasks/task.ts'
import { inParallel } from '../faults/matrix.ts'
import type { Sight } from './history.ts'
import { ask, readAll, readComments, readProjects, readTasks } from './http.ts'
import { Mirror } from './mirror.ts'
import type { Stage } from './stage.ts'
import { readSettled, type Stored } from './stored.ts'

/** The final state that the service shows, once all requests have ended. */
export interface Survey {
  projects: Project[]
  /** The tasks of each project, in order. */
  lists: Record<string, Task[]>
  /** The ids of the tasks that each lane lists. */
  laneLists: Record<string, string[]>
  trash: Record<string, TrashedTask[]>
  /** Every listed task, as read by its id. */
  sights: Sight[]
  /** The ids of tasks in the trash that can still be read. */
  foundInTrash: string[]
  /** The tasks of each mirror, including a new one that has read the whole feed. */
  mirrors: Record<string, Task[]>
  /** The projects that mirrors with a bound token see, by their names. */
  bounds: Record<string, readonly string[]>
  /** The comments of each listed task. */
  comments: Record<string, Comment[]>
  /** The comments of each mirror. */
  mirroredComments: Record<string, Comment[]>
  stored: Stored
}

const width = 8

/** Reads the whole final state, once all comments have followed their tasks. */
export async function takeSurvey(stage: Stage, mirrors: Mirror[], tick: () => number): Promise<Survey> {
  const stored = await readSettled(stage)
  const address = await stage.address()
  const survey: Survey = {
    ...{ projects: await readProjects(address), lists: {}, laneLists: {}, trash: {} },
    ...{ sights: [], foundInTrash: [], mirrors: {}, bounds: {} },
    ...{ comments: {}, mirroredComments: {}, stored },
  }
  for (const { id, workflow_lanes } of survey.projects) {
    survey.lists[id] = await readTasks(address, id)
    const trashed = await readAll(address, `/projects/${id}/trash`, ({ tasks }) => tasks)
    survey.trash[id] = trashed as TrashedTask[] // this list holds trashed tasks
    for (const laneId of [...workflow_lanes.map((lane) => lane.id), 'none'])
      survey.laneLists[`${id} ${laneId}`] = (await readTasks(address, id, laneId)).map((task) => task.id)
  }
  await inParallel(Object.values(survey.lists).flat(), width, async ({ id }) => {
    const start = tick()
    const { body, headers } = await ask(address, { method: 'GET', path: `/tasks/${id}` })
    const version = Number(headers.get('ETag')?.replaceAll('"', ''))
    if (body.task) survey.sights.push({ taskId: id, task: body.task, version, start, end: tick() })
    survey.comments[id] = await readComments(address, id)
  })
  await inParallel(Object.values(survey.trash).flat(), width, async ({ id }) => {
    const { status } = await ask(address, { method: 'GET', path: `/tasks/${id}` })
    if (status !== 404) survey.foundInTrash.push(id)
  })
  const fresh = new Mirror(0)
  for (const mirror of [...mirrors, fresh]) {
    await mirror.catchUp(address)
    const name = mirror === fresh ? 'a mirror from the beginning' : mirror.name
    survey.mirrors[name] = mirror.tasks
    survey.mirroredComments[name] = mirror.comments
    if (mirror.token) survey.bounds[name] = mirror.token.projectIds
  }
  return survey
}
