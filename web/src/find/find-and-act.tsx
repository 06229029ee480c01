import { useEffect, useRef } from 'preact/hooks'
import { lazyView, usePreload } from '../ui/lazy-view.tsx'
import { openDialogs } from '../ui/messages.ts'
import type { Route } from '../ui/route.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { panel } from './find-button.tsx'
import { useRecent } from './recent.ts'
import { useValue } from '../data/use-value.ts'

const PaletteView = lazyView(() => import('./palette.tsx').then(({ Palette }) => Palette))
const ShortcutsView = lazyView(() => import('./shortcut-list.tsx').then(({ ShortcutList }) => ShortcutList))

interface FindAndActProps {
  route: Route
  onSignOut: () => void
}

/** The command palette and the list of shortcuts, with their keys. */
export function FindAndAct({ route, onSignOut }: FindAndActProps) {
  const shown = useValue(panel)
  const chosen = useRef<(() => void) | undefined>(undefined)
  const isTaskOpen = 'taskId' in route
  const close = () => {
    panel.value = undefined
  }
  useShortcuts([
    {
      keys: 'mod+k',
      name: 'Search and do something',
      isInDialogs: true,
      run: () => {
        // other dialogs are not closed for this: they may show something that is shown only once
        const isFree = openDialogs.value.length <= (isTaskOpen ? 1 : 0)
        if (shown === 'palette') close()
        else if (isFree) panel.value = 'palette'
      },
    },
    {
      keys: '?',
      name: 'Show these shortcuts',
      run: () => {
        panel.value = 'shortcuts'
      },
    },
  ])
  useRecent(route)
  usePreload([PaletteView, ShortcutsView])
  useEffect(() => close, [])
  // the chosen command runs when the palette is gone and has given back the focus
  useEffect(() => {
    if (shown === 'palette') return
    const run = chosen.current
    chosen.current = undefined
    run?.()
  }, [shown])
  if (shown === 'shortcuts') return <ShortcutsView.View onClose={close} />
  if (shown !== 'palette') return null
  return (
    <PaletteView.View
      route={route}
      onSignOut={onSignOut}
      onClose={close}
      onChoose={(run) => {
        chosen.current = run
        close()
      }}
    />
  )
}
