import { statusNames } from '../ui/format.ts'
import type { Task, TaskChanges } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { noLane } from '../data/columns.ts'
import { useProject, useProjects } from '../data/queries.ts'
import { Choice } from './choice.tsx'
import { StatusChoice } from './status-choice.tsx'

interface PlaceFieldsProps {
  task: Task
  onChange: (changes: TaskChanges, done: string) => void
}

/** Status, lane and project of a task. Each choice is saved at once. A token that may only read sees them as text. */
export function PlaceFields({ task, onChange }: PlaceFieldsProps) {
  const { data: project } = useProject(task.project_id)
  const { data: projects } = useProjects()
  const mayWrite = useMay('write')
  const lanes = [{ id: noLane, label: 'No lane' }, ...(project?.workflow_lanes ?? [])]
  const laneId = task.workflow_lane_id ?? noLane
  if (!mayWrite) {
    return (
      <>
        <Fact name="Status" text={statusNames[task.status]} />
        <Fact name="Lane" text={lanes.find(({ id }) => id === laneId)?.label ?? ''} />
        <Fact name="Project" text={project?.label ?? ''} />
      </>
    )
  }
  return (
    <>
      <StatusChoice
        status={task.status}
        onChoose={(status) => {
          onChange({ status }, `Status: ${statusNames[status]}.`)
        }}
      />
      <Choice
        name="Lane"
        value={laneId}
        options={lanes}
        onChoose={(id, label) => {
          onChange({ workflowLaneId: id === noLane ? null : id }, `Lane: ${label}.`)
        }}
      />
      <Choice
        name="Project"
        value={task.project_id}
        options={projects ?? (project ? [project] : [])}
        onChoose={(id, label) => {
          onChange({ projectId: id }, `Moved to the project ${label}.`)
        }}
      />
    </>
  )
}

/** A field that is only read. */
const Fact = ({ name, text }: { name: string; text: string }) => (
  <div class="field">
    <span>{name}</span>
    <p dir="auto">{text}</p>
  </div>
)
