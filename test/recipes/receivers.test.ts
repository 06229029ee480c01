import { spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSecret } from '../../lib/webhooks/secret.ts'
import { signatureHeaders } from '../../lib/webhooks/sending/sign.ts'
import { freePort } from '../support/free-port.ts'

/** A receiver of docs/recipes/webhooks.md, and the command that runs it on a port. */
const receivers = [
  { language: 'Python', program: 'python3', args: () => ['docs/recipes/receivers/receiver.py'] },
  {
    language: 'PHP',
    program: 'php',
    args: (port: number) => ['-S', `127.0.0.1:${port}`, 'docs/recipes/receivers/receiver.php'],
  },
  { language: 'TypeScript', program: process.execPath, args: () => ['client/examples/webhook-server.ts'] },
]

/** Not every machine has Python or PHP; GitHub's runners have both. */
const atHand = receivers.filter(({ program }) => spawnSync(program, ['--version']).status === 0)

describe.each(atHand)('the receiver in $language', ({ program, args }) => {
  const secret = createSecret()
  const body = JSON.stringify({ id: 'evt_1', type: 'task.updated', data: { task: { label: 'Käse 🧀' } } })
  let url: string
  let stop: () => void

  const post = (headers: Record<string, string>, text = body) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text })
  const signed = (secrets = [secret], nowMs = Date.now()) =>
    signatureHeaders({ id: 'evt_1', body, secrets, nowMs })

  /** The headers with another time than the one that was signed, whatever the clock says by now. */
  const aSecondEarlier = (headers: ReturnType<typeof signed>) => ({
    ...headers,
    'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1),
  })

  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}/`
    const child = spawn(program, args(port), {
      stdio: 'ignore',
      env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
    })
    stop = () => child.kill()
    for (;;) {
      try {
        await fetch(url, { method: 'POST' })
        return
      } catch {
        await sleep(50)
      }
    }
  })

  afterAll(() => {
    stop()
  })

  it('accepts what the secret signed', async () => {
    expect((await post(signed())).status).toBe(204)
  })

  it('accepts what two secrets signed during a rotation', async () => {
    expect((await post(signed([createSecret(), secret]))).status).toBe(204)
  })

  it.each([
    ['another secret', () => post(signed([createSecret()]))],
    ['another body', () => post(signed(), body.replace('Käse', 'Kase'))],
    ['another id', () => post({ ...signed(), 'webhook-id': 'evt_2' })],
    ['another time', () => post(aSecondEarlier(signed()))],
    ['an old time', () => post(signed([secret], Date.now() - 6 * 60_000))],
    ['no signature', () => post({})],
  ])('refuses %s', async (_, request) => {
    expect((await request()).status).toBe(401)
  })
})

/** The bytes that a decoder which does not check makes of these secrets, so that anybody can sign with them. */
const malformed = [
  ['empty', '', Buffer.alloc(0)],
  ['only the prefix', 'whsec_', Buffer.alloc(0)],
  ['no base64', 'whsec_%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%', Buffer.alloc(0)],
  ['too short', `whsec_${Buffer.from('short').toString('base64')}`, Buffer.from('short')],
  ['without the prefix', 'secret', Buffer.alloc(0)],
] as const

describe.each(atHand)('the receiver in $language with a malformed secret', ({ program, args }) => {
  it.each(malformed)('accepts no forged event: %s', async (_, secret, key) => {
    const port = await freePort()
    const child = spawn(program, args(port), {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
    })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    const ended = once(child, 'close')
    const [body, sentAt] = ['{"type":"task.updated","id":"evt_1"}', String(Math.floor(Date.now() / 1000))]
    const signature = createHmac('sha256', key).update(`evt_1.${sentAt}.${body}`).digest('base64')
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': sentAt,
      'webhook-signature': `v1,${signature}`,
    }
    let status: number | undefined
    while (status === undefined && child.exitCode === null) {
      try {
        const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })
        status = answer.status
      } catch {
        await sleep(50)
      }
    }
    child.kill()
    await ended
    // PHP reads the script anew for each request
    expect({ status, code: child.exitCode }).toEqual(
      program === 'php' ? { status: 500, code: child.exitCode } : { status: undefined, code: 1 },
    )
    expect(errors).toContain('whsec_ and')
  })
})
