import { useQuery } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import type { HistoryEntry, Task } from '../../../client/src/index.ts'
import { keys, useApi, useMay } from '../data/api.ts'
import { useFields, useProjects } from '../data/queries.ts'
import { fieldText } from '../ui/field-value.ts'
import { statusNames } from '../ui/format.ts'
import { taskFieldNames } from '../ui/task-field-names.ts'
import { Time } from '../ui/time.tsx'

/** The values of fields by their names, a value of the account's own by `fields.` and its key. */
export type Values = Readonly<Record<string, unknown>>

/** Values of the account's own fields, named as in `changed`. */
export const prefixed = (fields: Values): Values =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [`fields.${key}`, value]))

/** The values before a write of what it changed. */
export const valuesBefore = ({ previous: { fields = {}, ...previous } }: HistoryEntry): Values => ({
  ...previous,
  ...prefixed(fields),
})

/** What each write did, as the words around the task. */
const deeds = {
  'task.created': ['created', ''],
  'task.completed': ['completed', ''],
  'task.reopened': ['opened', ' again'],
  'task.updated': ['changed', ''],
  'task.deleted': ['moved', ' to the trash'],
  'task.restored': ['restored', ' from the trash'],
} as const satisfies Record<HistoryEntry['type'], readonly [string, string]>

/** How a write came in, if no member made it. */
const ways = {
  api: 'A program',
  form: 'A form',
  import: 'An import',
  mcp: 'An agent',
  rule: 'A rule',
  revert: 'Taking back',
} as const

/** The names of what a write changed. The place in a lane says little, so it is named only where nothing else is. */
function namesIn({ changed }: HistoryEntry): readonly string[] {
  const others = changed.filter((name) => name !== 'position')
  return others.length > 0 ? others : changed
}

const listFormat = new Intl.ListFormat('en')

/** The fields whose values are shown whole, and not only named. */
const isShort = (name: string) =>
  ['label', 'status', 'project_id', 'workflow_lane_id', 'external_id'].includes(name) ||
  name.startsWith('fields.')

/** What writers, fields and their values are called. */
export interface Names {
  writer: (entry: Pick<HistoryEntry, 'member' | 'origin'>) => string
  /** The name of a token, for those who may list them. */
  token: (id: string | null) => string | undefined
  /** Names of fields, within a sentence. */
  fields: (names: readonly string[]) => string
  field: (name: string) => string
  value: (name: string, value: unknown) => string
}

/** What writers, fields and their values are called, as a hook. Tokens have names for those who may list them. */
export function useNames(): Names {
  const { client } = useApi()
  const own = useFields()
  const { data: projects = [] } = useProjects()
  const { data: tokens = [] } = useQuery({
    queryKey: [...keys.tokens, 'names'],
    enabled: useMay('admin'),
    queryFn: async ({ signal }) => (await client.tokens.list({ signal })).tokens,
  })
  const ownOf = (name: string) => own.find(({ key }) => `fields.${key}` === name)
  const labelIn = (list: readonly { id: string; label: string }[], id: unknown, gone: string) =>
    list.find((one) => one.id === id)?.label ?? gone
  const field = (name: string) =>
    // one of its keys, or none
    ownOf(name)?.label ?? (taskFieldNames as Record<string, string>)[name] ?? name.replace('fields.', '')
  const token = (tokenId: string | null) => tokens.find(({ id }) => id === tokenId)?.name
  return {
    token,
    writer: ({ member, origin }) => {
      if (member) return member.email ?? 'A former member'
      if (!origin) return 'Somebody'
      const details = [token(origin.token_id), origin.origin_id].filter((text) => text != null)
      return details.length > 0 ? `${ways[origin.via]} (${details.join(', ')})` : ways[origin.via]
    },
    fields: (names) => listFormat.format(names.map((name) => `“${field(name)}”`)),
    field,
    value: (name, value) => {
      if (value === null || value === undefined) return name === 'workflow_lane_id' ? 'No lane' : 'None'
      if (name === 'status') return statusNames[value as Task['status']] // what the field has
      if (name === 'workflow_lane_id')
        return labelIn(
          projects.flatMap((project) => project.workflow_lanes),
          value,
          'another lane',
        )
      if (name === 'project_id') return labelIn(projects, value, 'another project')
      return fieldText(ownOf(name), value as Parameters<typeof fieldText>[1]) // what the field has
    },
  }
}

interface EntryFactsProps {
  entry: HistoryEntry
  names: Names
  /** The values after the write, as far as they are known. */
  after?: Values | undefined
  /** What stands for the task in the sentence. Undefined: it is clear which task is meant. */
  task?: ComponentChildren
}

/** Who made a write, what it did and when, and what it replaced. */
export function EntryFacts({ entry, names, after = {}, task }: EntryFactsProps) {
  const [verb, rest] = deeds[entry.type]
  const isUpdate = entry.type === 'task.updated'
  const replaced = valuesBefore(entry)
  const short = namesIn(entry).filter((name) => isShort(name) && name in replaced)
  const { description } = replaced
  return (
    <div class="log-facts">
      <p>
        <bdi>{names.writer(entry)}</bdi> {verb} {isUpdate && names.fields(namesIn(entry))}
        {isUpdate ? task !== undefined && <> of {task}</> : (task ?? 'the task')}
        {rest}. <Time at={entry.at} hasSeconds />
      </p>
      {short.map((name) => (
        <p key={name} class="muted" dir="auto">
          {short.length > 1 && `${names.field(name)}: `}from <bdi>“{names.value(name, replaced[name])}”</bdi>
          {name in after && (
            <>
              {' '}
              to <bdi>“{names.value(name, after[name])}”</bdi>
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
    </div>
  )
}
