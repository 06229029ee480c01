import { useInfiniteQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { dataOf } from '../../../client/src/http.ts'
import type { HistoryEntry, Task } from '../../../client/src/index.ts'
import { useShownProject } from '../changes/shown-project.ts'
import { useApi } from '../data/api.ts'
import { beatOf } from '../data/connection.ts'
import { useFields, useProject, useProjects } from '../data/queries.ts'
import { fieldText } from '../ui/field-value.ts'
import { statusNames } from '../ui/format.ts'
import { LogList } from '../ui/log-list.tsx'
import { taskFieldNames } from '../ui/task-field-names.ts'
import { Time } from '../ui/time.tsx'
import '../style/activity.css'

/** What happened to a task. It is asked for when it is opened. */
export function Activity({ task }: { task: Task }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      class="activity"
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open)
      }}
    >
      <summary>Activity</summary>
      {isOpen && <Entries task={task} />}
    </details>
  )
}

function Entries({ task }: { task: Task }) {
  const pages = useHistory(task.id)
  const after = valuesAfter(task, pages.data?.pages.flatMap(({ entries }) => entries) ?? [])
  const nameOf = useNames(task)
  return (
    <LogList
      name="Activity"
      pages={pages}
      entriesOf={({ entries }) => entries}
      empty="Nothing is known of earlier changes. A change is here some seconds after it was made."
      row={(entry) => (
        <li key={entry.id}>
          <div class="log-facts">
            <p>
              <bdi>{writerOf(entry)}</bdi> {deeds[entry.type]}
              {entry.type === 'task.updated' && ` ${listOf(namesIn(entry).map(nameOf.field))}`}.{' '}
              <Time at={entry.at} hasSeconds />
            </p>
            <Values entry={entry} after={after.get(entry.id)} nameOf={nameOf} />
          </div>
        </li>
      )}
    />
  )
}

/** The values of fields by their names, a value of the account's own by `fields.` and its key. */
type Values = Readonly<Record<string, unknown>>

/** What each write did, in words. */
const deeds = {
  'task.created': 'created the task',
  'task.completed': 'completed it',
  'task.reopened': 'opened it again',
  'task.updated': 'changed',
  'task.deleted': 'moved it to the trash',
  'task.restored': 'restored it from the trash',
} as const satisfies Record<HistoryEntry['type'], string>

const listFormat = new Intl.ListFormat('en')

/** Names of fields within a sentence. */
const listOf = (names: readonly string[]) => listFormat.format(names.map((name) => `“${name}”`))

/** How a write came in, if no member made it. */
const writers = {
  api: 'A program',
  form: 'A form',
  import: 'An import',
  mcp: 'An agent',
  rule: 'A rule',
  revert: 'A take-back',
} as const

/** Who made a write: the address of a member, or what it came in by, with the name that a program gave itself. */
function writerOf({ member, origin }: HistoryEntry): string {
  if (member) return member.email ?? 'A former member'
  if (!origin) return 'Somebody'
  return `${writers[origin.via]}${origin.origin_id === null ? '' : ` (${origin.origin_id})`}`
}

/** The names of what a write changed. The place in a lane says little, so it is named only where nothing else is. */
function namesIn({ changed }: HistoryEntry): readonly string[] {
  const others = changed.filter((name) => name !== 'position')
  return others.length > 0 ? others : changed
}

/** The values before a write of what it changed. */
const before = ({ previous: { fields = {}, ...previous } }: HistoryEntry): Values => ({
  ...previous,
  ...prefixed(fields),
})

const prefixed = (fields: Values): Values =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [`fields.${key}`, value]))

/**
 * The values of a task after each of its writes: those of the task as it is, and what later writes have replaced. The page can
 * know of a write before the history does, so what is known of the newest entry is only right if that is the task's last write.
 */
function valuesAfter(
  { fields = {}, ...task }: Task,
  entries: readonly HistoryEntry[],
): ReadonlyMap<string, Values> {
  let values: Values = task.updated_at === entries[0]?.at ? { ...task, ...prefixed(fields) } : {}
  return new Map(
    entries.map((entry) => {
      const after = values
      values = { ...values, ...before(entry) }
      return [entry.id, after] as const
    }),
  )
}

interface Names {
  field: (name: string) => string
  value: (name: string, value: unknown) => string
}

/** The fields whose values are shown whole, and not only named. */
const isShort = (name: string) =>
  ['label', 'status', 'project_id', 'workflow_lane_id', 'external_id'].includes(name) ||
  name.startsWith('fields.')

/** What fields and their values are called, as a hook. */
function useNames({ project_id }: Task): Names {
  const own = useFields()
  const lanes = useShownProject(useProject(project_id).data)?.workflow_lanes ?? []
  const { data: projects = [] } = useProjects()
  const ownOf = (name: string) => own.find(({ key }) => `fields.${key}` === name)
  const labelIn = (list: readonly { id: string; label: string }[], id: unknown, gone: string) =>
    list.find((one) => one.id === id)?.label ?? gone
  return {
    field: (name) =>
      ownOf(name)?.label ?? (taskFieldNames as Record<string, string>)[name] ?? name.replace('fields.', ''), // one of its keys
    value: (name, value) => {
      if (value === null || value === undefined) return name === 'workflow_lane_id' ? 'No lane' : 'None'
      if (name === 'status') return statusNames[value as Task['status']] // what the field has
      if (name === 'workflow_lane_id') return labelIn(lanes, value, 'another lane')
      if (name === 'project_id') return labelIn(projects, value, 'another project')
      return fieldText(ownOf(name), value as Parameters<typeof fieldText>[1]) // what the field has
    },
  }
}

interface ValuesProps {
  entry: HistoryEntry
  after: Values | undefined
  nameOf: Names
}

/** What a write replaced, and by what. */
function Values({ entry, after = {}, nameOf }: ValuesProps) {
  const replaced = before(entry)
  const short = namesIn(entry).filter((name) => isShort(name) && name in replaced)
  const description = replaced.description
  return (
    <>
      {short.map((name) => (
        <p key={name} class="muted" dir="auto">
          {short.length > 1 && `${nameOf.field(name)}: `}from{' '}
          <bdi>“{nameOf.value(name, replaced[name])}”</bdi>
          {name in after && (
            <>
              {' '}
              to <bdi>“{nameOf.value(name, after[name])}”</bdi>
            </>
          )}
        </p>
      ))}
      {typeof description === 'string' && (
        <details>
          <summary>Description before</summary>
          <p class="activity-text" dir="auto">
            {description}
          </p>
        </details>
      )}
    </>
  )
}

/** The writes of a task, page by page, the newest first. */
function useHistory(taskId: string) {
  const { client } = useApi()
  return useInfiniteQuery({
    queryKey: ['history', taskId],
    initialPageParam: undefined as string | undefined, // gives later cursors their type
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: 20, ...(cursor !== undefined && { cursor }) }
      const params = { path: { id: taskId }, query }
      return dataOf(client.http.GET('/tasks/{id}/history', { params, signal }), 'entries')
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: beatOf(5_000),
  })
}
