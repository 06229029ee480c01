import type { Project } from '../../../client/src/index.ts'
import { counted } from '../ui/format.ts'

interface BoundsProps {
  /** Null: all projects. */
  projectIds: readonly string[] | null
  /** Undefined while they are not known. */
  projects: readonly Project[] | undefined
}

/** The projects that a token or a member sees. */
export function Bounds({ projectIds, projects }: BoundsProps) {
  if (projectIds === null) return <span class="whole-words">All projects</span>
  if (!projects) return <span class="whole-words">{counted(projectIds.length, 'project')}</span>
  const known = projects.filter(({ id }) => projectIds.includes(id))
  const gone = projectIds.length - known.length
  return (
    <ul class="bounds">
      {known.map(({ id, label }) => (
        <li key={id}>
          <bdi>{label}</bdi>
        </li>
      ))}
      {gone > 0 && (
        <li class="muted">{gone === 1 ? 'A project that is gone' : `${gone} projects that are gone`}</li>
      )}
    </ul>
  )
}
