import { useProject } from '../data/queries.ts'
import { lazyView, usePreload } from '../ui/lazy-view.tsx'
import { Popover } from '../ui/popover.tsx'

/** The button with the project's name, which opens the list of projects to switch to. */
export function ProjectSwitcher({ projectId }: { projectId: string | undefined }) {
  return projectId === undefined ? (
    <Switcher name="Projects" projectId={undefined} />
  ) : (
    <Named projectId={projectId} />
  )
}

function Named({ projectId }: { projectId: string }) {
  const name = useProject(projectId).data?.label ?? 'Project'
  return <Switcher name={name} projectId={projectId} />
}

/** The list of projects, loaded separately. */
const ProjectChoiceView = lazyView(() =>
  import('./project-choice.tsx').then(({ ProjectChoice }) => ProjectChoice),
)

interface SwitcherProps {
  /** What the button shows. */
  name: string
  projectId: string | undefined
}

function Switcher({ name, projectId }: SwitcherProps) {
  usePreload([ProjectChoiceView])
  return (
    <Popover
      label={`${name}: switch project`}
      class="switcher"
      side="start"
      face={
        <>
          <span dir="auto">{name}</span>
          <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 6.5 8 10.5l4-4" />
          </svg>
        </>
      }
    >
      {(close) => <ProjectChoiceView.View currentId={projectId} onClose={close} />}
    </Popover>
  )
}
