import { anyMovable, anyProject, anyTask, movable, originOf, type Builder, type Choice } from './choice.ts'
import { commentOperations } from './comment-operations.ts'
import type { Project } from '../../../lib/projects/project.ts'
import type { Operation, Write } from './history.ts'
import { chooseRevert, revertOperations } from './revert-operations.ts'
import type { Seen } from './scene.ts'
import { subtaskOperations } from './subtask-operations.ts'
import { projectOperations } from './project-operations.ts'
import { valueOperations } from './value-operations.ts'

/** The path of a task, by its id or its external id. */
const named = ({ dice }: Choice, { task }: Seen): string =>
  task.external_id !== undefined && dice.chance(0.5)
    ? `/tasks/ext:${encodeURIComponent(task.external_id)}`
    : `/tasks/${task.id}`

const writesOf = (of: string, fields: Record<string, unknown>): Write[] =>
  Object.entries(fields).map(([field, value]) => ({ of, field, value }))

const create: Builder = (choice) => {
  const project = anyProject(choice)
  return project && createIn(choice, project)
}

function createIn({ dice, mark }: Choice, project: Project): Operation {
  const laneId = dice.chance(0.4) ? dice.pick(project.workflow_lanes)?.id : undefined
  const status = dice.below(3)
  const label = `Created ${mark}`
  return {
    ...{ kind: 'create', method: 'POST', path: '/tasks', mark },
    body: {
      ...{ projectId: project.id, label, description: `Made by ${mark}`, status },
      ...(laneId !== undefined && { workflowLaneId: laneId }),
    },
    writes: writesOf(mark, {
      ...{ label, status, project_id: project.id, workflow_lane_id: laneId ?? null, deleted: false },
    }),
  }
}

/** A create in the first project, which nobody deletes. */
export function createTask(choice: Choice): Operation {
  const [project] = choice.scene.projects.values()
  if (!project) throw new Error('There is no project.')
  return createIn(choice, project)
}

/** A create that can be sent again: with an Idempotency-Key, an external id, or both. */
const createOnce: Builder = (choice) => {
  const operation = create(choice)
  if (!operation) return undefined
  const by = choice.dice.pick(['key', 'external id', 'both'])
  const once: Operation = {
    ...operation,
    ...(by !== 'external id' && { headers: { 'Idempotency-Key': `Key ${choice.mark}` } }),
    ...(by !== 'key' && { body: { ...operation.body, externalId: `External ${choice.mark}` } }),
  }
  choice.scene.repeatable.push(once)
  return once
}

const createAgain: Builder = ({ dice, scene }) => {
  // recent ones are the most likely to be pending or unanswered
  const recent = dice.pick(scene.repeatable.slice(-10))
  return dice.chance(0.5) ? recent : dice.pick(scene.repeatable)
}

const patch: Builder = (choice) => {
  const seen = anyTask(choice)
  if (!seen) return undefined
  const { dice, mark } = choice
  const label = `Renamed ${mark}`
  const fields = dice.chance(0.5) ? { label } : { label, status: dice.below(3) }
  return {
    ...{ kind: 'patch', method: 'PATCH', path: named(choice, seen), taskId: seen.task.id, body: fields },
    writes: writesOf(seen.task.id, fields),
  }
}

const patchIfSeen: Builder = (choice) => {
  const operation = patch(choice)
  const seen = operation && choice.scene.tasks.get(operation.taskId ?? '')
  return seen && { ...operation, ifVersion: seen.version }
}

const transfer: Builder = (choice) => {
  const [seen, project] = [anyMovable(choice), anyProject(choice)]
  if (!seen || !project || seen.task.project_id === project.id) return undefined
  return {
    ...{ kind: 'transfer', method: 'PATCH', path: named(choice, seen), taskId: seen.task.id },
    body: { projectId: project.id },
    writes: [
      { of: seen.task.id, field: 'project_id', value: project.id },
      // a task that is already in that project keeps its lane
      { of: seen.task.id, field: 'workflow_lane_id', value: null, weak: true },
    ],
  }
}

