import type { Task } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { useCommands } from '../ui/commands.ts'
import { focusQuickAdd, focusWhenThere } from '../ui/focus.ts'
import { type Shortcut, useShortcuts } from '../ui/shortcuts.ts'
import type { TaskParts } from './board-context.ts'
import { focusedTask, openMenu, openTask, toggleDone } from './card-events.ts'
import type { Filter } from './filter.ts'
import { isDraft } from '../data/writes.ts'
import { linkOf } from './drag/columns.ts'
import { choose, pressEarly, selection } from './select/selection.ts'

/** The keys that act on the focused card. */
export function useCardKeys(board: TaskParts): void {
  const { mayWrite, views, remove } = board
  const mayDelete = useMay('delete')
  const on = (act: (task: Task) => void) => (event: KeyboardEvent) => {
    const task = event.repeat ? undefined : focusedTask(board)
    if (task) act(task)
  }
  /** The same, if the service knows the task. */
  const onKnown = (act: (task: Task) => void) =>
    on((task) => {
      if (!isDraft(task)) act(task)
    })
  const select = (isRange: boolean) => (task: Task) => {
    // there is no handle while cards are selected
    const { activeElement } = document
    if (activeElement?.matches('button')) linkOf(activeElement)?.focus()
    choose(views, task.id, isRange)
  }
  /** A key that means the selected cards, if there are any, whichever card has the focus. */
  const forSelected = (keys: string, name: string, act: (task: Task) => void): Shortcut => ({
    ...{ keys, name },
    run: (event) => {
      // what can be done with them takes the key itself, once it is loaded
      if (selection.value.ids.size > 0) pressEarly(keys)
      else on(act)(event)
    },
  })
  const list: Shortcut[] = [
    {
      keys: 'e',
      name: 'Open the card',
      run: on((task) => {
        openTask(board, task)
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
          forSelected('d', 'Complete the card, or open it again (also Space)', (task) => {
            toggleDone(board, task)
          }),
          forSelected('m', 'Move the card to a lane', () => {
            openMenu(board, document.activeElement, 'lanes')
          }),
          { keys: 'x', name: 'Select the card', run: onKnown(select(false)) },
          { keys: 'X', name: 'Select all cards up to this one', run: onKnown(select(true)) },
        ]
      : []),
    ...(mayDelete
      ? ['Delete', 'Backspace'].map((key) => forSelected(key, 'Delete the card', (task) => void remove(task)))
      : []),
  ]
  useShortcuts(list)
}

const focusFilter = () => {
  focusWhenThere('.filters input[type=search]')
}

/** The key that goes to where a task is added. */
export function useAddKey(): void {
  const mayWrite = useMay('write')
  useShortcuts(mayWrite ? [{ keys: 'n', name: 'New task', run: focusQuickAdd }] : [])
}

/** The shortcuts and commands that filter a board or a list. */
export function useFilterActions(filter: Filter, onFilter: (filter: Filter) => void): void {
  useShortcuts([{ keys: '/', name: 'Filter tasks', run: focusFilter }])
  const isNotDone = filter.statuses.join() === '0,1'
  const isFiltered = filter.text !== '' || filter.statuses.length > 0
  useCommands([
    { name: 'Filter tasks', words: 'search find', keys: '/', run: focusFilter },
    ...(isNotDone
      ? []
      : [
          {
            name: 'Show what is not done',
            words: 'open unfinished filter hide',
            run: () => {
              onFilter({ ...filter, statuses: [0, 1] })
            },
          },
        ]),
    ...(isFiltered
      ? [
          {
            name: 'Show all tasks',
            words: 'clear filter reset done',
            run: () => {
              onFilter({ ...filter, text: '', statuses: [] })
            },
          },
        ]
      : []),
  ])
}
