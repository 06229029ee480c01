import { useLayoutEffect } from 'preact/hooks'
import type { Task } from '../../../../client/src/index.ts'
import { writes } from '../../data/writes.ts'
import { cardIdOf } from './columns.ts'
import { focusWish } from './state.ts'

interface CardFocus {
  laneId: string
  list: { readonly current: HTMLElement | null }
  tasks: Task[]
  /** Fetches the next page, if there is one. */
  fetchMore: () => void
  show: (index: number) => void
}

/**
 * Gives the focus to the card that is to get it, such as one that was dropped with the keyboard. In another column it is a
 * new element; at the end of a long column it exists only once its page is fetched. If the person has focused something
 * else in the meantime, the focus stays there.
 */
export function useGrantFocus({ laneId, list, tasks, fetchMore, show }: CardFocus): void {
  const wish = focusWish.use()
  useLayoutEffect(() => {
    if (!wish) return
    const { taskId, part } = wish
    const active = document.activeElement
    if (active && active !== document.body && cardIdOf(active) !== taskId) {
      focusWish.set(undefined)
      return
    }
    const isUnderWay = writes.get().some(({ task }) => task.id === taskId)
    const index = tasks.findIndex(({ id }) => id === taskId)
    if (index === -1) {
      if (wish.laneId === laneId && !isUnderWay) fetchMore()
      return
    }
    const selector = part === 'handle' ? '.handle' : 'a.card-label'
    const target = list.current?.querySelector<HTMLElement>(`[data-card="${taskId}"] ${selector}`)
    if (!target) {
      show(index)
      return
    }
    target.focus()
    // until the service has answered, the card may be rendered again and lose the focus again
    if (document.activeElement === target && !isUnderWay) focusWish.set(undefined)
  })
}
