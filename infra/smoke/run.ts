import { randomUUID } from 'node:crypto'
import type { Reply, Send, Sending } from './client.ts'

/** What the steps of one run share. */
export interface Run {
  send: Send
  projectId: string
  /** Of this run alone: in the task's label, and as its idempotency key. */
  key: string
  taskId: string
  etag: string
  /** Whether a task is there that must go again. */
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

/** Fails a step with a sentence for people. */
export function check(condition: boolean, complaint: string): asserts condition {
  if (!condition) throw new Error(complaint)
}

/** Holds an answer's status against what it must be. */
export function expectStatus(status: number, where: string, reply: Reply): Reply {
  const { error } = reply.body
  const told = error ? ` ${error.code}: ${error.message} (request ${error.request_id})` : ''
  check(reply.status === status, `${where} answered ${reply.status} instead of ${status}.${told}`)
  return reply
}

/** Sends a request that must get this status. */
export const request = async (
  { send }: Run,
  status: number,
  method: string,
  path: string,
  sending?: Sending,
): Promise<Reply> => expectStatus(status, `${method} ${path}`, await send(method, path, sending))

export const pathOf = ({ taskId }: Run): string => `/tasks/${taskId}`
