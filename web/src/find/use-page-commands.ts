import { useMay } from '../data/api.ts'
import { goTo, hrefs, parseRoute, type Route } from '../ui/route.ts'
import { signOut } from '../session/session.ts'
import { chooseTheme, themeNames, themes } from '../theme/theme.ts'
import { useCommands, type Command } from '../ui/commands.ts'
import { undoLast } from '../ui/undo.ts'
import { focusQuickAdd, focusWhenThere } from '../ui/focus.ts'
import { panel } from './state.ts'

/** The way to a view, unless it is the one that is shown. */
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

/** The commands of every page: what the token may do, and where it may go. */
export function usePageCommands(route: Route): void {
  const mayRead = useMay('read')
  const mayWrite = useMay('write')
  const mayDelete = useMay('delete')
  const mayHooks = useMay('hooks')
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
          ...(mayHooks ? go('Go to forms', hrefs.forms(projectId), 'submissions') : []),
          ...go('Go to trash', hrefs.trash(projectId), 'deleted restore'),
        ]
  useCommands([
    ...ofProject,
    ...(mayRead && mayWrite
      ? [
          {
            name: 'New project',
            words: 'add create board',
            run: () => {
              goTo(hrefs.projects)
              focusWhenThere('.new-project input')
            },
          },
        ]
      : []),
    ...(mayRead ? go('Go to projects', hrefs.projects, 'boards home') : []),
    ...(mayHooks ? go('Go to webhooks', hrefs.webhooks, 'deliveries') : []),
    ...go('Go to tokens', hrefs.tokens, 'account access'),
    ...(mayWrite || mayDelete
      ? [{ name: 'Undo the last change', words: 'revert back', keys: 'mod+z', run: undoLast }]
      : []),
    {
      name: 'Show keyboard shortcuts',
      words: 'help keys',
      keys: '?',
      run: () => {
        panel.set('shortcuts')
      },
    },
    ...themes.map((theme) => ({
      name: `Theme: ${themeNames[theme]}`,
      words: 'appearance colours',
      run: () => {
        chooseTheme(theme)
      },
    })),
    { name: 'Sign out', words: 'log out leave', run: signOut },
  ])
}
