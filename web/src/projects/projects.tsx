import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { keys, useApi, useMay } from '../data/api.ts'
import { useProjects } from '../data/queries.ts'
import { goTo, hrefs } from '../ui/route.ts'
import { explain } from '../ui/explain.ts'
import { Failure, failureText, Loading } from '../ui/states.tsx'
import { dismissAlerts, showAlert } from '../ui/toast.tsx'
import { useLock } from '../ui/use-lock.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import { ProjectRow } from './project-row.tsx'

/** The list of projects, and the form for a new one. */
export function Projects() {
  const mayWrite = useMay('write')
  return (
    <div class="page">
      <h1>Projects</h1>
      {mayWrite ? (
        <NewProject />
      ) : (
        <p class="muted">Your token can only look at projects: changing them needs the scope write.</p>
      )}
      <ProjectList />
    </div>
  )
}

function ProjectList() {
  const projects = useProjects()
  const mayWrite = useMay('write')
  if (!projects.data) {
    if (!projects.isError) return <Loading />
    return <Failure text={failureText(projects.error)} onRetry={() => void projects.refetch()} />
  }
  if (projects.data.length === 0) {
    return (
      <div class="state empty">
        <p>
          <strong>No projects yet.</strong>
        </p>
        {mayWrite && <p>To create one, enter a name above.</p>}
      </div>
    )
  }
  return (
    <ul class="projects" aria-label="Projects">
      {projects.data.map((project) => (
        <ProjectRow key={project.id} project={project} />
      ))}
    </ul>
  )
}

const attempt = 'new project'

function NewProject() {
  const { client } = useApi()
  const cache = useQueryClient()
  const [label, setLabel] = useState('')
  const lock = useLock()
  const name = label.trim()
  const { isTooLong, attributes, note } = useTooLong(name, maxLabelCharacters)
  const create = useMutation({
    mutationFn: (chosen: string) => client.projects.create({ label: chosen }),
    onMutate: () => {
      dismissAlerts(attempt)
    },
    onSuccess: ({ project }) => {
      cache.setQueryData(keys.project(project.id), project)
      void cache.invalidateQueries({ queryKey: keys.projects })
      goTo(hrefs.board(project.id))
    },
    onError: (error) => {
      showAlert(explain(error), attempt)
    },
  })
  return (
    <form
      class="new-project"
      onSubmit={(event) => {
        event.preventDefault()
        if (name !== '' && !isTooLong && lock.take()) create.mutate(name, { onSettled: lock.free })
      }}
    >
      <label class="field">
        <span>New project</span>
        <input
          dir="auto"
          value={label}
          autoComplete="off"
          onInput={(event) => {
            setLabel(event.currentTarget.value)
          }}
          {...attributes}
        />
      </label>
      <button type="submit" class="primary" aria-disabled={create.isPending}>
        Create project
      </button>
      {note}
    </form>
  )
}
