import { randomUUID } from 'node:crypto'
import type { Reply, Send, Sending } from './client.ts'

/** The state that the steps of a run share. */
export interface Run {
  send: Send
  projectId: string
  /** Unique to this run: part of the task's label, and its idempotency key. */
  key: string
  taskId: string
  etag: string
  /** Whether a task may exist that must be deleted. */
  mustCleanUp: boolean
}

export const newRun = (send: Send, projectId: string): Run => ({
  send,
  projectId,
  key: randomUUID(),
  taskId: '',
  etag: '',
  mustCleanUp: false,
})

/** Fails a step with a message for people unless the condition is true. */
export function check(condition: boolean, complaint: string): asserts condition {
  if (!condition) throw new Error(complaint)
}

/** Checks the status of an answer. */
export function expectStatus(status: number, where: string, reply: Reply): Reply {
  const { error } = reply.body
  const told = error ? ` ${error.code}: ${error.message} (request ${error.request_id})` : ''
  check(reply.status === status, `${where} answered ${reply.status} instead of ${status}.${told}`)
  return reply
}

/** Sends a request and checks the status of its answer. */
export const request = async (
  { send }: Run,
  status: number,
  method: string,
  path: string,
  sending?: Sending,
): Promise<Reply> => expectStatus(status, `${method} ${path}`, await send(method, path, sending))

export const pathOf = ({ taskId }: Run): string => `/tasks/${taskId}`
