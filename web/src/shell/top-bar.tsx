import { useMay } from '../data/api.ts'
import { FindButton } from '../find/find-button.tsx'
import { ProjectSwitcher } from '../projects/project-switcher.tsx'
import { useMine } from '../ui/mine.ts'
import { hrefs, type Route } from '../ui/route.ts'
import { AccountMenu } from './account-menu.tsx'
import { NavLink } from './nav-link.tsx'
import { Logo } from '../ui/logo.tsx'

interface TopBarProps {
  route: Route
  /** Receives the element in which a view shows its tools. */
  slotRef: (slot: HTMLElement | null) => void
  /** The element that holds the view. */
  main: { readonly current: HTMLElement | null }
}

/** The header row: the project, its view, the tools of the view, and the account. */
export function TopBar({ route, slotRef, main }: TopBarProps) {
  const mayRead = useMay('read')
  const projectRoute = mayRead && 'projectId' in route ? route : undefined
  return (
    <header class="top">
      <a
        class="skip-link"
        href={location.hash}
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        Skip to the content
      </a>
      <a href={hrefs.projects} class="home" aria-label="Projects" title="Projects">
        <Logo />
      </a>
      {mayRead && <ProjectSwitcher projectId={projectRoute?.projectId} />}
      {projectRoute && <ProjectTabs route={projectRoute} />}
      <div class="tools" ref={slotRef} />
      <FindButton />
      <AccountMenu view={route.view} />
    </header>
  )
}

function ProjectTabs({ route }: { route: Extract<Route, { projectId: string }> }) {
  const { view, projectId } = route
  const mayHooks = useMay('hooks')
  const mine = useMine(route)
  const isMine = !!mine?.isShown
  return (
    <nav aria-label="Project" class="tabs">
      <NavLink href={hrefs.board(projectId)} label="Board" isCurrent={view === 'board' && !isMine} />
      <NavLink href={hrefs.list(projectId)} label="List" isCurrent={view === 'list' && !isMine} />
      {mine && <NavLink href={mine.href} label="My tasks" isCurrent={isMine} />}
      {mayHooks && (
        <>
          <NavLink
            href={hrefs.forms(projectId)}
            label="Forms"
            isCurrent={view === 'forms' || view === 'form' || view === 'mapping'}
          />
          <NavLink
            href={hrefs.rules(projectId)}
            label="Automation"
            isCurrent={view === 'rules' || view === 'rule'}
          />
        </>
      )}
      <NavLink href={hrefs.trash(projectId)} label="Trash" isCurrent={view === 'trash'} />
    </nav>
  )
}
