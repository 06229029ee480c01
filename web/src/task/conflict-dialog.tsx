import { statusNames } from '../ui/format.ts'
import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Field as Definition, Project, Task } from '../../../client/src/index.ts'
import { keys } from '../data/api.ts'
import { useFields, useProjects } from '../data/queries.ts'
import { fieldText } from '../ui/field-value.ts'
import { Dialog } from '../ui/dialog.tsx'
import { contestedFields, nameOf, valueIn, withChanges, type Conflict, type Field } from './conflict.ts'

interface ConflictDialogProps {
  conflict: Conflict
  /** Settles the conflict; `taken` are the fields in which the others' version counts. */
  onSettle: (taken: readonly Field[]) => void
  /** Leaves the conflict as it is: nothing is written. */
  onClose: () => void
  /** What that means for the person. Unsaved texts are kept. */
  leave?: 'Decide later' | 'Discard mine'
}

/** A field's value as text. */
function shown(
  field: Field,
  task: Task,
  { projects, definitions }: { projects: readonly Project[]; definitions: readonly Definition[] },
): string {
  const project = projects.find(({ id }) => id === task.project_id)
  switch (field) {
    case 'label':
      return task.label
    case 'description':
      return task.description ?? 'None'
    case 'status':
      return statusNames[task.status]
    case 'lane':
      if (task.workflow_lane_id === null) return 'No lane'
      return project?.workflow_lanes.find(({ id }) => id === task.workflow_lane_id)?.label ?? 'Another lane'
    case 'project':
      return project?.label ?? 'Another project'
    case 'subtasks':
      return task.subtasks.map(({ label, is_completed }) => `${is_completed ? '☑' : '☐'} ${label}`).join('\n')
    default: {
      const value = valueIn(task, field)
      const definition = definitions.find(({ key }) => field === `fields.${key}`)
      return value === undefined ? 'None' : fieldText(definition, value)
    }
  }
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
  const fields = contested.includes('project') ? contested.filter((field) => field !== 'lane') : contested
  const [taken, setTaken] = useState<readonly Field[]>([])
  const take = (field: Field, isTaken: boolean) => {
    setTaken([...taken.filter((other) => other !== field), ...(isTaken ? [field] : [])])
  }
  const isAllTaken = fields.every((field) => taken.includes(field))
  const settle = () => {
    onSettle(taken.includes('project') ? [...taken, 'lane'] : taken)
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
