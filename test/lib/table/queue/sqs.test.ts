import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSqs } from '../../../../lib/table/queue/sqs.ts'

interface Request {
  QueueUrl: string
  Entries: { Id: string; MessageBody: string; MessageGroupId?: string; DelaySeconds?: number }[]
}

let requests: Request[] = []
/** Answers a request, by its number from 0 on. */
let answer: (request: Request, number: number) => { status: number; body: object } | undefined
let server: Server
let endpoint = ''

const stored = ({ Entries }: Request, failed: string[] = [], SenderFault = false) => ({
  status: 200,
  body: {
    Successful: Entries.filter(({ Id }) => !failed.includes(Id)).map(({ Id }) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: '',
    })),
    Failed: failed.map((Id) => ({ Id, SenderFault, Code: 'InternalError' })),
  },
})

beforeEach(async () => {
  requests = []
  answer = (request) => stored(request)
  vi.stubEnv('TABLE_NAME', 'tasks')
  vi.stubEnv('TESTS_DELIVER_QUEUE_URL', 'https://sqs.local/1/deliver')
  server = createServer((request, response) => {
    void json(request).then((body) => {
      const result = answer(body as Request, requests.length) // what the client has sent
      requests.push(body as Request)
      if (result) response.writeHead(result.status).end(JSON.stringify(result.body))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server's address is one
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const send = (bodies: string[], timeoutMs = 5_000) =>
  openSqs({ endpoint, useQueueUrlAsEndpoint: false }).sendMessages(
    'tests.deliver',
    bodies.map((body) => ({ body, group: 'a', delaySeconds: 1.2 })),
    { deadlineMs: Date.now() + timeoutMs },
  )

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `message ${index}`)

describe('messages on AWS', () => {
  it('go to the queue of the function, ten at once, with group and delay', async () => {
    await send(numbers(23))
    expect(requests.map(({ Entries }) => Entries.length).sort()).toEqual([10, 10, 3])
    expect(requests.every(({ QueueUrl }) => QueueUrl === 'https://sqs.local/1/deliver')).toBe(true)
    const bodies = requests.flatMap(({ Entries }) => Entries.map(({ MessageBody }) => MessageBody))
    expect(bodies.sort()).toEqual(numbers(23).sort())
    expect(requests[0]?.Entries[0]).toEqual({
      Id: '0',
      MessageBody: expect.any(String) as unknown,
      MessageGroupId: 'a',
      DelaySeconds: 2,
    })
  })

  it('may be held back for 900 s at most', async () => {
    const long = { body: 'late', delaySeconds: 86_400 }
    await openSqs({ endpoint, useQueueUrlAsEndpoint: false }).sendMessages('tests.deliver', [long], {
      deadlineMs: Date.now() + 5_000,
    })
    expect(requests[0]?.Entries).toEqual([{ Id: '0', MessageBody: 'late', DelaySeconds: 900 }])
  })

  it('are sent again where SQS could not store them, and only those', async () => {
    answer = (request, number) => stored(request, number === 0 ? ['1', '3'] : [])
    await send(numbers(5))
    expect(requests.map(({ Entries }) => Entries.map(({ Id }) => Id))).toEqual([
      ['0', '1', '2', '3', '4'],
      ['1', '3'],
    ])
  })

  it('are sent when SQS has stored them, although no time is left for another try', async () => {
    answer = (request) => {
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5_000) // that is the deadline
      return stored(request)
    }
    await send(['one'])
    expect(requests).toHaveLength(1)
  })

  it('fail with 503 when SQS stores them not before the deadline', async () => {
    answer = (request) => stored(request, ['0'])
    await expect(send(['one'], 300)).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(requests.length).toBeGreaterThan(1)
  })

  it('fail with 503 when SQS does not answer before the deadline', async () => {
    answer = () => undefined
    const startMs = Date.now()
    await expect(send(['one'], 300)).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(Date.now() - startMs).toBeLessThan(1_000)
  })

  it('fail with 503 after three faults of SQS', async () => {
    answer = () => ({ status: 500, body: { __type: 'InternalFailure' } })
    await expect(send(['one'])).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(requests).toHaveLength(3)
  })

  it('fail at once when SQS refuses one, or when the queue is not named', async () => {
    answer = (request) => stored(request, ['0'], true)
    await expect(send(['one'])).rejects.toThrow('SQS refused a message')
    expect(requests).toHaveLength(1)
    vi.stubEnv('TESTS_DELIVER_QUEUE_URL', undefined)
    await expect(send(['one'])).rejects.toThrow('TESTS_DELIVER_QUEUE_URL is not set')
  })

  it('are nothing to send where there are none', async () => {
    await send([])
    expect(requests).toEqual([])
  })
})
