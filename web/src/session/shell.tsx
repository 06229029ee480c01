import { useEffect, useRef } from 'preact/hooks'
import { Board } from '../board/board.tsx'
import { TaskView } from '../board/task-view.ts'
import { useMay } from '../data/api.ts'
import { useProject } from '../data/queries.ts'
import { Projects } from '../projects/projects.tsx'
import { hrefs, type Route } from '../route.ts'
import { lazyView } from '../ui/lazy-view.tsx'
import { dismissAlerts } from '../ui/toast.tsx'
import { NoRead } from './no-read.tsx'
import { signOut } from './session.ts'
import { Logo } from './sign-in.tsx'
import { WebhookAlarm } from './webhook-alarm.tsx'

const TrashView = lazyView(() => import('../trash/trash.tsx').then(({ Trash }) => Trash))
const FormsView = lazyView(() => import('../forms/views.tsx').then(({ FormsViews }) => FormsViews))
const WebhooksView = lazyView(() =>
  import('../webhooks/views.tsx').then(({ WebhooksViews }) => WebhooksViews),
)
const TokensView = lazyView(() => import('../tokens/tokens.tsx').then(({ Tokens }) => Tokens))

type ProjectRoute = Extract<Route, { projectId: string }>

/** The frame around every view: navigation and the sign-out button. */
export function Shell({ route }: { route: Route }) {
  const main = useRef<HTMLElement>(null)
  const mayRead = useMay('read')
  const mayHooks = useMay('hooks')
  const projectRoute = mayRead && 'projectId' in route ? route : undefined
  useFocusOnView(main, viewOf(route))
  useDismissal(viewOf(route))
  usePreload()
  return (
    <div class={`shell view-${route.view}`}>
      <header class="top">
        <span class="brand">
          <Logo />
          <span class="brand-name">Tasks</span>
        </span>
        <nav aria-label="Main" class="nav">
          <NavLink href={hrefs.projects} label="Projects" isCurrent={route.view === 'projects'} />
          {mayHooks && (
            <NavLink
              href={hrefs.webhooks}
              label="Webhooks"
              isCurrent={route.view === 'webhooks' || route.view === 'webhook'}
            />
          )}
          <NavLink href={hrefs.tokens} label="Tokens" isCurrent={route.view === 'tokens'} />
        </nav>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            signOut()
          }}
        >
          Sign out
        </button>
      </header>
      <WebhookAlarm />
      {projectRoute && <ProjectNav {...projectRoute} />}
      <main ref={main} tabIndex={-1}>
        {mayRead || readless.includes(route.view) ? <View route={route} /> : <NoRead />}
      </main>
      {projectRoute ? <ProjectTitle {...projectRoute} /> : <Title text={titles[route.view]} />}
    </div>
  )
}

const titles = {
  projects: 'Projects',
  board: 'Project',
  forms: 'Forms',
  form: 'Form',
  mapping: 'Mapping of a form',
  trash: 'Trash',
  webhooks: 'Webhooks',
  webhook: 'Webhook',
  tokens: 'Tokens',
  unknown: 'Not found',
}

/** The views that do not need the scope read. */
const readless: readonly Route['view'][] = ['webhooks', 'webhook', 'tokens', 'unknown']

function View({ route }: { route: Route }) {
  if (route.view === 'projects') return <Projects />
  if (route.view === 'tokens') return <TokensView.View />
  if (route.view === 'trash') return <TrashView.View key={route.projectId} projectId={route.projectId} />
  if (route.view === 'forms' || route.view === 'form' || route.view === 'mapping') {
    return <FormsView.View key={viewOf(route)} route={route} />
  }
  if (route.view === 'webhooks' || route.view === 'webhook') {
    return <WebhooksView.View key={viewOf(route)} route={route} />
  }
  if (route.view === 'board') {
    return <Board key={route.projectId} projectId={route.projectId} taskId={route.taskId} />
  }
  return (
    <div class="state">
      <h1>Page not found</h1>
      <p>
        The address may be mistyped. <a href={hrefs.projects}>Go to your projects</a>
      </p>
    </div>
  )
}

function ProjectNav({ view, projectId }: ProjectRoute) {
  const mayHooks = useMay('hooks')
  return (
    <nav aria-label="Project" class="nav project-nav">
      <NavLink href={hrefs.board(projectId)} label="Board" isCurrent={view === 'board'} />
      {mayHooks && (
        <NavLink
          href={hrefs.forms(projectId)}
          label="Forms"
          isCurrent={view !== 'board' && view !== 'trash'}
        />
      )}
      <NavLink href={hrefs.trash(projectId)} label="Trash" isCurrent={view === 'trash'} />
    </nav>
  )
}

function NavLink({ href, label, isCurrent }: { href: string; label: string; isCurrent: boolean }) {
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      {label}
    </a>
  )
}

function Title({ text }: { text: string }) {
  useEffect(() => {
    document.title = `${text} · Tasks`
  }, [text])
  return null
}

function ProjectTitle({ view, projectId }: ProjectRoute) {
  const label = useProject(projectId).data?.label ?? 'Project'
  const prefixes = {
    board: '',
    trash: 'Trash of ',
    forms: 'Forms of ',
    form: 'Form of ',
    mapping: 'Mapping of ',
  }
  return <Title text={`${prefixes[view]}${label}`} />
}

/** A task's dialog is shown over its board, so opening it does not change the view. */
const viewOf = (route: Route) =>
  [
    route.view,
    'projectId' in route && route.projectId,
    'formId' in route && route.formId,
    'webhookId' in route && route.webhookId,
  ].join(' ')

/** Focuses a view after navigation, as a page load would; not on the first view. */
function useFocusOnView(main: { readonly current: HTMLElement | null }, view: string): void {
  const last = useRef(view)
  useEffect(() => {
    if (last.current === view) return
    last.current = view
    main.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [view])
}

/** Dismisses a view's alerts when the person leaves it. */
function useDismissal(view: string): void {
  useEffect(
    () => () => {
      dismissAlerts()
    },
    [view],
  )
}

/** Loads the other views after the first one, so that they open even when the connection is lost. */
function usePreload(): void {
  useEffect(() => {
    for (const { preload } of [TaskView, TrashView, FormsView, WebhooksView, TokensView]) preload()
  }, [])
}
