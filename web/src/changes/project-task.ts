import type { Project, Task, TaskAnswer } from '../../../client/src/index.ts'

type LaneOfProject = Project['workflow_lanes'][number]

/** A lane as a change has it. */
export interface LaneItem extends LaneOfProject {
  /** The ids of its tasks. They are read right before it is deleted, and put back when it comes back. */
  tasks?: readonly string[]
}

/**
 * A project in the log of changes: a task that no view shows and whose values are the project's lanes. So the outbox, the
 * history and a reload take changes of lanes as they take those of tasks, in one order with them.
 */
export interface ProjectTask extends Task {
  project: Project & { workflow_lanes: readonly LaneItem[] }
  /** The tasks that a write has put into a lane. */
  entered?: readonly TaskAnswer[]
}

/** @param label what a message of a later page calls it: the lane that is changed */
export const projectTask = (project: Project, label = project.label): ProjectTask => ({
  ...{ id: project.id, label, project_id: project.id, project, subtasks: [], description: null, status: 0 },
  ...{ workflow_lane_id: null, position: '', created_at: project.created_at, updated_at: project.updated_at },
})

/** Whether it is a project in the log of changes. */
export const isProjectTask = (task: Task): task is ProjectTask => 'project' in task
