import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inDataDir, start, withDataDir } from './service-process.ts'

withDataDir()

it.each([
  ['silent', () => ''],
  ['half a head', () => 'POST /v1/tasks HTTP/1.1\r\nHost: loc'],
  [
    'half a body',
    (token: string) =>
      `POST /v1/tasks HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: 100\r\n\r\n{"label"`,
  ],
])('ends well while a connection is %s', async (_, sentWith) => {
  const service = start()
  const { base_url, token } = await service.ready()
  const socket = connect(Number(new URL(base_url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(sentWith(token))
  const closed = text(socket).catch(() => 'reset')
  await sleep(100) // wait until the request has arrived
  expect(await service.stop()).toEqual([0, null])
  expect(service.complaint()).toBe('')
  expect(existsSync(inDataDir('engine.json'))).toBe(false)
  await closed
})
