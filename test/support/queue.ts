import type { Message } from '../../lib/table/queue/message.ts'
import { useQueue } from '../../lib/table/queue/queue.ts'
import { leftovers } from './leftovers.ts'

/** What functions have sent to the queues of others in this test file. Nothing handles it. */
export const queued: (Message & { functionId: string })[] = []

function begin(): void {
  queued.length = 0
  useQueue({
    sendMessages: (functionId, messages) => {
      queued.push(...messages.map((message) => ({ functionId, ...message })))
      return Promise.resolve()
    },
  })
}
begin()
leftovers.push(begin)

/** The wake-ups of webhooks so far, by their ids. */
export const woken = (): string[] =>
  queued
    .filter(({ functionId }) => functionId === 'webhooks.deliver')
    .map(({ body }) => (JSON.parse(body) as { webhook: string }).webhook) // it is what wakeUp sends
