import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { isTasksApiError, type Project } from '../../../client/src/index.ts'
import { keys, useApi, useMay } from '../data/api.ts'
import { hrefs } from '../ui/route.ts'
import { Confirm } from '../ui/confirm.tsx'
import { explain } from '../ui/explain.ts'
import { usedText } from '../ui/format.ts'
import { Menu } from '../ui/menu.tsx'
import { RenameField } from '../ui/rename-field.tsx'
import { dismissAlerts, showAlert, showToast } from '../ui/toast.tsx'

/** A project in the list, with its menu. */
export function ProjectRow({ project }: { project: Project }) {
  const mayWrite = useMay('write')
  const mayDelete = useMay('delete')
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown')
  const { rename, remove } = useProjectWrites(project)
  const row = useRef<HTMLLIElement>(null)
  const items = [
    ...(mayWrite
      ? [
          {
            label: 'Rename',
            onSelect: () => {
              setMode('renaming')
            },
          },
        ]
      : []),
    ...(mayDelete
      ? [
          {
            label: 'Delete',
            onSelect: () => {
              setMode('deleting')
            },
          },
        ]
      : []),
  ]
  return (
    <li class="project" ref={row}>
      {mode === 'renaming' ? (
        <RenameField
          name={`Name of project ${project.label}`}
          label={project.label}
          onDone={(label, isByKey) => {
            setMode('shown')
            if (label !== undefined) rename.mutate(label)
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
        <Confirm
          title={`Delete “${project.label}”?`}
          text="Its lanes and its trash are deleted for good. A project that still has tasks cannot be deleted."
          action="Delete"
          onConfirm={() => {
            remove.mutate()
          }}
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
  const rename = useMutation({
    onMutate,
    mutationFn: (name: string) => client.projects.update(id, { label: name }),
    onSuccess: ({ project }) => {
      cache.setQueryData(keys.project(id), project)
      setList((projects) => projects.map((other) => (other.id === id ? project : other)))
    },
    onError: (error) => {
      showAlert(explain(error), id)
    },
  })
  const remove = useMutation({
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
  return { rename, remove }
}
