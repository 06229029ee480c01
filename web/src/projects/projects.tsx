import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { yours, yoursFirst } from '../ui/yours.ts'
import { isTasksApiError, type Project } from '../../../client/src/index.ts'
import { keys, useApi, useIsBound, useMay, useMayInAccount } from '../data/api.ts'
import { putAnswer } from '../data/cache.ts'
import { useProjects } from '../data/queries.ts'
import { explain } from '../ui/explain.ts'
import { usedText } from '../ui/format.ts'
import { ListHead } from '../ui/list-head.tsx'
import { Menu } from '../ui/menu.tsx'
import { NameDialog } from '../ui/name-dialog.tsx'
import { RenameField } from '../ui/rename-field.tsx'
import { hrefs } from '../ui/route.ts'
import { Unloaded } from '../ui/states.tsx'
import { dismissAlerts, showAlert, showToast } from '../ui/messages.ts'
import { noteStep, noteWrite } from '../ui/undo.ts'
import { DeleteProject } from './delete-project.tsx'

/** The list of projects. */
export function Projects() {
  const mayWrite = useMay('write')
  const isBound = useIsBound()
  return (
    <div class="page">
      <ListHead
        title="Projects"
        label={mayWrite && !isBound ? 'New project' : undefined}
        dialog={(onClose) => <NewProject onClose={onClose} />}
      />
      {!mayWrite && (
        <p class="muted">
          {yoursFirst('role')} can only look at projects: changing them needs the scope write.
        </p>
      )}
      {isBound && (
        <p class="muted">
          {yoursFirst('membership')} is bound to projects: it sees no others, and can neither create nor
          delete projects.
        </p>
      )}
      <ProjectList />
    </div>
  )
}

function ProjectList() {
  const projects = useProjects()
  const mayCreate = useMayInAccount('write')
  const isBound = useIsBound()
  if (!projects.data) return <Unloaded query={projects} />
  if (projects.data.length === 0) {
    return (
      <div class="state empty">
        <p>
          <strong>
            {isBound ? `The projects of ${yours('membership')} were deleted.` : 'No projects yet.'}
          </strong>
        </p>
        {mayCreate && <p>A project holds tasks, in lanes. “New project” makes the first one.</p>}
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

function NewProject({ onClose }: { onClose: () => void }) {
  const { client } = useApi()
  const cache = useQueryClient()
  return (
    <NameDialog
      noun="project"
      placeholder="Summer party"
      explain={explain}
      onClose={onClose}
      create={async (label) => {
        const { project } = await client.projects.create({ label })
        cache.setQueryData(keys.project(project.id), project)
        void cache.invalidateQueries({ queryKey: keys.projects })
        noteStep(`Created the project “${label}”. To remove it, delete it in its menu.`)
        return hrefs.board(project.id)
      }}
    />
  )
}

/** A project in the list, with its menu. */
function ProjectRow({ project }: { project: Project }) {
  const mayWrite = useMay('write')
  const mayDelete = useMayInAccount('delete')
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown')
  const { rename, remove } = useProjectWrites(project)
  const row = useRef<HTMLLIElement>(null)
  const itemOf = (label: string, next: typeof mode) => ({
    label,
    onSelect: () => {
      setMode(next)
    },
  })
  const items = [
    ...(mayWrite ? [itemOf('Rename', 'renaming')] : []),
    ...(mayDelete ? [itemOf('Delete', 'deleting')] : []),
  ]
  return (
    <li class="project" ref={row}>
      {mode === 'renaming' ? (
        <RenameField
          name={`Name of project ${project.label}`}
          label={project.label}
          onDone={(label, isByKey) => {
            setMode('shown')
            if (label !== undefined) rename(label)
            if (isByKey) requestAnimationFrame(() => row.current?.querySelector('button')?.focus())
          }}
        />
      ) : (
        <div class="project-main">
          <a href={hrefs.board(project.id)} dir="auto">
            {project.label}
          </a>
          <span class="muted">{usedText(project)}</span>
        </div>
      )}
      {items.length > 0 && <Menu label={`Actions for project ${project.label}`} items={items} />}
      {mode === 'deleting' && (
        <DeleteProject
          project={project}
          onDelete={remove}
          onClose={() => {
            setMode('shown')
          }}
        />
      )}
    </li>
  )
}

function useProjectWrites({ id, label }: Project) {
  const { client } = useApi()
  const cache = useQueryClient()
  const setList = (map: (projects: Project[]) => Project[]) => {
    cache.setQueryData<Project[]>(keys.projects, (projects) => projects && map(projects))
    void cache.invalidateQueries({ queryKey: keys.projects })
  }
  const onMutate = () => {
    dismissAlerts(id)
  }
  const naming = useMutation({
    onMutate,
    mutationFn: (name: string) => client.projects.update(id, { label: name }),
    onSuccess: ({ project }) => {
      putAnswer(cache, keys.project(id), project)
      setList((projects) => projects.map((other) => (other.id === id ? project : other)))
    },
    onError: (error) => {
      showAlert(explain(error), id)
    },
  })
  const removal = useMutation({
    onMutate,
    mutationFn: () => client.projects.delete(id),
    onSuccess: () => {
      setList((projects) => projects.filter((other) => other.id !== id))
      showToast(`Deleted “${label}”.`)
    },
    onError: (error) => {
      showAlert(
        isTasksApiError(error, 'project_not_empty')
          ? `“${label}” still has tasks. Delete them or move them to another project first.`
          : explain(error),
        id,
      )
    },
  })
  const rename = (name: string) => {
    noteWrite(`Renamed “${label}” to “${name}”.`, naming.mutateAsync(name), {
      undo: () => naming.mutateAsync(label),
      redo: () => naming.mutateAsync(name),
    })
  }
  const remove = () => {
    noteWrite(`Deleted the project “${label}” with its lanes and its trash.`, removal.mutateAsync())
  }
  return { rename, remove }
}
