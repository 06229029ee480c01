import { useRef, useState } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { noLane } from '../data/columns.ts'
import { Confirm } from '../ui/confirm.tsx'
import { formatCount, nounOf } from '../ui/format.ts'
import { Menu } from '../ui/menu.tsx'
import { RenameField } from '../ui/rename-field.tsx'
import { useBoard } from './board-context.ts'
import { SelectAll } from './select/select-all.tsx'
import { useLaneWrites, type Lane } from './use-lanes.ts'

interface LaneHeaderProps {
  lane: Lane
  headingId: string
  /** The cards fetched so far; undefined before the first page. */
  tasks: readonly Task[] | undefined
  hasMore: boolean
  before: Lane | undefined
  behind: Lane | undefined
}

/** The name of a lane, its number of cards, and its menu. */
export function LaneHeader({ lane, headingId, tasks, hasMore, before, behind }: LaneHeaderProps) {
  const { projectId, mayWrite } = useBoard()
  const mayDelete = useMay('delete')
  const { update, remove } = useLaneWrites(projectId)
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown')
  const header = useRef<HTMLElement>(null)
  const laneId = lane.id
  const count = tasks?.length
  const items = [
    ...(mayWrite
      ? [
          {
            label: 'Rename',
            onSelect: () => {
              setMode('renaming')
            },
          },
          {
            label: 'Move left',
            isDisabled: !before,
            onSelect: () => {
              if (before) update.mutate({ laneId, beforeLaneId: before.id })
            },
          },
          {
            label: 'Move right',
            isDisabled: !behind,
            onSelect: () => {
              if (behind) update.mutate({ laneId, afterLaneId: behind.id })
            },
          },
        ]
      : []),
    ...(mayDelete
      ? [
          {
            label: 'Delete',
            onSelect: () => {
              setMode('deleting')
            },
          },
        ]
      : []),
  ]
  return (
    <header class="column-header" ref={header}>
      <SelectAll label={lane.label} tasks={tasks ?? []} hasMore={hasMore} />
      <h2 id={headingId} class={mode === 'renaming' ? 'visually-hidden' : undefined}>
        {lane.label}
      </h2>
      {mode === 'renaming' ? (
        <RenameField
          name={`Name of lane ${lane.label}`}
          label={lane.label}
          onDone={(label, isByKey) => {
            setMode('shown')
            if (label !== undefined) update.mutate({ laneId, label })
            if (isByKey) requestAnimationFrame(() => header.current?.querySelector('button')?.focus())
          }}
        />
      ) : (
        <span class="count">
          {count !== undefined && (
            <>
              {formatCount(count)}
              {hasMore && '+'}
              <span class="visually-hidden"> {hasMore ? 'tasks' : nounOf(count, 'task')}</span>
            </>
          )}
        </span>
      )}
      {laneId !== noLane && items.length > 0 && (
        <Menu label={`Actions for lane ${lane.label}`} items={items} />
      )}
      {mode === 'deleting' && (
        <Confirm
          title={`Delete the lane “${lane.label}”?`}
          text="Its tasks are kept. They will be in no lane."
          action="Delete lane"
          onConfirm={() => {
            remove.mutate(laneId)
          }}
          onClose={() => {
            setMode('shown')
          }}
        />
      )}
    </header>
  )
}
