import { useMay, useMayInAccount } from '../data/api.ts'
import { chooseTheme, themeNames, themes } from '../theme/theme.ts'
import type { Command } from '../ui/commands.ts'
import { focusQuickAdd, focusWhenThere } from '../ui/focus.ts'
import { useMine } from '../ui/mine.ts'
import { goTo, hrefs, parseRoute, type Route } from '../ui/route.ts'
import { undoLast } from '../ui/undo.ts'
import { panel } from './find-button.tsx'

/** A command that goes to an address. */
const commandTo = (name: string, href: string, words: string): Command => ({
  name,
  words,
  run: () => {
    goTo(href)
  },
})

/** The command that goes to a view, unless that view is shown. */
const wayFrom =
  (route: Route) =>
  (...[name, href, words]: Parameters<typeof commandTo>): Command[] =>
    parseRoute(href).view === route.view ? [] : [commandTo(name, href, words)]

const newProject: Command = {
  name: 'New project',
  words: 'add create board',
  run: () => {
    goTo(hrefs.projects)
    focusWhenThere('.new-entry', (button) => {
      button.click()
    })
  },
}

/** The commands of every page, as far as the token allows them. */
export function usePageCommands(route: Route, onSignOut: () => void): Command[] {
  const mayRead = useMay('read')
  const mayWrite = useMay('write')
  const mayDelete = useMay('delete')
  const mayHooks = useMay('hooks')
  const mayCreate = useMayInAccount('write')
  const mayMembers = useMayInAccount('admin')
  const go = wayFrom(route)
  const projectId = mayRead && 'projectId' in route ? route.projectId : undefined
  const mine = useMine(route)
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
          ...(mine && !mine.isShown ? [commandTo('My tasks', mine.href, 'mine assigned to me')] : []),
          ...(mayHooks ? go('Go to forms', hrefs.forms(projectId), 'submissions') : []),
          ...(mayHooks ? go('Go to automation', hrefs.rules(projectId), 'rules recurring schedule') : []),
          ...go('Go to trash', hrefs.trash(projectId), 'deleted restore'),
        ]
  return [
    ...ofProject,
    ...(mayRead && mayCreate ? [newProject] : []),
    ...(mayRead ? go('Go to projects', hrefs.projects, 'boards home') : []),
    ...(mayRead ? go('Go to due tasks', hrefs.due, 'dates deadlines overdue today') : []),
    ...(mayRead
      ? [
          ...go('Go to fields', hrefs.fields, 'custom columns'),
          ...go('Go to the history', hrefs.history, 'log activity take back revert'),
        ]
      : []),
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
  ]
}
