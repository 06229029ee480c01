import { useEffect, useRef, useState } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { noLane } from '../data/columns.ts'
import { Confirm } from '../ui/confirm.tsx'
import { counted, formatCount, nounOf, statusNames } from '../ui/format.ts'
import { useDraggable } from '../ui/drag-sensors.ts'
import { Menu, moveItems } from '../ui/menu.tsx'
import { StatusCircle } from '../ui/status-mark.tsx'
import { RenameField } from '../ui/rename-field.tsx'
import { useBoard } from './board-context.ts'
import { MoveAllView } from './lazy-views.ts'
import { SelectAll } from './select/select-bar.tsx'
import type { Lane } from './use-lanes.ts'

interface LaneHeaderProps {
  lane: Lane
  headingId: string
  /** The cards fetched so far; undefined before the first page. */
  tasks: readonly Task[] | undefined
  hasMore: boolean
  /** How many tasks the lane holds. */
  whole: number
  /** Whether that is also how many it will show, once all are fetched: the filter hides none. */
  isWholeShown: boolean
  /** Its index among the lanes, from 0, and their number. */
  index: number
  laneCount: number
}

/** The name of a lane, its number of cards, and its menu. The lane is dragged by it. */
export function LaneHeader(props: LaneHeaderProps) {
  const { lane, headingId, tasks, hasMore, whole } = props
  const { mayWrite, laneWrites } = useBoard()
  const [isRenaming, setRenaming] = useState(false)
  const header = useRef<HTMLElement>(null)
  const isLane = lane.id !== noLane
  const rename = () => {
    setRenaming(true)
  }
  return (
    <header class="column-header" ref={header}>
      <SelectAll lane={lane} tasks={tasks ?? []} hasMore={hasMore} />
      <LaneStatus status={lane.task_status ?? null} />
      <LaneName
        id={headingId}
        label={lane.label}
        isHidden={isRenaming}
        onRename={isLane && mayWrite ? rename : undefined}
      />
      {isRenaming ? (
        <RenameField
          name={`Name of lane ${lane.label}`}
          label={lane.label}
          onDone={(label, isByKey) => {
            setRenaming(false)
            if (label !== undefined) laneWrites.change(lane, { label })
            if (isByKey)
              requestAnimationFrame(() => header.current?.querySelector<HTMLElement>('.menu-button')?.focus())
          }}
        />
      ) : (
        <Count shown={tasks?.length} hasMore={hasMore} whole={whole} isWholeShown={props.isWholeShown} />
      )}
      {isLane && mayWrite && !isRenaming && <LaneHandle lane={lane} header={header} />}
      {isLane && (
        <LaneMenu
          lane={lane}
          count={whole}
          index={props.index}
          laneCount={props.laneCount}
          onRename={rename}
        />
      )}
    </header>
  )
}

/** The status that a lane gives to cards that enter it, if it does. */
function LaneStatus({ status }: { status: Task['status'] | null }) {
  if (status === null) return null
  const text = `A card that enters is ${statusNames[status].toLowerCase()}`
  return (
    <span class={`lane-status status-${status}`} title={text}>
      <span class="card-status">
        <StatusCircle status={status} />
      </span>
      <span class="visually-hidden">{text}</span>
    </span>
  )
}

type CountProps = Pick<LaneHeaderProps, 'hasMore' | 'whole' | 'isWholeShown'> & { shown: number | undefined }

/** How many cards a column shows, `+` while more may come, and, if the filter hides some, of how many. */
function Count({ shown, hasMore, whole, isWholeShown }: CountProps) {
  if (shown === undefined) return <span class="count" />
  const count = isWholeShown ? Math.max(whole, shown) : shown
  const isMore = hasMore && !isWholeShown
  const isPart = whole > count
  const noun = isPart || isMore ? 'tasks' : nounOf(count, 'task')
  return (
    <span class="count">
      {formatCount(count)}
      {isMore && '+'}
      {isPart && ` of ${formatCount(whole)}`}
      <span class="visually-hidden"> {noun}</span>
    </span>
  )
}

interface LaneNameProps {
  id: string
  label: string
  isHidden: boolean
  /** Renames it on a double click, if the person may. */
  onRename: (() => void) | undefined
}

