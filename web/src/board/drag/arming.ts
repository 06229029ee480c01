import { type DragDropManager, Draggable } from '@dnd-kit/dom'
import { cardIdOf } from './columns.ts'
import { drag } from './state.ts'

/** The most cards that can be dragged at a time: those that the pointer or the focus came to last. */
const most = 8

/**
 * Makes a card draggable once the pointer or the focus comes to it: with the pointer anywhere on it, with the keyboard by its
 * handle. To make every card so costs more than to draw it.
 */
export function openArming(manager: DragDropManager) {
  const armed = new Map<string, { element: Element; draggable: Draggable }>()
  const disarm = (id: string) => {
    armed.get(id)?.draggable.destroy()
    armed.delete(id)
  }
  return {
    /** @param target what the pointer or the focus has come to */
    arm: (target: EventTarget | null): void => {
      const element = target instanceof Element ? target.closest('.card') : null
      const handle = element?.querySelector('.handle')
      const id = cardIdOf(element)
      if (!element || !handle || id === undefined || drag.value) return
      if (armed.get(id)?.element === element) return
      disarm(id)
      armed.set(id, { element, draggable: new Draggable({ id, element, handle }, manager) })
      const isFocused = (one: Element) => one.contains(document.activeElement)
      const oldest = [...armed].find(([, one]) => !isFocused(one.element))?.[0]
      if (armed.size > most && oldest !== undefined) disarm(oldest)
    },
    destroy: (): void => {
      for (const id of [...armed.keys()]) disarm(id)
      manager.destroy()
    },
  }
}
