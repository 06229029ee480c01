import type { DynamoDBStreamEvent, EventBridgeEvent, SQSEvent } from 'aws-lambda'
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { declareTriggered } from '../../../../lib/contract/triggered.ts'
import { captureLog } from '../../../support/log.ts'

const dispatch = declareTriggered({ id: 'tests.dispatch', trigger: 'stream', access: ['GetItem'] })
const deliver = declareTriggered({ id: 'tests.deliver', trigger: 'queue', access: [] })
const sweep = declareTriggered({ id: 'tests.sweep', trigger: 'schedule', everyMinutes: 5, access: [] })

const streamEvent: DynamoDBStreamEvent = {
  Records: ['111', '222'].map((SequenceNumber) => ({
    eventID: SequenceNumber,
    eventName: 'MODIFY',
    dynamodb: { SequenceNumber, NewImage: { label: { S: 'A secret label' } } },
  })),
}

const queueEvent = {
  Records: [
    { messageId: 'one', body: '{"account": 1}' },
    { messageId: 'two', body: 'a secret text' },
  ],
} as SQSEvent // a test reads no more of one

const scheduleEvent = {
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  time: '2026-11-21T20:00:00Z',
} as EventBridgeEvent<'Scheduled Event', unknown> // a test reads no more of one

const context = (leftMs = 10_000) => ({
  awsRequestId: 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
  getRemainingTimeInMillis: () => leftMs,
})

