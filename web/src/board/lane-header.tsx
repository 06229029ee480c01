import { useRef, useState } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { noLane } from '../data/columns.ts'
import { formatCount, nounOf } from '../ui/format.ts'
import { RenameField } from '../ui/rename-field.tsx'
import { useBoard } from './board-context.ts'
import { LaneHandle } from './lanes/lane-handle.tsx'
import { LaneMenu } from './lane-menu.tsx'
import { LaneName } from './lane-name.tsx'
import { SelectAll } from './select/select-all.tsx'
import { useLaneWrites, type Lane } from './use-lanes.ts'

interface LaneHeaderProps {
  lane: Lane
  headingId: string
  /** The cards fetched so far; undefined before the first page. */
  tasks: readonly Task[] | undefined
  hasMore: boolean
  /** How many tasks the lane holds. */
  whole: number
  /** Whether that is also how many it shows, once all are fetched. */
  isWholeShown: boolean
  /** Its place among the lanes, from 0, and how many there are. */
  index: number
  laneCount: number
}

/** The name of a lane, its number of cards, and its menu. The lane is dragged by it. */
export function LaneHeader(props: LaneHeaderProps) {
  const { lane, headingId, tasks, hasMore, whole } = props
  const { projectId, mayWrite } = useBoard()
  const { update } = useLaneWrites(projectId)
  const [isRenaming, setRenaming] = useState(false)
  const header = useRef<HTMLElement>(null)
  const isLane = lane.id !== noLane
  const rename = () => {
    setRenaming(true)
  }
  return (
    <header class="column-header" ref={header}>
      <SelectAll lane={lane} tasks={tasks ?? []} hasMore={hasMore} />
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
            if (label !== undefined) update.mutate({ laneId: lane.id, label })
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

type CountProps = Pick<LaneHeaderProps, 'hasMore' | 'whole' | 'isWholeShown'> & { shown: number | undefined }

/** How many cards a column shows; of how many, if the filter leaves some out. */
function Count({ shown, hasMore, whole, isWholeShown }: CountProps) {
  if (shown === undefined) return <span class="count" />
  const count = isWholeShown ? Math.max(whole, shown) : shown
  const isMore = hasMore && !isWholeShown
  const isPart = whole > count
  const rest = isPart ? `of ${formatCount(whole)} tasks` : isMore ? 'tasks' : nounOf(count, 'task')
  return (
    <span class="count" title={isPart ? `${formatCount(count)}${isMore ? '+' : ''} ${rest}` : undefined}>
      {formatCount(count)}
      {isMore && '+'}
      <span class="visually-hidden"> {rest}</span>
    </span>
  )
}
