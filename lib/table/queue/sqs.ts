import {
  SendMessageBatchCommand,
  SQSClient,
  type SendMessageBatchRequestEntry,
  type SQSClientConfig,
} from '@aws-sdk/client-sqs'
import { queueVariable } from '../../contract/triggered.ts'
import { accessOfEnvironment } from '../environment.ts'
import { partsOf } from '../in-parallel.ts'
import { backOff, isOutage, serviceUnavailable, untilDeadline } from '../send.ts'
import { clientDefaults } from '../table.ts'
import { maxDelaySeconds, type Message, type Queue } from './message.ts'

/** The most that SendMessageBatch takes. */
const batchSize = 10

interface Batch {
  url: string
  entries: SendMessageBatchRequestEntry[]
}

function urlOf(functionId: string): string {
  const name = queueVariable(functionId)
  const url = process.env[name]
  if (!url)
    throw new Error(`${name} is not set: the sender's declaration must name ${functionId} in its sends.`)
  return url
}

const toEntry = ({ body, group, delaySeconds }: Message, index: number): SendMessageBatchRequestEntry => ({
  Id: String(index),
  MessageBody: body,
  ...(group !== undefined && { MessageGroupId: group }),
  ...(delaySeconds !== undefined && {
    DelaySeconds: Math.min(Math.max(Math.ceil(delaySeconds), 0), maxDelaySeconds),
  }),
})

function batchesOf(functionId: string, messages: readonly Message[]): Batch[] {
  const url = urlOf(functionId)
  return partsOf(messages, batchSize).map((part) => ({ url, entries: part.map(toEntry) }))
}

/** Sends a batch, and again those of its entries that SQS could not store. */
async function sendBatch(client: SQSClient, { url, entries }: Batch, until: { deadlineMs: number }) {
  let waiting = entries
  for (let tries = 1; waiting.length > 0; tries++) {
    const command = new SendMessageBatchCommand({ QueueUrl: url, Entries: waiting })
    const { Failed = [] } = await untilDeadline(until, (options) => client.send(command, options)).catch(
      (error: unknown) => {
        throw error instanceof Error && isOutage(error) ? serviceUnavailable(error) : error
      },
    )
    const ours = Failed.find(({ SenderFault }) => SenderFault)
    if (ours) throw new Error(`SQS refused a message: ${ours.Code ?? ''} ${ours.Message ?? ''}`)
    waiting = waiting.filter(({ Id }) => Failed.some((failed) => failed.Id === Id))
    if (waiting.length > 0 && !(await backOff(until, tries))) {
      throw serviceUnavailable(
        new Error(`SQS did not store ${waiting.length} messages: ${Failed[0]?.Code ?? ''}`),
      )
    }
  }
}

/**
 * Opens the queues on AWS. Timeouts and retries are those of the table.
 * @param config overrides the environment
 */
export function openSqs(config: SQSClientConfig = {}): Queue {
  // the check sum of the answer would be computed with MD5; TLS protects the answer
  const client = new SQSClient({ ...clientDefaults, ...accessOfEnvironment(), md5: false, ...config })
  return {
    sendMessages: async (functionId, messages, until) => {
      // the invocation ends after the last one: Lambda would freeze those that are still being sent
      const sent = await Promise.allSettled(
        batchesOf(functionId, messages).map((batch) => sendBatch(client, batch, until)),
      )
      const failed = sent.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    },
  }
}
