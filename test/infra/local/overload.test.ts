import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { headersOf, start, withDataDir } from './service-process.ts'

withDataDir()

const connections = 600

it('answers 600 connections at once, each with the right answer', async () => {
  const service = start()
  const demo = await service.ready()
  const { port } = new URL(demo.base_url)
  const create = async (label: string): Promise<string> => {
    // each request has its own connection, and all are open before the first answer
    const sending = request({
      ...{ port, host: '127.0.0.1', method: 'POST', path: '/v1/tasks', agent: false },
      headers: { ...headersOf(demo), 'Idempotency-Key': label },
    })
    sending.end(JSON.stringify({ projectId: demo.project_id, label }))
    const [response] = (await once(sending, 'response')) as [IncomingMessage]
    const body = (await json(response)) as { task?: { label: string }; error?: { code: string } }
    if (response.statusCode === 503) {
      // on a busy machine, a request may run out of its time; it is told when to come again, as each client does
      const { 'retry-after': seconds } = response.headers
      expect(seconds).toMatch(/^\d+$/)
      await pause(Number(seconds) * 1_000)
      return create(label)
    }
    return `${response.statusCode} ${body.task?.label ?? body.error?.code}`
  }
  expect(await create('Warm')).toBe('201 Warm')
  const labels = Array.from({ length: connections }, (_, n) => `Task ${n}`)
  const answers = await Promise.all(labels.map(create))
  expect(answers.filter((answer, n) => answer !== `201 ${labels[n] ?? ''}`)).toEqual([])
}, 120_000)
