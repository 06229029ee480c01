import { useEffect } from 'preact/hooks'
import { SelectRest } from '../../ui/select-rest.tsx'
import { useTaskParts } from '../board-context.ts'
import { chooseAll, idsOf, rest, selection } from './selection.ts'

/** After all cards that a lane shows, or all rows of a list, were selected: offers those that were not fetched then. */
export function Rest() {
  const { views } = useTaskParts()
  const { ids } = selection.use()
  const { laneId = '', shown = [], total } = rest.use() ?? {}
  const isUnchanged = shown.every((id) => ids.has(id))
  useEffect(() => {
    if (!isUnchanged || total === shown.length) rest.set(undefined)
  }, [isUnchanged, total, shown.length])
  return (
    <SelectRest
      shown={shown.length}
      total={total}
      which=" that match"
      onSelect={() => {
        chooseAll(idsOf(views.get(laneId)?.tasks ?? []), true)
        rest.set(undefined)
        document.querySelector<HTMLElement>('.select-bar [aria-haspopup]')?.focus()
      }}
    />
  )
}
