import { useState } from 'preact/hooks'
import { useMay } from '../data/api.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Menu } from '../ui/menu.tsx'
import { useBoard } from './board-context.ts'
import { MoveAllView } from './later.ts'
import { useLaneWrites, type Lane } from './use-lanes.ts'

interface LaneMenuProps {
  lane: Lane
  /** How many tasks it holds. */
  count: number
  /** Its place among the lanes, from 0, and how many there are. */
  index: number
  laneCount: number
  onRename: () => void
}

/** What can be done with a lane. */
export function LaneMenu({ lane, count, index, laneCount, onRename }: LaneMenuProps) {
  const { projectId, mayWrite } = useBoard()
  const mayDelete = useMay('delete')
  const { move, remove } = useLaneWrites(projectId)
  const [dialog, setDialog] = useState<'moving' | 'deleting'>()
  const laneId = lane.id
  const close = () => {
    setDialog(undefined)
  }
  const writing = [
    { label: 'Rename', onSelect: onRename },
    {
      label: 'Move left',
      isDisabled: index === 0,
      onSelect: () => {
        move(lane, index - 1)
      },
    },
    {
      label: 'Move right',
      isDisabled: index === laneCount - 1,
      onSelect: () => {
        move(lane, index + 1)
      },
    },
    {
      label: 'Move all cards…',
      isDisabled: count === 0,
      onSelect: () => {
        setDialog('moving')
      },
    },
  ]
  const deleting = {
    label: 'Delete',
    onSelect: () => {
      setDialog('deleting')
    },
  }
  const items = [...(mayWrite ? writing : []), ...(mayDelete ? [deleting] : [])]
  if (items.length === 0) return null
  return (
    <>
      <Menu label={`Actions for lane ${lane.label}`} items={items} />
      {dialog === 'moving' && <MoveAllView.View projectId={projectId} lane={lane} onClose={close} />}
      {dialog === 'deleting' && (
        <Confirm
          title={`Delete the lane “${lane.label}”?`}
          text="Its tasks are kept. They will be in no lane."
          action="Delete lane"
          onConfirm={() => {
            remove.mutate(laneId)
          }}
          onClose={close}
        />
      )}
    </>
  )
}
