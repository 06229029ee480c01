import { useEffect, useRef } from 'preact/hooks'
import type { Route } from '../ui/route.ts'
import { lazyView } from '../ui/lazy-view.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { openDialogs } from '../ui/messages.ts'
import { useRecent } from './recent.ts'
import { panel } from './state.ts'
import { usePageCommands } from './use-page-commands.ts'

const PaletteView = lazyView(() => import('./palette.tsx').then(({ Palette }) => Palette))
const ListView = lazyView(() => import('./shortcut-list.tsx').then(({ ShortcutList }) => ShortcutList))

/** The command palette and the list of shortcuts, with their keys. */
export function FindAndAct({ route }: { route: Route }) {
  const shown = panel.use()
  const chosen = useRef<(() => void) | undefined>(undefined)
  const isTaskOpen = 'taskId' in route
  const close = () => {
    panel.set(undefined)
  }
  useShortcuts([
    {
      keys: 'mod+k',
      name: 'Search and do something',
      isInDialogs: true,
      run: () => {
        // other dialogs are not left behind: they may show what is shown once only
        const isFree = openDialogs.get().length <= (isTaskOpen ? 1 : 0)
        if (shown === 'palette') close()
        else if (isFree) panel.set('palette')
      },
    },
    {
      keys: '?',
      name: 'Show these shortcuts',
      run: () => {
        panel.set('shortcuts')
      },
    },
  ])
  usePageCommands(route)
  useRecent(route)
  useEffect(() => {
    PaletteView.preload()
    ListView.preload()
    return close
  }, [])
  // what was chosen runs when the palette is gone, and has given the focus back
  useEffect(() => {
    if (shown === 'palette') return
    const run = chosen.current
    chosen.current = undefined
    run?.()
  }, [shown])
  if (shown === 'shortcuts') return <ListView.View onClose={close} />
  if (shown !== 'palette') return null
  return (
    <PaletteView.View
      projectId={'projectId' in route ? route.projectId : undefined}
      onClose={close}
      onChoose={(run) => {
        chosen.current = run
        close()
      }}
    />
  )
}
