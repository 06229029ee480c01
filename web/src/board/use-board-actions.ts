import { useMay } from '../data/api.ts'
import type { Filter } from './filter.ts'
import { useCommands } from '../ui/commands.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { focusQuickAdd, focusWhenThere } from '../ui/focus.ts'

const focusFilter = () => {
  focusWhenThere('.filters input[type=search]')
}

/** The shortcuts and commands of a board. */
export function useBoardActions(filter: Filter, onFilter: (filter: Filter) => void): void {
  const mayWrite = useMay('write')
  useShortcuts([
    ...(mayWrite ? [{ keys: 'n', name: 'New task', run: focusQuickAdd }] : []),
    { keys: '/', name: 'Filter tasks', run: focusFilter },
  ])
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
