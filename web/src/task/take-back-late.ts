import type { Query, QueryClient } from '@tanstack/preact-query'
import type { ResourceClient, Task, TaskAnswer } from '../../../client/src/index.ts'
import { takeBackOf } from './take-back.ts'
import type { Api } from '../data/api.ts'
import { keys } from '../data/api.ts'
import { isBefore } from '../data/columns.ts'
import { givesPlace, orderOf } from '../data/moves.ts'
import { refuseIfLost } from '../data/writes.ts'
import { takeBackChange } from './take-back-change.ts'
import type { Entry } from './entry.ts'

interface Made {
  act: Entry['act']
  /** The task as the person saw it before. */
  before: Task
  after: TaskAnswer
}

/**
 * Takes back a write that an earlier page has left.
 * @throws ChangedSince if someone else has changed the same since; TasksApiError
 */
export async function takeBack(
  client: ResourceClient,
  cache: QueryClient,
  { act, before, after }: Made,
): Promise<void> {
  refuseIfLost()
  const isOfPlace = act.kind === 'move' || (act.kind === 'change' && givesPlace(act.changes))
  if (isOfPlace) await whenRead(cache, before.project_id)
  const self = cache.getQueryData<Pick<Api, 'projectIds'>>(keys.self)
  const { creation, deletion, place } = takeBackOf(client, cache, self?.projectIds !== null)
  // the order of before, as the positions tell it: an earlier page has not left it
  const others = orderOf(cache, before.project_id).filter(({ id }) => id !== before.id)
  const order = [...others, before].sort((one, other) => (isBefore(one, other) ? -1 : 1))
  if (act.kind === 'add') await creation(after)
  else if (act.kind === 'delete') await deletion(before)
  else if (act.kind === 'move') await place(before, order, after)
  else await takeBackChange(client, cache, { before, order, changes: act.changes, after })
}

/** Waits until the page has read the tasks that it shows of a project: a place is told by the tasks beside it. */
async function whenRead(cache: QueryClient, projectId: string): Promise<void> {
  const lists = { queryKey: keys.tasks(projectId) }
  const isRead = () => cache.getQueriesData(lists).some(([, tasks]) => tasks !== undefined)
  if (!isRead())
    await new Promise<void>((resolve) => {
      const end = cache.getQueryCache().subscribe(() => {
        if (!isRead()) return
        end()
        resolve()
      })
    })
  const unread = ({ state }: Query) => state.data === undefined
  await cache.refetchQueries(
    { ...lists, type: 'active', predicate: unread },
    { throwOnError: true, cancelRefetch: false },
  )
}
