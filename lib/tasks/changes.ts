import { accountPartition, hasExpired } from '../table/item.ts'
import { isWithin, type Bounds, type Tenant } from '../table/tenant.ts'
import type { Change } from './change.ts'
import { lastDeparture } from './departures.ts'
import * as feed from './feed.ts'
import { markerName } from './page.ts'
import { eventIdAt, eventIdOf, toTask, type TaskItem } from './task-item.ts'
import { decodeWriter } from './writer.ts'

/**
 * A task that has left the projects that the reader may see, shown as deleted at that time. Nothing in it depends on
 * later writes; null if the tombstone is no longer kept.
 */
function toDeparted(bounds: Bounds, item: TaskItem): Change | null {
  const departure = lastDeparture(bounds, item)
  if (!departure) return null
  const { id, external_id } = item
  const deleted_at = new Date(departure.atMs).toISOString()
  return {
    ...{ id: eventIdAt(id, deleted_at), version: departure.version, origin: null },
    ...{ type: 'deleted', reason: 'moved' },
    task: {
      ...{ id, project_id: departure.projectId },
      ...(external_id !== undefined && { external_id }),
      deleted_at,
    },
  }
}

/** The change of a task as the reader may see it; null for a tombstone that is no longer kept. */
function toChange(bounds: Bounds, item: TaskItem): Change | null {
  if (!isWithin(bounds, item.project_id)) return toDeparted(bounds, item)
  if (hasExpired(item)) return null
  const event = { id: eventIdOf(item), version: item.version, origin: decodeWriter(item.writer) }
  if (item.deleted_at === undefined) return { ...event, type: 'updated', task: toTask(item).task }
  const { id, project_id, external_id, deleted_at } = item
  return {
    ...event,
    type: 'deleted',
    task: { id, project_id, ...(external_id !== undefined && { external_id }), deleted_at },
  }
}

const partitionOf = ({ accountId }: Pick<Tenant, 'accountId'>) => accountPartition(accountId)

const scopeOf = (tenant: Pick<Tenant, 'accountId'>) => ['changes', partitionOf(tenant)]

/**
 * Returns the time up to which the reader who has a cursor of the account's changes has seen all of them: `cursorTimeMs` of feed.ts.
 * @throws ApiError as listChanges
 */
export const cursorTimeMs = (tenant: Tenant, cursor: string): number =>
  feed.cursorTimeMs({ scope: scopeOf(tenant) }, cursor)

/**
 * Lists the changes of the account's tasks: `listFeed` of feed.ts.
 * @throws ApiError invalid_request, cursor_expired
 */
export const listChanges = (
  tenant: Tenant,
  { excludeOriginId, excludeToken, ...query }: feed.FeedQuery & feed.FeedFilter,
) =>
  feed.listFeed<TaskItem, Change>(
    tenant,
    {
      ...{ scope: scopeOf(tenant), partition: partitionOf(tenant), marker: markerName },
      filter: feed.feedFilter(tenant, { excludeOriginId, excludeToken }),
      show: (item) => toChange(tenant, item),
    },
    query,
  )
