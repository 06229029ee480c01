import type { Task, TaskChanges } from '../../../client/src/index.ts'
import { useShownProject } from '../changes/shown-project.ts'
import { useMay } from '../data/api.ts'
import { noLane } from '../data/columns.ts'
import { useProject, useProjects } from '../data/queries.ts'
import { Choice } from '../ui/choice.tsx'
import { statusNames } from '../ui/format.ts'
import { useId } from '../ui/use-id.ts'

interface PlaceFieldsProps {
  task: Task
  /** `before`: what was so, in the same words. */
  onChange: (changes: TaskChanges, done: string, before: string) => void
}

/** Status, lane and project of a task. Each choice is saved at once. A token that may only read sees them as text. */
export function PlaceFields({ task, onChange }: PlaceFieldsProps) {
  const project = useShownProject(useProject(task.project_id).data)
  const { data: projects } = useProjects()
  const mayWrite = useMay('write')
  const lanes = [{ id: noLane, label: 'No lane' }, ...(project?.workflow_lanes ?? [])]
  const laneId = task.workflow_lane_id ?? noLane
  const laneName = lanes.find(({ id }) => id === laneId)?.label ?? ''
  if (!mayWrite) {
    return (
      <>
        <Fact name="Status" text={statusNames[task.status]} />
        <Fact name="Lane" text={laneName} />
        <Fact name="Project" text={project?.label ?? ''} />
      </>
    )
  }
  return (
    <>
      <StatusChoice
        status={task.status}
        onChoose={(status) => {
          onChange({ status }, `Status: ${statusNames[status]}.`, `Status: ${statusNames[task.status]}.`)
        }}
      />
      <Choice
        name="Lane"
        value={laneId}
        options={lanes}
        onChoose={(id, label) => {
          const workflowLaneId = id === noLane ? null : id
          onChange({ workflowLaneId }, `Lane: ${label}.`, `Lane: ${laneName}.`)
        }}
      />
      <Choice
        name="Project"
        value={task.project_id}
        options={projects ?? (project ? [project] : [])}
        onChoose={(id, label) => {
          onChange(
            { projectId: id },
            `Moved to the project ${label}.`,
            `Back in the project ${project?.label ?? ''}.`,
          )
        }}
      />
    </>
  )
}

/** A field that is only read. */
export const Fact = ({ name, text }: { name: string; text: string }) => (
  <div class="field">
    <span>{name}</span>
    <p dir="auto">{text}</p>
  </div>
)

interface StatusChoiceProps {
  status: Task['status']
  onChoose: (status: Task['status']) => void
}

/** The status as a row of buttons: one press chooses, and moving between them with the keyboard changes nothing. */
function StatusChoice({ status, onChoose }: StatusChoiceProps) {
  const id = useId()
  return (
    <div class="field">
      <span id={id}>Status</span>
      <div role="group" aria-labelledby={id} class="status-choice">
        {([0, 1, 2] as const).map((value) => (
          <button
            key={value}
            type="button"
            class={`status-${value}`}
            aria-pressed={value === status}
            onClick={() => {
              if (value !== status) onChoose(value)
            }}
          >
            {statusNames[value]}
          </button>
        ))}
      </div>
    </div>
  )
}
