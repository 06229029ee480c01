import { useMay } from '../data/api.ts'
import { goTo, hrefs } from '../ui/route.ts'
import { useShortcuts, type Shortcut } from '../ui/shortcuts.ts'
import type { BoardParts } from './board-context.ts'
import { focusedTask, openMenu, toggleDone } from './card-events.ts'
import { choose } from './select/state.ts'
import type { Task } from '../../../client/src/index.ts'

/** The keys that act on the focused card. */
export function useCardKeys(board: BoardParts): void {
  const { mayWrite, projectId, views, remove } = board
  const mayDelete = useMay('delete')
  const on = (act: (task: Task) => void) => (event: KeyboardEvent) => {
    const task = event.repeat ? undefined : focusedTask(board)
    if (task) act(task)
  }
  const select = (isRange: boolean) => (task: Task) => {
    // the handle is not there while cards are selected
    const { activeElement } = document
    if (activeElement?.matches('button')) focusLink(activeElement)
    choose(views, task.id, isRange)
  }
  const deletion = on(remove)
  const list: Shortcut[] = [
    {
      keys: 'e',
      name: 'Open the card',
      run: on(({ id }) => {
        goTo(hrefs.task(projectId, id))
      }),
    },
    {
      keys: '.',
      name: 'Show what can be done with the card',
      run: on(() => {
        openMenu(board, document.activeElement)
      }),
    },
    ...(mayWrite
      ? [
          {
            keys: 'd',
            name: 'Complete the card, or open it again (also Space)',
            run: on((task) => {
              toggleDone(board, task)
            }),
          },
          {
            keys: 'm',
            name: 'Move the card to a lane',
            run: on(() => {
              openMenu(board, document.activeElement, 'lanes')
            }),
          },
          { keys: 'x', name: 'Select the card', run: on(select(false)) },
          { keys: 'X', name: 'Select all cards up to this one', run: on(select(true)) },
        ]
      : []),
    ...(mayDelete
      ? [
          { keys: 'Delete', name: 'Delete the card', run: deletion },
          { keys: 'Backspace', name: 'Delete the card', run: deletion },
        ]
      : []),
  ]
  useShortcuts(list)
}

const focusLink = (element: Element) => {
  element.closest('.card')?.querySelector<HTMLElement>('a')?.focus()
}
