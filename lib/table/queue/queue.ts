import type { Message, Queue } from './message.ts'
import { openSqs } from './sqs.ts'

const sendTimeoutMs = 5_000

let current: Queue | undefined

/** Sets the queue of this process. The local service and the tests have their own. */
export const useQueue = (other: Queue): void => {
  current = other
}

/**
 * Sends messages to a function with the trigger `queue`, which the sender's declaration must name in `sends`.
 * @param until the invocation's storage: its deadline ends the sending. Without it, sending may take 5 s.
 * @throws ApiError service_unavailable when not all of them are stored; some may be
 */
export async function sendMessages(
  functionId: string,
  messages: readonly Message[],
  until: { deadlineMs: number } = { deadlineMs: Date.now() + sendTimeoutMs },
): Promise<void> {
  current ??= openSqs()
  await current.sendMessages(functionId, messages, until)
}

/** Whether the queue of this process bounds how many messages of a group are handled at once. */
export const boundsGroups = (): boolean => current?.boundsGroups === true
