import { useId, useRef, useState } from 'preact/hooks'
import type { Task, TaskChanges } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { noLane } from '../data/columns.ts'
import { useProject, useProjects } from '../data/queries.ts'
import { statusNames } from '../ui/format.ts'

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

interface ChoiceProps {
  name: string
  value: string
  options: readonly { id: string; label: string }[]
  onChoose: (id: string, label: string) => void
}

/**
 * A choice from a list. What is chosen with the pointer counts at once; the keys of a closed list pass over many entries,
 * so their choice counts on Enter or when the field is left. Escape takes it back.
 */
function Choice({ name, value, options, onChoose }: ChoiceProps) {
  const hint = useId()
  const isByKey = useRef(false)
  const [held, setHeld] = useState<string>()
  const shown = held ?? value
  const labelOf = (id: string) => options.find((option) => option.id === id)?.label
  const commit = (id = held) => {
    setHeld(undefined)
    const label = id === undefined || id === value ? undefined : labelOf(id)
    if (id !== undefined && label !== undefined) onChoose(id, label)
  }
  return (
    <div class="field">
      <label class="field">
        <span>{name}</span>
        <select
          value={shown}
          dir="auto"
          aria-describedby={hint}
          onPointerDown={() => {
            isByKey.current = false
          }}
          onKeyDown={(event) => {
            isByKey.current = true
            if (held === undefined || (event.key !== 'Enter' && event.key !== 'Escape')) return
            event.preventDefault()
            event.stopPropagation()
            if (event.key === 'Enter') commit()
            else setHeld(undefined)
          }}
          onChange={({ currentTarget }) => {
            const chosen = options[currentTarget.selectedIndex]
            if (!chosen) return
            if (isByKey.current) setHeld(chosen.id)
            else commit(chosen.id)
          }}
          onBlur={() => {
            isByKey.current = false
            commit()
          }}
        >
          {options.map(({ id, label }) => (
            <option key={id} value={id} selected={id === shown}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p id={hint} role="status" class="muted choice-hint">
        {held !== undefined && held !== value && 'Enter confirms, Escape takes it back.'}
      </p>
    </div>
  )
}

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
