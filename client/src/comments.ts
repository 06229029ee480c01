import { etagOf } from './etag.ts'
import { answerOf, dataOf, type Http } from './http.ts'
import { ChangeFeed, type ChangesOptions } from './changes.ts'
import { entriesOf, type PageOptions } from './pages.ts'
import { isReplay, keyHeader, type CreateOptions, type WriteOptions } from './tasks.ts'
import type { Comment, CommentChange, CommentChanges, NewComment } from './types.ts'

/** An answer with one comment; `etag` is its version, for `ifMatch`. */
export interface CommentAnswer {
  comment: Comment
  etag: string
}

const withEtag = ({ data, headers }: { data: { comment: Comment }; headers: Headers }): CommentAnswer => ({
  ...data,
  etag: etagOf(headers) ?? '',
})

const writeParams = (commentId: string, { ifMatch, signal }: WriteOptions) => ({
  params: { path: { commentId }, ...(ifMatch !== undefined && { header: { 'If-Match': ifMatch } }) },
  ...(signal && { signal }),
})

/** Calls about the comments of tasks. The id of a task or comment is a UUID, or `ext:` followed by an external id. */
export const commentsOf = (http: Http) => ({
  /** The comments of a task, oldest first. Iterate with `for await`; all pages are included. */
  list: (id: string, { limit, signal }: PageOptions = {}): AsyncGenerator<Comment, void, undefined> =>
    entriesOf('comments', { limit, signal }, ({ page, options }) =>
      http.GET('/tasks/{id}/comments', { params: { path: { id }, query: page }, ...options }),
    ),

  /**
   * The changes of comments: `for await (const change of client.comments.changes({ cursor }))`. It works as `client.changes`. With
   * `projectId`, only those of a project's tasks.
   */
  changes: ({
    projectId,
    ...options
  }: ChangesOptions & { projectId?: string } = {}): ChangeFeed<CommentChange> =>
    new ChangeFeed(
      (query) =>
        http.GET('/comments', {
          params: { query: { ...query, ...(projectId !== undefined && { projectId }) } },
          ...(options.signal && { signal: options.signal }),
        }),
      options,
    ),

  /** Adds a comment once, even if retried. `replayed` is true if an earlier call with the same key or `id` added it. */
  create: async (
    id: string,
    body: NewComment,
    { idempotencyKey = crypto.randomUUID(), signal }: CreateOptions = {},
  ): Promise<CommentAnswer & { replayed: boolean }> => {
    const params = { path: { id }, header: keyHeader(idempotencyKey) }
    const answer = await answerOf(
      http.POST('/tasks/{id}/comments', { body, params, ...(signal && { signal }) }),
      'comment',
    )
    return { ...withEtag(answer), replayed: isReplay(answer.headers) }
  },

  /** Changes the text. A comment of somebody else needs the scope `admin`. */
  update: async (
    commentId: string,
    body: CommentChanges,
    options: WriteOptions = {},
  ): Promise<CommentAnswer> =>
    withEtag(
      await answerOf(
        http.PATCH('/comments/{commentId}', { body, ...writeParams(commentId, options) }),
        'comment',
      ),
    ),

  /** Deletes a comment for good. One of somebody else needs the scope `admin`. */
  delete: (commentId: string, options: WriteOptions = {}): Promise<{ success: true }> =>
    dataOf(http.DELETE('/comments/{commentId}', writeParams(commentId, options)), 'success'),
})
