import { useLayoutEffect } from 'preact/hooks'
import type { Task } from '../../../../client/src/index.ts'
import { writes } from '../../data/writes.ts'
import { focusWish } from './state.ts'

interface CardFocus {
  laneId: string
  list: { readonly current: HTMLElement | null }
  tasks: Task[]
  /** Fetches the next page, if there is one. */
  fetchMore: () => void
  show: (index: number) => void
}

const cardOf = (element: Element | null) => element?.closest('[data-card]')?.getAttribute('data-card')

/**
 * Gives the focus back to the handle of a card that was dropped by the keyboard: in another column it is a new one, and
 * at the end of a long column it comes only with its page. Who has gone elsewhere in the meantime stays there.
 */
export function useGrantFocus({ laneId, list, tasks, fetchMore, show }: CardFocus): void {
  const wish = focusWish.use()
  useLayoutEffect(() => {
    if (!wish) return
    const { taskId } = wish
    const active = document.activeElement
    if (active && active !== document.body && cardOf(active) !== taskId) {
      focusWish.set(undefined)
      return
    }
    const isUnderWay = writes.get().some(({ task }) => task.id === taskId)
    const index = tasks.findIndex(({ id }) => id === taskId)
    if (index === -1) {
      if (wish.laneId === laneId && !isUnderWay) fetchMore()
      return
    }
    const handle = list.current?.querySelector<HTMLElement>(`[data-card="${taskId}"] .handle`)
    if (!handle) {
      show(index)
      return
    }
    handle.focus()
    // what is shown of a write may go once more until the service has answered
    if (document.activeElement === handle && !isUnderWay) focusWish.set(undefined)
  })
}
