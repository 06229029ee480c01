import type { Task, TaskChanges } from '../../../client/src/index.ts'
import { statusNames } from '../board/filter.ts'
import { noLane } from '../data/columns.ts'
import { useMay } from '../data/api.ts'
import { useProject, useProjects } from '../data/queries.ts'

interface PlaceFieldsProps {
  task: Task
  onChange: (changes: TaskChanges, done: string) => void
}

/** Status, lane and project of a task. Each choice is saved at once. */
export function PlaceFields({ task, onChange }: PlaceFieldsProps) {
  const { data: project } = useProject(task.project_id)
  const { data: projects } = useProjects()
  const lanes = [{ id: noLane, label: 'No lane' }, ...(project?.workflow_lanes ?? [])]
  const statuses = statusNames.map((label, status) => ({ id: String(status), label }))
  return (
    <div class="place-fields">
      <Choice
        name="Status"
        value={String(task.status)}
        options={statuses}
        onChoose={(id, label) => {
          onChange({ status: Number(id) as Task['status'] }, `Status: ${label}.`) // the ids are the statuses
        }}
      />
      <Choice
        name="Lane"
        value={task.workflow_lane_id ?? noLane}
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
    </div>
  )
}

interface ChoiceProps {
  name: string
  value: string
  options: readonly { id: string; label: string }[]
  onChoose: (id: string, label: string) => void
}

function Choice({ name, value, options, onChoose }: ChoiceProps) {
  const mayWrite = useMay('write')
  return (
    <label class="field">
      <span>{name}</span>
      <select
        value={value}
        disabled={!mayWrite}
        onChange={({ currentTarget }) => {
          const chosen = options[currentTarget.selectedIndex]
          if (chosen) onChoose(chosen.id, chosen.label)
        }}
      >
        {options.map(({ id, label }) => (
          <option key={id} value={id} selected={id === value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
