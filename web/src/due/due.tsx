import { signal } from '@preact/signals-core'
import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Field, Project, Task } from '../../../client/src/index.ts'
import { deviceStorage } from '../data/browser-storage.ts'
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

/** The open tasks of all projects that have a value of one of the fields. */
function useDue(fields: readonly Field[]) {
  const { client } = useApi()
  return useQuery({
    queryKey: [...keys.due, ...fields.map(({ key }) => key)],
    queryFn: async ({ signal }) => {
      const tasks = new Map<string, Task>()
      read.value = 0
      for (const { key } of fields) {
        // oldest first misses none, and may show one twice
        const list = client.tasks.list({
          ...{ status: [0, 1], fields: { [`${key}.exists`]: 'true' } },
          ...{ order: 'oldest', limit: 100, signal },
        })
        for await (const task of list) {
          tasks.set(task.id, task)
          if (tasks.size % 100 === 0) read.value = tasks.size
        }
      }
      return [...tasks.values()]
    },
  })
}

/** The name under which the device keeps the field that was chosen, by its key. */
const storageKey = 'tasks-due-field'

/** Stands for all fields: no key is empty. */
const all = ''

/** The tasks of all projects that have a date and are not done. */
export function Due() {
  const list = useFieldList()
  const { data: fields } = list
  const [chosen, setChosen] = useState(() => deviceStorage.getItem(storageKey) ?? all)
  const isBound = useIsBound()
  const dated = fields?.filter(isDated) ?? []
  const only = dated.filter(({ key }) => key === chosen)
  const shown = only.length > 0 ? only : dated
  return (
    <div class="page due">
      <h1>Due</h1>
      {dated.length > 1 && (
        <label class="field due-field">
          <span>By the field</span>
          <select
            dir="auto"
            value={only[0]?.key ?? all}
            onChange={({ currentTarget: { value } }) => {
              if (value === all) deviceStorage.removeItem(storageKey)
              else deviceStorage.setItem(storageKey, value)
              setChosen(value)
            }}
          >
            <option value={all}>All dates</option>
            {dated.map(({ key, label }) => (
              <option key={key} value={key} selected={key === only[0]?.key}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      {dated.length > 0 ? (
        <DueBy key={shown.map(({ key }) => key).join()} fields={shown} />
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

function DueBy({ fields }: { fields: readonly Field[] }) {
  const due = useDue(fields)
  const { data: projects = [] } = useProjects()
  const count = useValue(read)
  if (!due.data)
    return due.isError || count === 0 ? (
      <Unloaded query={due} />
    ) : (
      <p role="status">{counted(count, 'task')} read…</p>
    )
  const groups = groupsOf(fields, due.data)
  if (groups.length === 0) {
    const names = fields.map(({ label }) => `“${label}”`).join(' or ')
    return <p>Nothing is due: no open task has a value of {names}.</p>
  }
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
                key={`${due.task.id} ${due.field.key}`}
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
  due: DueTask
  project: Project | undefined
}

function Row({ due: { task, field, value }, project }: RowProps) {
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
      <span class="due-date">
        <span class="muted" dir="auto">
          {field.label}
        </span>{' '}
        {fieldText(field, value)}
      </span>
    </li>
  )
}
