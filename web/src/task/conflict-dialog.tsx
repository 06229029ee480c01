import { statusNames } from '../ui/format.ts'
import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Field as Definition, Project, Task } from '../../../client/src/index.ts'
import { keys } from '../data/api.ts'
import { useFields, useProjects } from '../data/queries.ts'
import { fieldText } from '../ui/field-value.ts'
import { Dialog } from '../ui/dialog.tsx'
import { withChanges } from '../changes/change.ts'
import { contestedFields, isOwn, nameOf, valueIn, type Conflict, type Field } from '../changes/merge.ts'

interface ConflictDialogProps {
  conflict: Conflict
  /** Settles the conflict; `taken` are the fields in which the others' version counts. */
  onSettle: (taken: readonly Field[]) => void
  /** Leaves the conflict as it is: nothing is written. */
  onClose: () => void
  /** What that means for the person. Unsaved texts are kept. */
  leave?: 'Decide later' | 'Discard mine'
}

interface Known {
  projects: readonly Project[]
  definitions: readonly Definition[]
}

const projectOf = ({ project_id }: Task, { projects }: Known) => projects.find(({ id }) => id === project_id)

/** The values of the fields that every task has as text. A new one does not compile until it is here. */
const texts: Record<Exclude<Field, `fields.${string}`>, (task: Task, known: Known) => string> = {
  label: ({ label }) => label,
  description: ({ description }) => description ?? 'None',
  status: ({ status }) => statusNames[status],
  workflow_lane_id: (task, known) => {
    const { workflow_lane_id: laneId } = task
    if (laneId === null) return 'No lane'
    return projectOf(task, known)?.workflow_lanes.find(({ id }) => id === laneId)?.label ?? 'Another lane'
  },
  project_id: (task, known) => projectOf(task, known)?.label ?? 'Another project',
  subtasks: ({ subtasks }) =>
    subtasks.map(({ label, is_completed }) => `${is_completed ? '☑' : '☐'} ${label}`).join('\n'),
}

/** A field's value as text. */
function shown(field: Field, task: Task, known: Known): string {
  if (isOwn(field)) return texts[field](task, known)
  const value = valueIn(task, field)
  const definition = known.definitions.find(({ key }) => field === `fields.${key}`)
  return value === undefined ? 'None' : fieldText(definition, value)
}

/** Shows both versions of each field that both have changed, and lets the person choose one for each. */
export function ConflictDialog({ conflict, onSettle, onClose, leave = 'Decide later' }: ConflictDialogProps) {
  const cache = useQueryClient()
  const { data: all } = useProjects()
  const own = cache.getQueryData<Project>(keys.project(conflict.theirs.project_id))
  // the project first: the list may be older, without a lane that was added since
  const projects = [...(own ? [own] : []), ...(all ?? [])]
  const definitions = useFields()
  const { changes, theirs } = conflict
  const mine = withChanges(theirs, changes)
  const contested = contestedFields(conflict)
  // a lane belongs to its project
  const fields = contested.includes('project_id')
    ? contested.filter((field) => field !== 'workflow_lane_id')
    : contested
  const [taken, setTaken] = useState<readonly Field[]>([])
  const take = (field: Field, isTaken: boolean) => {
    setTaken([...taken.filter((other) => other !== field), ...(isTaken ? [field] : [])])
  }
  const isAllTaken = fields.every((field) => taken.includes(field))
  const settle = () => {
    onSettle(taken.includes('project_id') ? [...taken, 'workflow_lane_id'] : taken)
  }
  return (
    <Dialog title="Someone else changed this task" onClose={onClose} class="conflict" opensItself>
      <p>You both changed {fields.length === 1 ? 'this field' : 'these fields'}. Yours is not saved yet.</p>
      {fields.map((field) => (
        <fieldset key={field} class="versions">
          <legend>{nameOf(field, definitions)}</legend>
          {[false, true].map((isTheirs) => (
            <label key={String(isTheirs)} class="version">
              <span class="version-name">
                <input
                  type="radio"
                  name={field}
                  checked={taken.includes(field) === isTheirs}
                  onChange={() => {
                    take(field, isTheirs)
                  }}
                />
                {isTheirs ? 'Theirs' : 'Yours'}
              </span>
              <span class="version-text" dir="auto">
                {shown(field, isTheirs ? theirs : mine, { projects, definitions })}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div class="dialog-actions">
        <button type="button" onClick={onClose}>
          {leave}
        </button>
        <button type="button" class="primary" onClick={settle}>
          {taken.length === 0 ? 'Keep mine' : isAllTaken ? 'Take theirs' : 'Use these'}
        </button>
      </div>
    </Dialog>
  )
}
