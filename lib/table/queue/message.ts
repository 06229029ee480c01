/** A message to a function with the trigger `queue`. It may arrive twice, late, and in any order. */
export interface Message {
  body: string
  /** The group that it concerns. A group with many messages does not delay the others: SQS calls this a fair queue. */
  group?: string
  /** How long to hold it back. More than 900 s, the most that SQS can, are 900 s. */
  delaySeconds?: number
}

/** Where messages to functions go. */
export interface Queue {
  /** Whether it hands out at most five messages of a group at once. SQS has no such limit. */
  boundsGroups?: boolean
  /** @param until its deadline, in milliseconds since 1970, ends the sending */
  sendMessages: (
    functionId: string,
    messages: readonly Message[],
    until: { deadlineMs: number },
  ) => Promise<void>
}

/** The longest delay of a message: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
export const maxDelaySeconds = 900
