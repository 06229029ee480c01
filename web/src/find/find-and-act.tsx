import { useEffect, useRef } from 'preact/hooks'
import { useMay, useMayInAccount } from '../data/api.ts'
import { chooseTheme, themeNames, themes } from '../theme/theme.ts'
import { type Command, useCommands } from '../ui/commands.ts'
import { focusQuickAdd, focusWhenThere } from '../ui/focus.ts'
import { lazyView, usePreload } from '../ui/lazy-view.tsx'
import { openDialogs } from '../ui/messages.ts'
import { goTo, hrefs, parseRoute, type Route } from '../ui/route.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { undoLast } from '../ui/undo.ts'
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
  usePageCommands(route, onSignOut)
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
      projectId={'projectId' in route ? route.projectId : undefined}
      onClose={close}
      onChoose={(run) => {
        chosen.current = run
        close()
      }}
    />
  )
}

/** The command that goes to a view, unless that view is shown. */
const wayFrom =
  (route: Route) =>
  (name: string, href: string, words: string): Command[] =>
    parseRoute(href).view === route.view
      ? []
      : [
          {
            name,
            words,
            run: () => {
              goTo(href)
            },
          },
        ]

/** The commands of every page, as far as the token allows them. */
function usePageCommands(route: Route, onSignOut: () => void): void {
  const mayRead = useMay('read')
  const mayWrite = useMay('write')
  const mayDelete = useMay('delete')
  const mayHooks = useMay('hooks')
  const mayCreate = useMayInAccount('write')
  const mayMembers = useMayInAccount('admin')
  const go = wayFrom(route)
  const projectId = mayRead && 'projectId' in route ? route.projectId : undefined
  const ofProject: Command[] =
    projectId === undefined
      ? []
      : [
          ...(mayWrite
            ? [
                {
                  name: 'New task',
                  words: 'add create',
                  keys: 'n',
                  run: () => {
                    goTo(hrefs.board(projectId))
                    focusQuickAdd()
                  },
                },
              ]
            : []),
          ...go('Go to board', hrefs.board(projectId), 'lanes'),
          ...go('Go to list', hrefs.list(projectId), 'table rows'),
          ...(mayHooks ? go('Go to forms', hrefs.forms(projectId), 'submissions') : []),
          ...(mayHooks ? go('Go to automation', hrefs.rules(projectId), 'rules recurring schedule') : []),
          ...go('Go to trash', hrefs.trash(projectId), 'deleted restore'),
        ]
  useCommands([
    ...ofProject,
    ...(mayRead && mayCreate
      ? [
          {
            name: 'New project',
            words: 'add create board',
            run: () => {
              goTo(hrefs.projects)
              focusWhenThere('.new-entry', (button) => {
                button.click()
              })
            },
          },
        ]
      : []),
    ...(mayRead ? go('Go to projects', hrefs.projects, 'boards home') : []),
    ...(mayRead ? go('Go to due tasks', hrefs.due, 'dates deadlines overdue today') : []),
    ...(mayRead ? go('Go to fields', hrefs.fields, 'custom columns') : []),
    ...(mayHooks && mayRead ? go('Go to calendars', hrefs.calendars, 'dates ics subscribe') : []),
    ...(mayHooks ? go('Go to webhooks', hrefs.webhooks, 'deliveries') : []),
    ...(mayMembers ? go('Go to members', hrefs.members, 'people sign in team') : []),
    ...go('Go to tokens', hrefs.tokens, 'account access'),
    ...(mayWrite || mayDelete
      ? [{ name: 'Undo the last change', words: 'revert back', keys: 'mod+z', run: undoLast }]
      : []),
    {
      name: 'Show keyboard shortcuts',
      words: 'help keys',
      keys: '?',
      run: () => {
        panel.value = 'shortcuts'
      },
    },
    ...themes.map((theme) => ({
      name: `Theme: ${themeNames[theme]}`,
      words: 'appearance colours',
      run: () => {
        chooseTheme(theme)
      },
    })),
    { name: 'Sign out', words: 'log out leave', run: onSignOut },
  ])
}
