import { notFound } from '../contract/api-error.ts'
import { findProjectItem } from '../projects/read.ts'
import { accountPartition } from '../table/item.ts'
import { isWithin, type Bounds, type Tenant } from '../table/tenant.ts'
import { lastDeparture } from '../tasks/departures.ts'
import { feedFilter, listFeed, type FeedFilter, type FeedQuery } from '../tasks/feed.ts'
import { markerName } from '../tasks/page.ts'
import { trashRetentionMs } from '../tasks/task-item.ts'
import { decodeWriter } from '../tasks/writer.ts'
import type { CommentChanged } from './change-schema.ts'
import {
  commentEventId,
  commentFeed,
  toComment,
  type CommentItem,
  type TombstoneItem,
} from './comment-item.ts'

type FeedItem = CommentItem | TombstoneItem

const tombstoneOf = ({ id, task_id, external_id }: FeedItem, deleted_at: string) => ({
  ...{ id, task_id },
  ...(external_id !== undefined && { external_id }),
  deleted_at,
})

/** A comment whose task has left the projects that the reader may see, shown as deleted at that time. */
function toDeparted(bounds: Bounds, item: FeedItem): CommentChanged | null {
  const departure = lastDeparture(bounds, item)
  if (!departure) return null
  const deleted_at = new Date(departure.atMs).toISOString()
  return {
    ...{ id: commentEventId(item.id, deleted_at), version: departure.version, origin: null },
    ...{ type: 'deleted', reason: 'moved' },
    comment: tombstoneOf(item, deleted_at),
  }
}

/** The change of a comment as the reader may see it; null for a tombstone that is no longer kept. */
function toChange(bounds: Bounds, item: FeedItem): CommentChanged | null {
  if (!isWithin(bounds, item.project_id)) return toDeparted(bounds, item)
  const event = {
    id: commentEventId(item.id, item.updated_at),
    version: item.version,
    origin: decodeWriter(item.writer),
  }
  const asDeleted = (deleted_at: string): CommentChanged | null =>
    // those of a task are purged after it, which may be late
    Date.parse(deleted_at) + trashRetentionMs <= Date.now()
      ? null
      : { ...event, type: 'deleted', comment: tombstoneOf(item, deleted_at) }
  if ('comment_id' in item) return asDeleted(item.deleted_at ?? item.task_deleted_at ?? item.updated_at)
  if (item.task_deleted_at !== undefined) return asDeleted(item.task_deleted_at)
  return { ...event, type: 'updated', comment: toComment(item).comment }
}

/** What a reader of the feed of comments asks for. */
export interface CommentChangesQuery extends FeedQuery, FeedFilter {
  /** Only comments of this project's tasks. One whose task leaves it is shown as deleted. */
  projectId?: string | undefined
}

/**
 * Lists the changes of the account's comments: `listFeed` of lib/tasks/feed.ts.
 * @throws ApiError project_not_found, invalid_request, cursor_expired
 */
export async function listCommentChanges(
  tenant: Tenant,
  { projectId, excludeOriginId, excludeToken, ...query }: CommentChangesQuery,
) {
  if (projectId !== undefined && !(await findProjectItem(tenant, projectId))) throw notFound('project')
  const bounds = projectId === undefined ? tenant : { ...tenant, projectIds: [projectId] }
  const partition = commentFeed(tenant)
  return listFeed<FeedItem, CommentChanged>(
    tenant,
    {
      scope: ['comments', accountPartition(tenant.accountId), projectId ?? ''],
      ...{ partition, marker: `${markerName}#COMMENTS` },
      filter: feedFilter(bounds, { excludeOriginId, excludeToken }),
      show: (item) => toChange(bounds, item),
    },
    query,
  )
}
