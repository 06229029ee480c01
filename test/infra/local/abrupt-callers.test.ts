import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { closed } from '../../../infra/local/closed.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { headersOf, start, withDataDir } from './service-process.ts'

withDataDir()

/** Opens a connection to the service. The service may close it: that is no error. */
async function open({ base_url }: Demo): Promise<Socket> {
  const socket = connect(Number(new URL(base_url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  return socket
}

it('survives callers without a token who reset a connection while their answers are being sent', async () => {
  const service = start()
  const demo = await service.ready()
  const requests = 'GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'
  for (let round = 0; round < 12; round++) {
    const socket = await open(demo)
    socket.pause() // the answers fill the buffers and cannot be sent
    socket.write(`${requests.repeat(round % 2 === 0 ? 200 : 1)}NONSENSE\r\n\r\n`)
    await sleep(round % 4 < 2 ? 100 : 5)
    socket.resetAndDestroy()
    await sleep(50)
  }
  expect((await fetch(`${demo.base_url}/tokens/self`, { headers: headersOf(demo) })).status).toBe(200)
  expect(await service.stop()).toEqual([0, null])
  expect(service.complaint()).toBe('')
})

it('answers 100 pipelined requests of one connection, and closes one that sends more', async () => {
  const service = start()
  const demo = await service.ready()
  const list = `GET /v1/projects HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${demo.token}\r\n\r\n`
  const patient = await open(demo)
  patient.write(list.repeat(99) + list.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  const answers = (await text(patient)).split('HTTP/1.1 200 OK').length - 1
  const greedy = await open(demo)
  const cut = closed(greedy)
  greedy.write(list.repeat(5_000))
  await cut
  expect((await fetch(`${demo.base_url}/tokens/self`, { headers: headersOf(demo) })).status).toBe(200)
  expect(await service.stop()).toEqual([0, null])
  expect(service.complaint()).toBe('')
  expect(answers).toBe(100)
})
