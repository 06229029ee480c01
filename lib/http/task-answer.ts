import type { VersionedTask } from '../contract/task.ts'

/** The strong validator of a task (RFC 9110, section 8.8.3): its version. */
export const etag = (version: number): string => `"${version}"`

/** The answer with one task. */
export const taskAnswer = ({ task, version }: VersionedTask, headers: Record<string, string> = {}) => ({
  body: { task },
  headers: { ETag: etag(version), ...headers },
})
