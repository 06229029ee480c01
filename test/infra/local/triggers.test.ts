import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { loadFunctions } from '../../../infra/local/functions.ts'
import { eventOf } from '../../../infra/local/schedule.ts'
import { sendMessages } from '../../../lib/table/queue/queue.ts'
import { engineWithFile, onQueue, onSchedule, onStream, runOwn, until, type Own } from './triggered.ts'

describe('functions that no route leads to', () => {
  it('give work to each other', async () => {
    const { engine, table } = await engineWithFile()
    const received: string[] = []
    const dispatch: Own = {
      declaration: onStream,
      handler: async ({ Records }: DynamoDBStreamEvent) => {
        await sendMessages(
          onQueue.id,
          Records.map((record) => ({ body: String(record.dynamodb?.Keys?.sk?.S) })),
        )
        return { batchItemFailures: [] }
      },
    }
    const deliver: Own = {
      declaration: onQueue,
      handler: ({ Records }: SQSEvent) => {
        received.push(...Records.map(({ body }) => body))
        return Promise.resolve({ batchItemFailures: [] })
      },
    }
    const wake: Own = { declaration: onSchedule, handler: () => Promise.resolve(undefined) }
    await runOwn(engine, table, [dispatch, deliver, wake])
    const Item = { pk: 'ACCOUNT#a', sk: 'TASK#1' }
    await table.client.send(new PutCommand({ TableName: table.name, Item }))
    await until(() => received.length === 1)
    expect(received).toEqual(['TASK#1'])
  })

  it('may take as long as they declare', async () => {
    const functions = await loadFunctions(
      () => 50,
      () => Promise.resolve(() => new Promise<undefined>(() => undefined)),
      [onSchedule.id],
    )
    await expect(functions.run<'schedule'>(onSchedule.id, eventOf(onSchedule.id))).rejects.toThrow(
      'tests.wake took longer than 0.05 s.',
    )
  })
})
