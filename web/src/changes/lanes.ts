import type { QueryClient } from '@tanstack/preact-query'
import type { LaneChanges, Project, ResourceClient, Task, TaskAnswer } from '../../../client/src/index.ts'
import { keys } from '../data/api.ts'
import { placeTask, putAnswer, refresh } from '../data/cache.ts'
import { lingerWithoutLane } from '../data/lingering.ts'
import { noted } from '../data/own-writes.ts'
import { type Change, changeOfItem, changeTo, lanePrefix, type Values, withValues } from './change.ts'
import { isProjectTask, type LaneItem, type ProjectTask, projectTask } from './project-task.ts'
import { addedValues, idsBefore, isNew, itemsIn, type ItemValues, placeBehind } from './items.ts'

type ProjectLane = Project['workflow_lanes'][number]
type LaneValues = ItemValues<LaneItem>

/** The change that adds lanes behind the others. Its undo deletes them as long as they have no task. */
export const laneAddition = (
  task: ProjectTask,
  added: readonly Omit<ProjectLane, 'task_count'>[],
): Change => {
  const empty = added.map((lane): LaneItem => ({ ...lane, task_count: 0 }))
  return changeTo(task, addedValues(lanePrefix, task.project.workflow_lanes, empty))
}

/** The change that sets attributes of a lane. */
export const laneChange = (
  task: ProjectTask,
  id: string,
  values: Partial<Pick<ProjectLane, 'label' | 'task_status'>>,
): Change => changeOfItem<LaneItem>(task, lanePrefix, id, values)

/** The change that moves a lane to an index among the others. */
export const laneMove = (task: ProjectTask, id: string, to: number): Change =>
  changeOfItem<LaneItem>(task, lanePrefix, id, {
    behind: idsBefore(
      task.project.workflow_lanes.filter((one) => one.id !== id),
      to,
    ),
  })

/** The change that deletes a lane. Its tasks are in no lane then; its undo puts them back. */
export const laneDeletion = (task: ProjectTask, id: string): Change =>
  changeOfItem<LaneItem>(task, lanePrefix, id, {
    label: null,
    task_status: null,
    task_count: null,
    behind: null,
    tasks: null,
  })

/** Loads what is needed when a lane with tasks is deleted or comes back. */
export const loadLaneTasks = () => import('./lane-tasks.ts')

const changedIn = ({ after }: Change) => itemsIn<LaneItem>(lanePrefix, typeof after === 'string' ? {} : after)

/** Whether a change deletes lanes. */
export const deletesLanes = (change: Change): boolean =>
  [...changedIn(change).values()].some(({ label }) => label === null)

/** The lanes as they are, with the tasks of those that a change deletes. */
export async function readLanes(client: ResourceClient, change: Change): Promise<TaskAnswer> {
  const { taskId } = change
  const { project } = await client.projects.get(taskId)
  const changed = changedIn(change)
  const lanes: LaneItem[] = []
  for (const lane of project.workflow_lanes) {
    const isKept = changed.get(lane.id)?.label !== null || lane.task_count === 0
    lanes.push(
      isKept ? lane : { ...lane, tasks: await (await loadLaneTasks()).idsIn(client, taskId, lane.id) },
    )
  }
  return { task: projectTask({ ...project, workflow_lanes: lanes }), etag: '' }
}

/** Sends the change of one lane of a project. */
async function sendLane(
  client: ResourceClient,
  latest: Project,
  laneId: string,
  { label, task_status: taskStatus, behind, tasks }: LaneValues,
  entered: TaskAnswer[],
): Promise<Project> {
  const { id: projectId, workflow_lanes: lanes } = latest
  const isThere = lanes.some(({ id }) => id === laneId)
  if (label === null) {
    if (isThere) await client.lanes.delete(projectId, laneId)
    return { ...latest, workflow_lanes: lanes.filter(({ id }) => id !== laneId) }
  }
  let project = latest
  const isMadeNow = !isThere && label !== undefined && isNew({ label, behind })
  const hasTasks = label !== undefined && tasks != null && tasks.length > 0
  const isMadeWhole = isMadeNow && !hasTasks // a task that enters a lane gets its status: it is set when they are back
  if (isMadeNow) {
    const status = isMadeWhole ? { taskStatus: taskStatus ?? null } : {}
    ;({ project } = await client.lanes.create(projectId, { id: laneId, label, ...status }))
  }
  if (hasTasks)
    entered.push(...(await (await loadLaneTasks()).putBack(client, { projectId, laneId, label }, tasks)))
  const body: LaneChanges = {
    ...(!isMadeNow && label !== undefined && { label }),
    ...(!isMadeWhole && taskStatus !== undefined && { taskStatus }),
    ...(behind && placeBehind(project.workflow_lanes, laneId, behind, 'afterLaneId', 'beforeLaneId')),
  }
  if (Object.keys(body).length > 0) ({ project } = await client.lanes.update(projectId, laneId, body))
  return project
}

/** Sends changes of lanes. */
export async function sendLanes(
  client: ResourceClient,
  values: Values,
  before: ProjectTask,
): Promise<TaskAnswer> {
  let { project }: { project: Project } = before
  const entered: TaskAnswer[] = []
  for (const [id, one] of itemsIn<LaneItem>(lanePrefix, values))
    project = await sendLane(client, project, id, one, entered)
  const task: ProjectTask = { ...projectTask(project), entered }
  return { task, etag: '' }
}

/** The lanes as the service has last answered them. */
export const storedLanes = (cache: QueryClient, { id, project }: ProjectTask): ProjectTask =>
  projectTask(cache.getQueryData<Project>(keys.project(id)) ?? project)

/** Puts the lanes that the service has answered into the cache. */
export function keepLanes(
  cache: QueryClient,
  change: Change | undefined,
  answer: TaskAnswer | undefined,
): void {
  if (!change || !answer || !isProjectTask(answer.task)) return
  const { id, project, entered = [] } = answer.task
  // an undo in these tasks is based on these versions
  for (const one of entered) placeTask(cache, noted(cache, one).task)
  putAnswer(cache, keys.project(id), project)
  for (const [laneId, { label, tasks }] of changedIn(change)) {
    if (label === null) lingerWithoutLane(laneId)
    if (label === null || tasks) refresh(cache, keys.project(id), keys.tasks(id))
  }
}

/** A project with the changes of its lanes that wait. */
export const withChangedLanes = (project: Project, changes: readonly Change[]): Project => {
  const own = changes.filter(({ taskId }) => taskId === project.id)
  const shown = own.reduce<Task>(
    (task, { after }) => (typeof after === 'string' ? task : withValues(task, after)),
    projectTask(project),
  )
  return isProjectTask(shown) ? shown.project : project
}
