import type { Project, Task } from '../../../client/src/index.ts'
import { statusNames } from '../board/filter.ts'
import { useProjects } from '../data/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { contestedFields, fieldNames, withChanges, type Field } from './conflict.ts'
import type { OpenConflict } from './use-task-edits.ts'

interface ConflictDialogProps {
  conflict: OpenConflict
  onKeepMine: () => void
  onTakeTheirs: () => void
  /** Leaves the conflict unresolved: nothing is written, and the unsaved texts are kept. */
  onClose: () => void
}

/** A field's value as text. */
function shown(field: Field, task: Task, projects: readonly Project[]): string {
  const project = projects.find(({ id }) => id === task.project_id)
  switch (field) {
    case 'label':
      return task.label
    case 'description':
      return task.description ?? 'None'
    case 'status':
      return statusNames[task.status]
    case 'lane':
      return project?.workflow_lanes.find(({ id }) => id === task.workflow_lane_id)?.label ?? 'No lane'
    case 'project':
      return project?.label ?? 'Another project'
    case 'subtasks':
      return task.subtasks.map(({ label, is_completed }) => `${is_completed ? '☑' : '☐'} ${label}`).join('\n')
  }
}

/** Shows both versions of the fields that both have changed, and lets the person choose. */
export function ConflictDialog({ conflict, onKeepMine, onTakeTheirs, onClose }: ConflictDialogProps) {
  const { data: projects = [] } = useProjects()
  const { changes, theirs } = conflict
  const mine = withChanges(theirs, changes)
  return (
    <Dialog title="Someone else changed this task" onClose={onClose}>
      <p>You both changed the fields below. Your changes are not saved yet.</p>
      <table class="versions">
        <thead>
          <tr>
            <td />
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {contestedFields(conflict).map((field) => (
            <tr key={field}>
              <th scope="row">{fieldNames[field]}</th>
              <td>{shown(field, mine, projects)}</td>
              <td>{shown(field, theirs, projects)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="dialog-actions">
        <button type="button" onClick={onTakeTheirs}>
          Take theirs
        </button>
        <button type="button" class="primary" onClick={onKeepMine}>
          Keep mine
        </button>
      </div>
    </Dialog>
  )
}