/** The name of a lane. A name that is cut off is shown in full on hover and focus. */
function LaneName({ id, label, isHidden, onRename }: LaneNameProps) {
  const name = useRef<HTMLHeadingElement>(null)
  const [isCut, setCut] = useState(false)
  // after the paint: to measure before it would compute the layout once more, for each lane
  useEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = name.current ?? {}
    setCut(scrollWidth > clientWidth)
  }, [label, isHidden])
  return (
    <>
      <h2
        ref={name}
        id={id}
        dir="auto"
        class={isHidden ? 'visually-hidden' : undefined}
        onDblClick={onRename}
        tabIndex={isCut && !isHidden ? 0 : undefined}
      >
        {label}
      </h2>
      {isCut && !isHidden && (
        <span class="whole-name" dir="auto" aria-hidden="true">
          {label}
        </span>
      )}
    </>
  )
}

interface LaneMenuProps {
  lane: Lane
  /** How many tasks it holds. */
  count: number
  /** Its index among the lanes, from 0, and their number. */
  index: number
  laneCount: number
  onRename: () => void
}

/** What can be done with a lane. */
function LaneMenu({ lane, count, index, laneCount, onRename }: LaneMenuProps) {
  const { projectId, mayWrite, laneWrites } = useBoard()
  const mayDelete = useMay('delete')
  const { move, remove, change } = laneWrites
  const [dialog, setDialog] = useState<'moving' | 'deleting'>()
  const close = () => {
    setDialog(undefined)
  }
  const writing = () => [
    { label: 'Rename', onSelect: onRename },
    ...moveItems(['Move left', 'Move right'], index, laneCount, (to) => {
      move(lane, to)
    }),
    {
      label: 'Move all cards…',
      isDisabled: count === 0,
      onSelect: () => {
        setDialog('moving')
      },
    },
    ...([null, 0, 1, 2] as const).map((status) => ({
      label: status === null ? 'Keeps its status' : statusNames[status],
      group: 'A card that enters',
      isChecked: status === (lane.task_status ?? null),
      onSelect: () => {
        change(lane, { task_status: status })
      },
    })),
  ]
  const deleting = {
    label: 'Delete',
    onSelect: () => {
      setDialog('deleting')
    },
  }
  if (!mayWrite && !mayDelete) return null
  return (
    <>
      <Menu
        label={`Actions for lane ${lane.label}`}
        items={() => [...(mayWrite ? writing() : []), ...(mayDelete ? [deleting] : [])]}
      />
      {dialog === 'moving' && <MoveAllView.View projectId={projectId} lane={lane} onClose={close} />}
      {dialog === 'deleting' && (
        <Confirm
          title={`Delete the lane “${lane.label}”?`}
          text={
            count === 0
              ? 'It has no tasks.'
              : `It has ${counted(count, 'task')}. ${count === 1 ? 'It is kept, and' : 'They are kept, and'} will be in no lane.`
          }
          action="Delete lane"
          onConfirm={() => {
            remove(lane)
          }}
          onClose={close}
        />
      )}
    </>
  )
}

interface LaneHandleProps {
  lane: Lane
  /** The header. The pointer drags the lane by any part of it. */
  header: { readonly current: HTMLElement | null }
}

/** The handle that drags a lane with the keyboard. It is visible while the header is used. */
function LaneHandle({ lane, header }: LaneHandleProps) {
  const { laneDragging } = useBoard()
  const handle = useRef<HTMLButtonElement>(null)
  useDraggable(laneDragging, lane.id, header, handle)
  return (
    <button
      ref={handle}
      type="button"
      class="lane-handle"
      aria-label={`Move lane ${lane.label}`}
      aria-describedby="lane-drag-hint"
    >
      <svg viewBox="0 0 16 10" aria-hidden="true">
        <path d="M3 3h.01M8 3h.01M13 3h.01M3 7h.01M8 7h.01M13 7h.01" />
      </svg>
    </button>
  )
}

interface CollapsedLaneProps {
  lane: Lane
  headingId: string
  onOpen: () => void
}

/** A lane in which nothing matches the filter, as a narrow strip. Cards can be dropped on it. */
export const CollapsedLane = ({ lane, headingId, onOpen }: CollapsedLaneProps) => (
  <header class="collapsed-lane">
    <h2 id={headingId} dir="auto" title={lane.label}>
      {lane.label}
    </h2>
    <button type="button" aria-label={`0 matches in ${lane.label}: open the lane`} onClick={onOpen}>
      0
    </button>
  </header>
)
