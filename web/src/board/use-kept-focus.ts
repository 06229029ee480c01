import { useEffect, useRef } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { cardIdOf, focusAt, type ColumnViews } from './drag/columns.ts'
import { drag, focusWish } from './drag/state.ts'

/**
 * Knows the focused card of a column. When that leaves the column, the card that takes its place gets the focus: the person
 * goes on from there.
 */
export function useKeptFocus(views: ColumnViews, laneId: string, tasks: readonly Task[]) {
  const focused = useRef<string | undefined>(undefined)
  const place = useRef(0)

  // after all columns have said which cards they show
  useEffect(() => {
    if (focused.current === undefined) return
    const index = tasks.findIndex(({ id }) => id === focused.current)
    if (index !== -1) {
      place.current = index
      return
    }
    focused.current = undefined
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && !drag.get() && !focusWish.get()) focusAt(views, { laneId, index: place.current }, 'link')
  })

  return {
    focused,
    onFocusIn: ({ target }: FocusEvent) => {
      focused.current = target instanceof Element ? cardIdOf(target) : undefined
      place.current = tasks.findIndex(({ id }) => id === focused.current)
    },
    onFocusOut: ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) focused.current = undefined
      // the focus leaves for nothing when its card goes, when the window loses it, and by a press beside the cards
      else
        setTimeout(() => {
          const isThere = target instanceof Element && target.isConnected
          if (isThere && document.hasFocus() && document.activeElement === document.body)
            focused.current = undefined
        })
    },
  }
}
