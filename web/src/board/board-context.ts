import type { DragDropManager } from '@dnd-kit/dom'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Field } from '../../../client/src/index.ts'
import type { ColumnViews, TasksViews } from './drag/columns.ts'
import type { Dragging } from './drag/dragging.ts'
import type { BoardWrites } from './card-writes.ts'
import type { LaneWrites } from './use-lanes.ts'

/** What the shown tasks of a project share, on its board or in its list. */
export interface TaskParts extends BoardWrites {
  projectId: string
  views: TasksViews
  mayWrite: boolean
  /** The account's own fields. */
  fields: readonly Field[]
  /** Whether a task stands among those of its lane, in their order. */
  isInLane: boolean
  /** The address that opens a task here. */
  hrefOf: (taskId: string) => string
}

/** What the cards and columns of one board share. */
export interface BoardParts extends TaskParts, Dragging {
  views: ColumnViews
  laneWrites: LaneWrites
  laneDragging: DragDropManager
}

export const TasksContext = createContext<TaskParts | undefined>(undefined)

/** The board or list around a task, as a hook. */
export function useTaskParts(): TaskParts {
  const parts = useContext(TasksContext)
  if (!parts) throw new Error('This needs a board or a list around it.')
  return parts
}

export const BoardContext = createContext<BoardParts | undefined>(undefined)

/** The board around a card or a column, as a hook. */
export function useBoard(): BoardParts {
  const board = useContext(BoardContext)
  if (!board) throw new Error('This needs a board around it.')
  return board
}
