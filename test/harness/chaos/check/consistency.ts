import { isDeepStrictEqual } from 'node:util'
import type { Task } from '../../../../lib/tasks/task.ts'
import type { Survey } from '../survey.ts'

const idsOf = (tasks: readonly Task[]) => tasks.map(({ id }) => id)

/** Checks the counts, lanes and order of each project. */
function projectProblems({ projects, lists, laneLists }: Survey): string[] {
  return projects.flatMap(({ id, task_count, workflow_lanes }) => {
    const tasks = lists[id] ?? []
    const lanes: (string | null)[] = [null, ...workflow_lanes.map((lane) => lane.id)]
    const name = `project ${id}`
    const strays = tasks.filter(({ workflow_lane_id }) => !lanes.includes(workflow_lane_id))
    const foreign = tasks.filter(({ project_id }) => project_id !== id)
    const unordered = tasks.filter(({ position }, index) => position <= (tasks[index - 1]?.position ?? ''))
    const inLanes = lanes.flatMap((laneId) => {
      const held = idsOf(tasks.filter(({ workflow_lane_id }) => workflow_lane_id === laneId))
      const listed = laneLists[`${id} ${laneId ?? 'none'}`]
      return isDeepStrictEqual(held, listed) ? [] : [`${name}: lane ${String(laneId)} lists other tasks`]
    })
    const miscounted = workflow_lanes.filter(
      (lane) => lane.task_count !== tasks.filter((task) => task.workflow_lane_id === lane.id).length,
    )
    return [
      ...(task_count === tasks.length
        ? []
        : [`${name} counts ${task_count} tasks and lists ${tasks.length}`]),
      ...miscounted.map((lane) => `${name}: lane ${lane.id} miscounts its tasks`),
      ...strays.map(
        (task) => `task ${task.id} is in lane ${String(task.workflow_lane_id)}, which is not listed`,
      ),
      ...foreign.map((task) => `task ${task.id} is listed by ${name}, but belongs to ${task.project_id}`),
      ...unordered.map((task) => `${name}: the position of ${task.id} is not above the one before`),
      ...inLanes,
    ]
  })
}

/** Checks that each task is in one place, and is the same in its list and when read by its id. */
function placeProblems({ lists, trash, sights, foundInTrash }: Survey): string[] {
  const listed = Object.values(lists).flat()
  const trashed = Object.values(trash).flat()
  const places = Map.groupBy([...listed, ...trashed], ({ id }) => id)
  const seen = new Map(sights.map(({ taskId, task }) => [taskId, task]))
  return [
    ...[...places].filter(([, all]) => all.length > 1).map(([id]) => `task ${id} is listed more than once`),
    ...listed
      .filter((task) => !isDeepStrictEqual(task, seen.get(task.id)))
      .map(({ id }) => `task ${id} differs when it is read by its id`),
    ...foundInTrash.map((id) => `task ${id} is in the trash and can be read`),
    ...trashed
      .filter(({ deleted_at, purge_at }) => !(deleted_at < purge_at))
      .map(({ id }) => `task ${id} is in the trash without its times`),
  ]
}

/** Checks that each mirror holds exactly the listed tasks of the projects that it sees. */
function mirrorProblems({ lists, mirrors, bounds }: Survey): string[] {
  const listed = Object.values(lists).flat()
  return Object.entries(mirrors).flatMap(([name, tasks]) => {
    const seen = listed.filter(({ project_id }) => bounds[name]?.includes(project_id) ?? true)
    const truth = new Map(seen.map((task) => [task.id, task]))
    const held = new Map(tasks.map((task) => [task.id, task]))
    const ids = [...new Set([...truth.keys(), ...held.keys()])]
    return ids
      .filter((id) => !isDeepStrictEqual(truth.get(id), held.get(id)))
      .map((id) => {
        const how = !held.has(id) ? 'lacks' : truth.has(id) ? 'has an old state of' : 'still has'
        return `${name} ${how} task ${id}`
      })
  })
}

/** Contradictions within the final state, regardless of the requests. */
export const consistencyProblems = (survey: Survey): string[] => [
  ...projectProblems(survey),
  ...placeProblems(survey),
  ...mirrorProblems(survey),
]
