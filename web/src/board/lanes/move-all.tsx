import { useState } from 'preact/hooks'
import { noLane } from '../../data/columns.ts'
import { useProject } from '../../data/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { counted, formatCount } from '../../ui/format.ts'
import type { Lane } from '../use-lanes.ts'
import { useMoveAll } from './use-move-all.ts'

interface MoveAllProps {
  projectId: string
  lane: Lane
  onClose: () => void
}

/** Asks where all cards of a lane go, and moves them. */
export function MoveAll({ projectId, lane, onClose }: MoveAllProps) {
  const { data: project } = useProject(projectId)
  const lanes = project?.workflow_lanes ?? []
  const targets: Lane[] = [...lanes.filter(({ id }) => id !== lane.id), { id: noLane, label: 'No lane' }]
  const [chosen, choose] = useState<string>()
  const { move, stop, progress } = useMoveAll(projectId, lane)
  const total = lanes.find(({ id }) => id === lane.id)?.task_count ?? 0
  const to = targets.find(({ id }) => id === chosen) ?? targets[0]
  const close = () => {
    stop()
    onClose()
  }
  return (
    <Dialog title={`Move all cards of “${lane.label}”`} onClose={close}>
      <p>
        {total === 1
          ? 'Its one task moves, even if it is'
          : `All ${counted(total, 'task')} move, also those that are`}{' '}
        done or hidden by the filter.
      </p>
      <label class="field">
        To
        <select
          dir="auto"
          disabled={progress !== undefined}
          value={to?.id}
          onChange={(event) => {
            choose(event.currentTarget.value)
          }}
        >
          {targets.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p role="status" class="muted">
        {progress && `${formatCount(progress.done)} of ${counted(progress.total, 'task')} moved…`}
      </p>
      <div class="dialog-actions">
        <button type="button" onClick={close}>
          {progress ? 'Stop' : 'Cancel'}
        </button>
        <button
          type="button"
          class="primary"
          aria-disabled={progress !== undefined}
          onClick={() => {
            if (to && !progress) void move(to, total).then(onClose)
          }}
        >
          Move {counted(total, 'task')}
        </button>
      </div>
    </Dialog>
  )
}
