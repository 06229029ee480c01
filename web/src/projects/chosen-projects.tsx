import { useApi, useMay } from '../data/api.ts'
import { useProjects } from '../data/queries.ts'
import { AllOrSome } from '../ui/all-or-some.tsx'

/**
 * The projects before anybody has chosen, as a hook. Null: all. With a token that is bound to projects: those of its
 * projects that still exist.
 */
export function useOwnProjects(): readonly string[] | null {
  const { projectIds } = useApi()
  const { data: projects } = useProjects(useMay('read'))
  return projectIds && (projects?.map(({ id }) => id) ?? projectIds)
}

interface ChosenProjectsProps {
  /** Null: all. */
  value: readonly string[] | null
  /** Whether all projects cannot be chosen. That is always so with a token that is bound to projects. */
  isBound?: boolean
  problem?: string | undefined
  onEdit: (value: string[] | null) => void
}

/** A choice of projects by their names, which needs the scope read. */
export function ChosenProjects({ value, isBound = false, problem, onEdit }: ChosenProjectsProps) {
  const { projectIds: own } = useApi()
  const { data: projects } = useProjects()
  const known = (projects ?? []).map(({ id, label }) => ({ id, label }))
  const gone = (projects ? (value ?? []) : [])
    .filter((id) => !known.some((project) => project.id === id))
    .map((id) => ({ id, label: `A project that is gone (${id})` }))
  return (
    <AllOrSome
      legend="Projects"
      all={isBound || own ? undefined : 'All projects'}
      options={[...known, ...gone]}
      value={value}
      problem={problem}
      onEdit={onEdit}
    />
  )
}
