import { anyProject, type Builder } from './choice.ts'

const mostProjects = 8
const mostLanes = 6

const add: Builder = ({ scene, mark }) => {
  if (scene.projects.size >= mostProjects) return undefined
  const label = `Project ${mark}`
  return {
    ...{ kind: 'add-project', method: 'POST', path: '/projects', body: { label }, mark },
    writes: [
      { of: mark, field: 'label', value: label },
      { of: mark, field: 'deleted', value: false },
    ],
  }
}

const rename: Builder = (choice) => {
  const project = anyProject(choice)
  const label = `Renamed ${choice.mark}`
  return (
    project && {
      ...{ kind: 'rename-project', method: 'PATCH', path: `/projects/${project.id}`, body: { label } },
      writes: [{ of: project.id, field: 'label', value: label }],
    }
  )
}

/** Mostly the newest project, because only empty projects can be deleted. */
const remove: Builder = ({ dice, scene }) => {
  const [, ...others] = [...scene.projects.values()]
  const project = dice.chance(0.7) ? others.at(-1) : dice.pick(others)
  return (
    project && {
      ...{ kind: 'delete-project', method: 'DELETE', path: `/projects/${project.id}` },
      deletedProjectId: project.id,
      writes: [{ of: project.id, field: 'deleted', value: true }],
    }
  )
}

const addLane: Builder = (choice) => {
  const project = anyProject(choice)
  if (!project || project.workflow_lanes.length >= mostLanes) return undefined
  const label = `Lane ${choice.mark}`
  return {
    ...{ kind: 'add-lane', method: 'POST', path: `/projects/${project.id}/lanes`, body: { label } },
    mark: choice.mark,
    writes: [
      { of: choice.mark, field: 'label', value: label },
      { of: choice.mark, field: 'deleted', value: false },
    ],
  }
}

const renameLane: Builder = (choice) => {
  const project = anyProject(choice)
  const lane = choice.dice.pick(project?.workflow_lanes ?? [])
  const other = choice.dice.pick(project?.workflow_lanes ?? [])
  if (!project || !lane) return undefined
  const label = `Renamed ${choice.mark}`
  const moves = other !== lane && choice.dice.chance(0.3)
  return {
    ...{ kind: 'change-lane', method: 'PATCH', path: `/projects/${project.id}/lanes/${lane.id}` },
    body: { label, ...(moves && { afterLaneId: other?.id }) },
    writes: [{ of: lane.id, field: 'label', value: label }],
  }
}

const removeLane: Builder = (choice) => {
  const project = anyProject(choice)
  const lane = choice.dice.pick(project?.workflow_lanes ?? [])
  return (
    project &&
    lane && {
      ...{ kind: 'delete-lane', method: 'DELETE', path: `/projects/${project.id}/lanes/${lane.id}` },
      deletedLaneId: lane.id,
      writes: [{ of: lane.id, field: 'deleted', value: true }],
    }
  )
}

export const projectOperations: Record<string, [weight: number, build: Builder]> = {
  addProject: [2, add],
  renameProject: [1, rename],
  deleteProject: [1.5, remove],
  addLane: [3, addLane],
  changeLane: [2, renameLane],
  deleteLane: [2, removeLane],
}
