import type { Storage } from '../store/storage.ts'

/** A message for a function with the trigger `queue`. */
export interface QueueMessage {
  body: string
  /** Messages of one group do not hold up those of others. */
  group?: string
  /** At most 900. */
  delaySeconds?: number
}

/** Sends messages to the queue of a function. */
export type SendMessages = (
  storage: Storage,
  functionId: string,
  messages: readonly QueueMessage[],
) => Promise<void>

let current: SendMessages = () => Promise.reject(new Error('There is no queue.'))

/** Sets the queue of this process. */
export const useQueue = (other: SendMessages): void => {
  current = other
}

export const sendMessages: SendMessages = (storage, functionId, messages) =>
  current(storage, functionId, messages)
