import { signal } from '@preact/signals-core'
import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Field, Project, Task } from '../../../client/src/index.ts'
import { keys, useApi, useIsBound, useMay } from '../data/api.ts'
import { useFieldList, useProjects } from '../data/queries.ts'
import { statusDone, useTaskChange } from '../task/use-change.ts'
import { fieldText, isDated } from '../ui/field-value.ts'
import { counted } from '../ui/format.ts'
import { hrefs } from '../ui/route.ts'
import { Unloaded } from '../ui/states.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { type DueTask, groupsOf } from './groups.ts'
import { useValue } from '../data/use-value.ts'
import '../style/due.css'

/** How many tasks have been read so far, during the reading. */
const read = signal(0)

/** The open tasks of all projects that have a value of a field. */
function useDue(key: string) {
  const { client } = useApi()
  return useQuery({
    queryKey: [...keys.due, key],
    queryFn: async ({ signal }) => {
      const tasks = new Map<string, Task>()
      read.value = 0
      // oldest first misses none, and may show one twice
      const list = client.tasks.list({
        ...{ status: [0, 1], fields: { [`${key}.exists`]: 'true' } },
        ...{ order: 'oldest', limit: 100, signal },
      })
      for await (const task of list) {
        tasks.set(task.id, task)
        if (tasks.size % 100 === 0) read.value = tasks.size
      }
      return [...tasks.values()]
    },
  })
}

/** The tasks of all projects that have a date and are not done. */
export function Due() {
  const list = useFieldList()
  const { data: fields } = list
  const [chosen, setChosen] = useState<string>()
  const isBound = useIsBound()
  const dated = fields?.filter(isDated) ?? []
  const field = dated.find(({ key }) => key === chosen) ?? dated.find(({ key }) => key === 'due') ?? dated[0]
  return (
    <div class="page due">
      <h1>Due</h1>
      {dated.length > 1 && (
        <label class="field due-field">
          <span>By the field</span>
          <select
            dir="auto"
            value={field?.key}
            onChange={({ currentTarget }) => {
              setChosen(currentTarget.value)
            }}
          >
            {dated.map(({ key, label }) => (
              <option key={key} value={key} selected={key === field?.key}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      {field ? (
        <DueBy key={field.key} field={field} />
      ) : fields ? (
        <p>
          No field holds dates yet.{' '}
          {!isBound && (
            <>
              <a href={hrefs.fields}>Add a due date</a>, and what has one is here.
            </>
          )}
        </p>
      ) : (
        <Unloaded query={list} />
      )}
    </div>
  )
}

function DueBy({ field }: { field: Field }) {
  const due = useDue(field.key)
  const { data: projects = [] } = useProjects()
  const count = useValue(read)
  if (!due.data)
    return due.isError || count === 0 ? (
      <Unloaded query={due} />
    ) : (
      <p role="status">{counted(count, 'task')} read…</p>
    )
  const groups = groupsOf(field, due.data)
  if (groups.length === 0) return <p>Nothing is due: no open task has a value of “{field.label}”.</p>
  return (
    <>
      {groups.map(({ name, tasks }) => (
        <section key={name} aria-label={name} class={name === 'Overdue' ? 'due-group is-late' : 'due-group'}>
          <h2>
            {name} <span class="muted">{tasks.length}</span>
          </h2>
          <ul>
            {tasks.map((due) => (
              <Row
                key={due.task.id}
                field={field}
                due={due}
                project={projects.find(({ id }) => id === due.task.project_id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

interface RowProps {
  field: Field
  due: DueTask
  project: Project | undefined
}

function Row({ field, due: { task, value }, project }: RowProps) {
  const change = useTaskChange()
  const cache = useQueryClient()
  const mayWrite = useMay('write')
  const complete = async () => {
    await change(task, { status: 2 }, statusDone(task, 2))
    await cache.invalidateQueries({ queryKey: keys.due })
  }
  return (
    <li class={`due-row status-${task.status}`}>
      <StatusMark task={task} mayChange={mayWrite} onToggle={() => void complete()} />
      <a href={hrefs.task(task.project_id, task.id)} dir="auto">
        {task.label}
      </a>
      <span class="muted" dir="auto">
        {project?.label}
      </span>
      <span class="due-date">{fieldText(field, value)}</span>
    </li>
  )
}