/** Loads `triggered` again with its log on, and returns it with the lines that it writes. */
async function logging(variables: Record<string, string> = {}) {
  const texts = captureLog(variables)
  const { batchFailures, triggered } = await import('../../../../lib/http/invocation/triggered.ts')
  const lines = () => texts().map((text) => JSON.parse(text) as Record<string, unknown>)
  return { batchFailures, triggered, texts, lines }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

describe('a function without a route', () => {
  it('gets the event of its trigger, and storage that ends before its own time does', async () => {
    const { triggered } = await logging()
    const seen: unknown[] = []
    const onStream = triggered(dispatch, ({ deadlineMs }, event) => {
      expectTypeOf(event).toEqualTypeOf<DynamoDBStreamEvent>()
      seen.push(event)
      expect(deadlineMs - Date.now()).toBeGreaterThan(29_000)
      expect(deadlineMs - Date.now()).toBeLessThanOrEqual(29_750)
      return Promise.resolve({ batchItemFailures: [] })
    })
    const onQueue = triggered(deliver, (_, event) => {
      expectTypeOf(event).toEqualTypeOf<SQSEvent>()
      seen.push(event)
      return Promise.resolve({ batchItemFailures: [] })
    })
    const onSchedule = triggered(sweep, (_, event) => {
      seen.push(event)
      return Promise.resolve(undefined)
    })
    expect(await onStream(streamEvent, context(30_000))).toEqual({ batchItemFailures: [] })
    expect(await onQueue(queueEvent, context())).toEqual({ batchItemFailures: [] })
    await onSchedule(scheduleEvent, context())
    expect(seen).toEqual([streamEvent, queueEvent, scheduleEvent])
  })

  it('writes one line per invocation: what ran, for how long, what it cost, how it ended', async () => {
    const { triggered, lines } = await logging()
    const handler = triggered(dispatch, ({ usage }, { Records }) => {
      usage.read_units += Records.length
      return Promise.resolve({ batchItemFailures: [] })
    })
    await handler(streamEvent, context())
    await handler({ Records: [] }, context())
    expect(lines()).toHaveLength(2)
    expect(lines()[0]).toMatchObject({
      level: 'INFO',
      message: 'invocation',
      function: 'tests.dispatch',
      trigger: 'stream',
      outcome: 'done',
      records: 2,
      failed_records: 0,
      duration_ms: expect.any(Number) as unknown,
      cold_start: true,
      read_units: 2,
      lambda_request_id: 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
    })
    expect(lines()[1]).toMatchObject({ cold_start: false, records: 0, read_units: 0 })
  })

  it('returns a partial failure, which comes again, and warns of it', async () => {
    const { batchFailures, triggered, lines } = await logging()
    const handler = triggered(deliver, () => Promise.resolve(batchFailures(['two'])))
    expect(await handler(queueEvent, context())).toEqual({ batchItemFailures: [{ itemIdentifier: 'two' }] })
    expect(lines()).toEqual([
      expect.objectContaining({ level: 'WARN', outcome: 'partial', records: 2, failed_records: 1 }),
    ])
  })

  it('logs a failure that is its own cause, and of a huge text the beginning', async () => {
    const { triggered, texts, lines } = await logging()
    const failure = new Error(`Out of reach ${'x'.repeat(1_000_000)}`)
    failure.cause = new Error('The network is down.', { cause: failure })
    const handler = triggered(sweep, () => Promise.reject(failure))
    await expect(handler(scheduleEvent, context())).rejects.toThrow('tests.sweep failed')
    expect(lines()).toEqual([expect.objectContaining({ level: 'ERROR', outcome: 'failed' })])
    expect(lines()[0]).toMatchObject({ cause: { cause: { message: 'The network is down.' } } })
    expect(texts()[0]?.length).toBeLessThan(200_000) // CloudWatch Logs refuses or cuts lines that are too long
  })

  it.each([
    ['a rejection', () => Promise.reject(new Error('Out of reach'))],
    [
      'a throw',
      () => {
        throw new Error('Out of reach')
      },
    ],
  ])('fails after %s, so that it is run again, and logs the cause', async (_, act) => {
    const { triggered, lines } = await logging()
    await expect(triggered(sweep, act)(scheduleEvent, context())).rejects.toThrow('tests.sweep failed')
    expect(lines()).toHaveLength(1)
    expect(lines()[0]).toMatchObject({
      level: 'ERROR',
      outcome: 'failed',
      cause: {
        name: 'Error',
        message: 'Out of reach',
        stack: expect.stringContaining('triggered.test') as unknown,
      },
    })
    expect(lines()[0]).not.toHaveProperty('records')
  })

  it('lets no text of people out, neither in its line nor in the error that the runtime will log', async () => {
    const { triggered, texts } = await logging()
    const sdkError = Object.assign(new Error('The conditional request failed'), {
      name: 'ConditionalCheckFailedException',
      Item: { label: 'A secret label' },
    })
    const onStream = triggered(dispatch, () => Promise.reject(sdkError))
    const onQueue = triggered(deliver, (_, { Records }) => {
      for (const { body } of Records) void JSON.parse(body)
      return Promise.resolve({ batchItemFailures: [] })
    })
    const thrown = await Promise.all([
      onStream(streamEvent, context()).catch((error: unknown) => error),
      onQueue(queueEvent, context()).catch((error: unknown) => error),
    ])
    for (const error of thrown) {
      const { name, message, stack, cause, ...members } = error as Error
      expect(JSON.stringify({ name, message, stack, cause, members })).not.toContain('secret')
      expect({ cause, members }).toEqual({ cause: undefined, members: {} })
    }
    expect(texts().join('\n')).not.toContain('secret')
    expect(texts().join('\n')).toContain('"name":"SyntaxError"')
    expect(texts().join('\n')).toContain('ConditionalCheckFailedException')
  })

  it('logs the code of an ApiError that ended it', async () => {
    const { triggered, lines } = await logging()
    const { serviceUnavailable } = await import('../../../../lib/table/send.ts')
    const handler = triggered(sweep, () => Promise.reject(serviceUnavailable(new Error('No answer'))))
    await expect(handler(scheduleEvent, context())).rejects.toThrow()
    expect(lines()[0]).toMatchObject({
      code: 'service_unavailable',
      cause: { cause: { message: 'No answer' } },
    })
  })

  it('is counted on Lambda by its name and stage, with the records of its batch', async () => {
    const { batchFailures, triggered, lines } = await logging({
      AWS_LAMBDA_FUNCTION_NAME: 'tests-deliver',
      STAGE: 'staging',
    })
    const handler = triggered(deliver, () => Promise.resolve(batchFailures(['two'])))
    await handler(queueEvent, context())
    const [, metrics] = lines()
    expect(metrics).toMatchObject({
      function: 'tests.deliver',
      stage: 'staging',
      Records: 2,
      FailedRecords: 1,
      Latency: expect.any(Number) as unknown,
      ReadUnits: 0,
      WriteUnits: 0,
      ColdStarts: 1,
    })
    expect(metrics).not.toHaveProperty('Requests')
  })

  it('sends no metrics of its own on a schedule, which also runs in an idle stage: its log line has the same', async () => {
    const { triggered, lines } = await logging({ AWS_LAMBDA_FUNCTION_NAME: 'tests-sweep' })
    await triggered(sweep, () => Promise.resolve(undefined))(scheduleEvent, context())
    expect(lines()).toEqual([
      expect.objectContaining({ function: 'tests.sweep', duration_ms: expect.any(Number) as unknown }),
    ])
  })
})
