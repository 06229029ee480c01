import { useEffect } from 'preact/hooks'
import { SelectRest } from '../../ui/select-rest.tsx'
import { useTaskParts } from '../board-context.ts'
import { chooseAll, idsOf, rest, selection } from './selection.ts'
import { useValue } from '../../data/use-value.ts'

/** After all cards that a lane shows, or all rows of a list, were selected: offers those that were not fetched then. */
export function Rest() {
  const { views } = useTaskParts()
  const { ids } = useValue(selection)
  const { laneId = '', shown = [], total } = useValue(rest) ?? {}
  const isUnchanged = shown.every((id) => ids.has(id))
  useEffect(() => {
    if (!isUnchanged || total === shown.length) rest.value = undefined
  }, [isUnchanged, total, shown.length])
  return (
    <SelectRest
      shown={shown.length}
      total={total}
      which=" that match"
      onSelect={() => {
        chooseAll(idsOf(views.get(laneId)?.tasks ?? []), true)
        rest.value = undefined
        document.querySelector<HTMLElement>('.select-bar [aria-haspopup]')?.focus()
      }}
    />
  )
}
