import { useQuery } from '@tanstack/preact-query'
import { commentsOf } from '../../../client/src/comments.ts'
import type { Comment, TasksClient } from '../../../client/src/index.ts'
import { useApi } from '../data/api.ts'
import { beatOf } from '../data/connection.ts'

/** Names the comments of a task among what was read. */
export const commentsKey = (taskId: string) => ['comments', taskId] as const

/** @throws TasksApiError */
export async function readComments(
  http: TasksClient['http'],
  taskId: string,
  signal?: AbortSignal,
): Promise<Comment[]> {
  const comments: Comment[] = []
  for await (const comment of commentsOf(http).list(taskId, { limit: 100, signal })) comments.push(comment)
  return comments
}

/** All comments of a task, oldest first. They are read again as often as cards are that others change. */
export function useComments(taskId: string) {
  const { client } = useApi()
  return useQuery({
    queryKey: commentsKey(taskId),
    queryFn: ({ signal }) => readComments(client.http, taskId, signal),
    refetchInterval: beatOf(3_000),
  })
}
