import { useInfiniteQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { dataOf } from '../../../client/src/http.ts'
import type { HistoryEntry, HistoryFilter } from '../../../client/src/index.ts'
import { useApi, useMay } from '../data/api.ts'
import { beatOf } from '../data/connection.ts'
import { useProjects } from '../data/queries.ts'
import { LogList } from '../ui/log-list.tsx'
import { hrefs } from '../ui/route.ts'
import { timeText } from '../ui/time.tsx'
import '../style/pages.css'
import '../style/activity.css'
import { EntryFacts, useNames } from './entry.tsx'
import { TakeBack } from './take-back.tsx'
import { writersOf } from './writers.ts'

type Via = NonNullable<HistoryFilter['via']>

/** What the log can be narrowed to. */
const kinds = {
  api: 'People and programs',
  mcp: 'Agents',
  rule: 'Rules',
  form: 'Forms',
  import: 'Imports',
  revert: 'What was taken back',
} as const satisfies Record<Via, string>

/** All changes of the account's tasks, the newest first, and the way to take those of one writer back. */
export function History() {
  const [via, setVia] = useState<Via>()
  const [chosen, setChosen] = useState<HistoryEntry>()
  const pages = useHistory(via)
  const names = useNames()
  const projects = useProjects()
  const mayWrite = useMay('write')
  const close = () => {
    setChosen(undefined)
  }
  return (
    <div class="page activity">
      <div class="section-head">
        <h1>History</h1>
        <select
          aria-label="Filter by writer"
          value={via ?? ''}
          onChange={({ currentTarget: { value } }) => {
            setVia(value === '' ? undefined : (value as Via)) // it is one of the options
          }}
        >
          <option value="">All writers</option>
          {Object.entries(kinds).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <LogList
        name="History"
        pages={projects.data ? pages : { ...pages, data: undefined, error: pages.error ?? projects.error }}
        entriesOf={({ entries }) => entries}
        empty="Nothing is known of changes like these. A change is here some seconds after it was made."
        row={(entry, number) => (
          <li key={entry.id}>
            <EntryFacts
              entry={entry}
              names={names}
              task={<TaskLink entry={entry} project={names.value('project_id', entry.project_id)} />}
            />
            {mayWrite && writersOf(entry, names).length > 0 && (
              <div class="actions">
                <button
                  type="button"
                  aria-label={`Take back… Change ${number}, ${timeText(entry.at)}`}
                  onClick={() => {
                    setChosen(entry)
                  }}
                >
                  Take back…
                </button>
              </div>
            )}
          </li>
        )}
      />
      {chosen && (
        <TakeBack
          from={chosen}
          names={names}
          onDone={() => {
            close()
            void pages.refetch()
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

/** The task that was written, and where it was then. */
const TaskLink = ({
  entry: { label, project_id, task_id },
  project,
}: {
  entry: HistoryEntry
  project: string
}) => (
  <>
    <a href={hrefs.task(project_id, task_id)} aria-label={`${label} in ${project}`}>
      <bdi>{label}</bdi>
    </a>{' '}
    in <bdi>{project}</bdi>
  </>
)

/** The log of the account, page by page. */
function useHistory(via: Via | undefined) {
  const { client } = useApi()
  return useInfiniteQuery({
    queryKey: ['history', 'all', via],
    initialPageParam: undefined as string | undefined, // gives later cursors their type
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: 50, ...(via && { via }), ...(cursor !== undefined && { cursor }) }
      return dataOf(client.http.GET('/history', { params: { query }, signal }), 'entries')
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: beatOf(5_000),
  })
}
