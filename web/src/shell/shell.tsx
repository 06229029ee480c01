import { useEffect, useRef, useState } from 'preact/hooks'
import { Board } from '../board/board.tsx'
import { TaskView } from '../board/lazy-views.ts'
import { useMay } from '../data/api.ts'
import { useProject } from '../data/queries.ts'
import { FindAndAct } from '../find/find-and-act.tsx'
import { hrefs, type Route } from '../ui/route.ts'
import { HeaderSlot } from '../ui/header-slot.tsx'
import { lazyView, usePreload } from '../ui/lazy-view.tsx'
import { SignInView } from '../session/sign-in-view.ts'
import { questions } from '../changes/questions.ts'
import { taskTitle } from '../ui/task-title.ts'
import { useTurn } from '../ui/use-turn.ts'
import { dismissAlerts } from '../ui/messages.ts'
import { NoRead } from './no-read.tsx'
import { askToSignOut } from './sign-out.tsx'
import { TopBar } from './top-bar.tsx'
import { WebhookAlarm } from './webhook-alarm.tsx'
import { useValue } from '../data/use-value.ts'

const ProjectsView = lazyView(() => import('../projects/projects.tsx').then(({ Projects }) => Projects))
const TrashView = lazyView(() => import('../trash/trash.tsx').then(({ Trash }) => Trash))
const FormsView = lazyView(() => import('../forms/views.tsx').then(({ FormsViews }) => FormsViews))
const RulesView = lazyView(() => import('../rules/views.tsx').then(({ RulesViews }) => RulesViews))
const WebhooksView = lazyView(() =>
  import('../webhooks/views.tsx').then(({ WebhooksViews }) => WebhooksViews),
)
const HistoryView = lazyView(() => import('../history/history.tsx').then(({ History }) => History))
const CalendarsView = lazyView(() => import('../calendars/calendars.tsx').then(({ Calendars }) => Calendars))
const ConflictView = lazyView(() =>
  import('../task/conflict-dialog.tsx').then(({ ConflictDialog }) => ConflictDialog),
)
const DueView = lazyView(() => import('../due/due.tsx').then(({ Due }) => Due))
const FieldsView = lazyView(() => import('../fields/fields.tsx').then(({ Fields }) => Fields))
const MembersView = lazyView(() => import('../members/members.tsx').then(({ Members }) => Members))
const TokensView = lazyView(() => import('../tokens/tokens.tsx').then(({ Tokens }) => Tokens))

type ProjectRoute = Extract<Route, { projectId: string }>

/** The frame around every view. */
export function Shell({ route }: { route: Route }) {
  const main = useRef<HTMLElement>(null)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const mayRead = useMay('read')
  const isFramed = useTurn()
  const projectRoute = mayRead && 'projectId' in route ? route : undefined
  useFocusOnView(main, viewOf(route))
  useDismissal(viewOf(route))
  usePreload(others)
  return (
    <div class={`shell view-${route.view}`}>
      <TopBar route={route} slotRef={setSlot} main={main} />
      <WebhookAlarm />
      <main ref={main} tabIndex={-1}>
        <HeaderSlot.Provider value={slot}>
          {isFramed && (mayRead || readless.includes(route.view) ? <View route={route} /> : <NoRead />)}
        </HeaderSlot.Provider>
      </main>
      <FindAndAct route={route} onSignOut={askToSignOut} />
      <Questions />
      {projectRoute ? <ProjectTitle {...projectRoute} /> : <Title text={titles[route.view]} />}
    </div>
  )
}

/** Asks about changes that were late, when others have changed the same. */
function Questions() {
  const [question] = useValue(questions)
  if (!question) return null
  const { conflict, answer } = question
  return (
    <ConflictView.View
      key={`${conflict.seen.id} ${Object.keys(conflict.changes).join()}`}
      conflict={conflict}
      leave="Discard mine"
      onSettle={answer}
      onClose={() => {
        answer()
      }}
    />
  )
}

const titles = {
  projects: 'Projects',
  board: 'Project',
  list: 'List',
  due: 'Due',
  forms: 'Forms',
  form: 'Form',
  mapping: 'Mapping of a form',
  rules: 'Automation',
  rule: 'Rule',
  trash: 'Trash',
  webhooks: 'Webhooks',
  webhook: 'Webhook',
  tokens: 'Tokens',
  members: 'Members',
  fields: 'Fields',
  calendars: 'Calendars',
  history: 'History',
  unknown: 'Not found',
}

/** The views that do not need the scope read. */
const readless: readonly Route['view'][] = ['webhooks', 'webhook', 'tokens', 'members', 'unknown']

function View({ route }: { route: Route }) {
  if (route.view === 'projects') return <ProjectsView.View />
  if (route.view === 'tokens') return <TokensView.View />
  if (route.view === 'members') return <MembersView.View />
  if (route.view === 'fields') return <FieldsView.View />
  if (route.view === 'calendars') return <CalendarsView.View />
  if (route.view === 'history') return <HistoryView.View />
  if (route.view === 'trash') return <TrashView.View key={route.projectId} projectId={route.projectId} />
  if (route.view === 'forms' || route.view === 'form' || route.view === 'mapping') {
    return <FormsView.View key={viewOf(route)} route={route} />
  }
  if (route.view === 'rules' || route.view === 'rule') {
    return <RulesView.View key={viewOf(route)} route={route} />
  }
  if (route.view === 'webhooks' || route.view === 'webhook') {
    return <WebhooksView.View key={viewOf(route)} route={route} />
  }
  if (route.view === 'due') return <DueView.View />
  if (route.view === 'board' || route.view === 'list') {
    const { view, projectId, taskId, query } = route
    return (
      <Board key={`${view} ${projectId}`} projectId={projectId} taskId={taskId} query={query} view={view} />
    )
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
    list: 'List of ',
    trash: 'Trash of ',
    forms: 'Forms of ',
    form: 'Form of ',
    mapping: 'Mapping of ',
    rules: 'Automation of ',
    rule: 'Rule of ',
  }
  const task = useValue(taskTitle)
  return (
    <Title
      text={`${(view === 'board' || view === 'list') && task !== undefined ? `${task} · ` : prefixes[view]}${label}`}
    />
  )
}

/** A task's dialog is shown over its board, so opening it does not change the view. */
const viewOf = (route: Route) =>
  [
    route.view,
    'projectId' in route && route.projectId,
    'formId' in route && route.formId,
    'ruleId' in route && `${route.ruleId} ${route.isEdited}`,
    'template' in route && route.template,
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

/** What a person may open next. */
const others = [
  TaskView,
  TrashView,
  FormsView,
  RulesView,
  WebhooksView,
  CalendarsView,
  HistoryView,
  TokensView,
  MembersView,
  FieldsView,
  DueView,
  ProjectsView,
  SignInView,
]