const enterLane: Builder = (choice) => {
  const seen = anyTask(choice)
  const lanes = seen && choice.scene.projects.get(seen.task.project_id)?.workflow_lanes
  const workflowLaneId = choice.dice.pick([null, ...(lanes ?? [])])?.id ?? null
  return (
    seen && {
      ...{ kind: 'enter-lane', method: 'PATCH', path: named(choice, seen), taskId: seen.task.id },
      body: { workflowLaneId },
      writes: writesOf(seen.task.id, { workflow_lane_id: workflowLaneId }),
    }
  )
}

const move: Builder = (choice) => {
  const { dice, scene } = choice
  const seen = anyMovable(choice)
  if (!seen) return undefined
  const home = seen.task.project_id
  const others = [...scene.tasks.values()].filter(
    ({ task }) => task.project_id === home && task.id !== seen.task.id,
  )
  const steady = others.filter((other) => !movable(other))
  const anchorId = dice.pick(dice.chance(0.7) ? steady : others)?.task.id
  const side = dice.pick(['before', 'after'] as const) ?? 'before'
  const to = dice.pick(['top', 'bottom'] as const) ?? 'top'
  const place = anchorId === undefined || dice.chance(0.3) ? to : { side, anchorId }
  const lanes = scene.projects.get(home)?.workflow_lanes ?? []
  const workflowLaneId = dice.pick([null, ...lanes])?.id ?? null
  const changesLane = dice.chance(0.4)
  return {
    ...{ kind: 'move', method: 'POST', path: `${named(choice, seen)}/move`, taskId: seen.task.id, place },
    body: {
      ...(typeof place === 'string' ? { to: place } : { [`${place.side}TaskId`]: place.anchorId }),
      ...(changesLane && { workflowLaneId }),
    },
    writes: changesLane ? writesOf(seen.task.id, { workflow_lane_id: workflowLaneId }) : [],
  }
}

const trash: Builder = (choice) => {
  const seen = anyMovable(choice)
  return (
    seen && {
      ...{ kind: 'trash', method: 'DELETE', path: named(choice, seen), taskId: seen.task.id },
      writes: writesOf(seen.task.id, { deleted: true }),
    }
  )
}

const restore: Builder = (choice) => {
  const seen = choice.dice.pick([...choice.scene.trashed.values()])
  return (
    seen && {
      ...{ kind: 'restore', method: 'POST', path: `${named(choice, seen)}/restore`, taskId: seen.task.id },
      writes: [
        { of: seen.task.id, field: 'deleted', value: false },
        // its lane may have been deleted
        { of: seen.task.id, field: 'workflow_lane_id', value: null, weak: true },
      ],
    }
  )
}

const get: Builder = (choice) => {
  const seen = anyTask(choice)
  return seen && { kind: 'get', method: 'GET', path: named(choice, seen), taskId: seen.task.id }
}

const list: Builder = (choice) => {
  const project = anyProject(choice)
  return project && { kind: 'list', method: 'GET', path: `/projects/${project.id}/tasks?limit=100` }
}

const builders: Record<string, [weight: number, build: Builder]> = {
  create: [14, create],
  createOnce: [9, createOnce],
  createAgain: [6, createAgain],
  patch: [12, patch],
  patchIfSeen: [8, patchIfSeen],
  transfer: [6, transfer],
  enterLane: [6, enterLane],
  move: [14, move],
  trash: [8, trash],
  restore: [7, restore],
  get: [6, get],
  list: [3, list],
  ...subtaskOperations,
  ...projectOperations,
  ...valueOperations,
  ...commentOperations,
  ...revertOperations,
}
const weights = Object.fromEntries(Object.entries(builders).map(([name, [weight]]) => [name, weight]))

/**
 * Chooses the next request.
 * @param isRested whether the history has just become complete: then something is taken back
 */
export function chooseOperation(choice: Choice, isRested: boolean): Operation {
  for (;;) {
    const operation =
      (isRested ? chooseRevert(choice) : undefined) ?? builders[choice.dice.weighted(weights)]?.[1](choice)
    if (operation) {
      const { ifVersion, path } = operation
      const origin = path.startsWith('/tasks') ? originOf(choice, operation) : undefined
      return {
        ...operation,
        headers: {
          ...(origin !== undefined && { 'Origin-Id': origin }),
          ...(ifVersion !== undefined && { 'If-Match': `"${ifVersion}"` }),
          ...operation.headers,
        },
      }
    }
  }
}
