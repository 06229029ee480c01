import type { VersionedTask } from '../contract/task.ts'
import { etag } from '../etag.ts'

/** The answer with one task. */
export const taskAnswer = ({ task, version }: VersionedTask, headers: Record<string, string> = {}) => ({
  body: { task },
  headers: { ETag: etag(version), ...headers },
})
