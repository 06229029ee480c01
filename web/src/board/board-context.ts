import type { DragDropManager } from '@dnd-kit/dom'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Field } from '../../../client/src/index.ts'
import type { ColumnViews } from './drag/columns.ts'
import type { Dragging } from './drag/dragging.ts'
import type { BoardWrites } from './card-writes.ts'

/** What the cards and columns of one board share. */
export interface BoardParts extends BoardWrites, Dragging {
  projectId: string
  views: ColumnViews
  mayWrite: boolean
  /** The account's own fields. */
  fields: readonly Field[]
  laneDragging: DragDropManager
}

export const BoardContext = createContext<BoardParts | undefined>(undefined)

/** The board around a card or a column, as a hook. */
export function useBoard(): BoardParts {
  const board = useContext(BoardContext)
  if (!board) throw new Error('This needs a board around it.')
  return board
}
