import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { TasksClient, verify, type TaskEvent } from '../../../client/src/index.ts'
import { forwardTo } from '../../../infra/listen/forward.ts'
import { pollDeliveries } from '../../../infra/listen/poll.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { createSecret } from '../../../lib/webhooks/secret.ts'
import { startServiceProcess, type ServiceProcess } from '../../harness/service-process.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { compileCache } from '../../support/compile-cache.ts'

const dataDir = newTempFolder()
let service: ServiceProcess
let demo: Demo
let client: TasksClient
/** What the receiver has got. */
let received: { body: string; headers: IncomingHttpHeaders }[] = []
/** It refuses what has this label. */
const refused = 'Refused'

const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ body, headers: request.headers })
    response.writeHead(body.includes(refused) ? 500 : 204).end()
  })
})
let target = ''

beforeAll(async () => {
  service = startServiceProcess(dataDir, { ...compileCache, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook` // the address of a TCP server
  demo = await service.ready()
  client = new TasksClient({ baseUrl: demo.base_url, token: demo.token })
})

afterEach(() => {
  received = []
})

afterAll(async () => {
  receiver.close()
  await service.stop()
})

/** Starts `npm run listen`, in an environment of its own. */
function listen(args: string[], variables: Record<string, string> = { DATA_DIR: dataDir }) {
  const child = spawn(process.execPath, ['infra/listen/main.ts', ...args], {
    env: { PATH: process.env.PATH, ...compileCache, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 45_000,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = Promise.all([once(child, 'exit') as Promise<[number | null]>, text(child.stderr)])
  return {
    output: () => output,
    /** Waits until it listens, and returns the secret that it prints. */
    ready: async () => {
      await vi.waitUntil(() => output.includes('\n\n'), { timeout: 30_000 })
      return /whsec_\S+/.exec(output)?.[0] ?? ''
    },
    interrupt: () => child.kill('SIGINT'),
    ended: async () => {
      const [[code], stderr] = await ended
      return { code, stderr, stdout: output }
    },
  }
}

const createTask = async (label: string) =>
  (await client.tasks.create({ projectId: demo.project_id, label })).task

const arrived = (count: number) => vi.waitUntil(() => received.length >= count, { timeout: 30_000 })

describe('npm run listen', () => {
  it('prints and forwards each event, signed for the receiver, and deletes its webhook at the end', async () => {
    const listening = listen(['--forward-to', target])
    const secret = await listening.ready()
    expect((await client.webhooks.list()).webhooks).toMatchObject([{ description: 'npm run listen' }])
    const { id } = await createTask('Call \u001b[31mAda')
    await arrived(1)
    await createTask(refused)
    await arrived(2)
    const [first] = received
    const event = (await verify(first?.body ?? '', first?.headers ?? {}, secret)) as TaskEvent
    expect(event).toMatchObject({ type: 'task.created', data: { task: { id } } })
    expect(first?.headers).toMatchObject({ 'webhook-id': event.id, 'content-type': 'application/json' })
    await vi.waitUntil(() => listening.output().includes('500 in'))
    listening.interrupt()
    const { code, stdout, stderr } = await listening.ended()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n').slice(3, -1)).toEqual([
      expect.stringMatching(
        /^\d\d:\d\d:\d\d {2}#1 task\.created "Call \\u001b\[31mAda" {2}-> 204 in \d+ ms$/,
      ),
      expect.stringMatching(/^\d\d:\d\d:\d\d {2}#2 task\.created "Refused" {2}-> 500 in \d+ ms$/),
    ])
    expect(stdout).not.toContain(demo.token)
    expect(await client.webhooks.list()).toEqual({ webhooks: [] })
  })

  it('gets only the events that it asks for, of one project', async () => {
    const other = (await client.projects.create({ label: 'Other' })).project.id
    const args = ['--events', 'task.completed,task.deleted', '--project', other]
    const listening = listen([...args, '--forward-to', target])
    await listening.ready()
    expect((await client.webhooks.list()).webhooks).toMatchObject([
      { event_types: ['task.completed', 'task.deleted'], project_ids: [other] },
    ])
    const { task } = await client.tasks.create({ projectId: other, label: 'Done' })
    await client.tasks.update((await createTask('Elsewhere')).id, { status: 2 })
    await client.tasks.update(task.id, { status: 2 })
    await arrived(1)
    expect(received.map(({ body }) => (JSON.parse(body) as TaskEvent).type)).toEqual(['task.completed'])
    listening.interrupt()
    expect((await listening.ended()).code).toBe(0)
  })

  it('says when the receiver does not answer', async () => {
    const listening = listen(['--forward-to', 'http://127.0.0.1:9/'])
    await listening.ready()
    await createTask('Nobody there')
    await vi.waitUntil(() => listening.output().includes('"Nobody there"  -> no answer (ECONNREFUSED)'), {
      timeout: 30_000,
    })
    listening.interrupt()
    expect((await listening.ended()).code).toBe(0)
  })

  it('sends a delivery again, and made-up events, to its receiver until it ends', async () => {
    const listening = listen(['--forward-to', target])
    const secret = await listening.ready()
    expect(statSync(join(dataDir, 'listen.json')).mode & 0o777).toBe(0o600)
    expect(await listen(['resend']).ended()).toMatchObject({
      ...{ code: 1, stderr: 'listen: No delivery has arrived yet.\n' },
    })
    await createTask('First')
    await arrived(1)
    await createTask(refused)
    await arrived(2)
    const again = await listen(['resend', '1']).ended()
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(again.stdout).toMatch(/^\d\d:\d\d:\d\d {2}#1 task\.created "First" {2}-> 204 in \d+ ms\n$/)
    const sentAt = new Date(Number(received[2]?.headers['webhook-timestamp']) * 1000)
    expect(again.stdout.slice(0, 8)).toBe(sentAt.toISOString().slice(11, 19))
    const last = await listen(['resend']).ended()
    expect(last).toMatchObject({
      code: 1,
      stderr: '',
      stdout: expect.stringMatching(/#2 .* -> 500 in/) as string,
    })
    expect(await listen(['resend', '7']).ended()).toMatchObject({
      ...{ code: 1, stderr: 'listen: There is no delivery #7. These are kept: #1, #2.\n' },
    })
    const made = await listen(['trigger', 'task.completed']).ended()
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toMatch(/^\d\d:\d\d:\d\d {2}task\.completed ".+" {2}-> 204 in \d+ ms\n$/)
    for (const { body, headers } of received) await verify(body, headers, secret)
    const ids = received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([ids[0], ids[1], ids[0], ids[1], expect.stringMatching(/^evt_[0-9a-f]{32}_\d+$/)])
    expect(new Set(ids).size).toBe(3)
    listening.interrupt()
    expect((await listening.ended()).code).toBe(0)
    const { code, stderr } = await listen(['resend']).ended()
    expect({ code, stderr }).toEqual({
      ...{
        code: 1,
        stderr:
          'listen: No command listens: start npx tasks listen --forward-to <url> in another terminal.\n',
      },
    })
  })

  it('sends a made-up event to any receiver, with its secret', async () => {
    const variables = { DATA_DIR: newTempFolder(), WEBHOOK_SECRET: createSecret() }
    const { code, stderr } = await listen(
      ['trigger', 'form.submission_held', '--forward-to', target],
      variables,
    ).ended()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [{ body, headers } = { body: '', headers: {} }] = received
    expect(await verify(body, headers, variables.WEBHOOK_SECRET)).toMatchObject({
      ...{ type: 'form.submission_held', data: { submission: { reason: 'The form was paused.' } } },
    })
    const fired = listen(['trigger', 'rule.fired', '--forward-to', target], variables)
    expect(await fired.ended()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('rule.fired "Remind when due"  -> ') as string,
    })
    const nobody = await listen(['trigger', 'task.created'], { DATA_DIR: newTempFolder() }).ended()
    expect(nobody).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('or give --forward-to and --secret.') as string,
    })
  })

  it.each([
    [
      ['--forward-to', 'localhost'],
      /--forward-to .* It must be a URL such as http:\/\/localhost:4000\/hook\./,
    ],
    [['--events', 'task.eaten'], /--events .* It must be a list of task\.\*, task\.created/],
    [['--project', 'mine'], /--project .* It must be a UUID/],
    [['trigger', 'task.eaten'], /Allowed choices are task\.created, .*, webhook\.test\./],
    [['trigger', 'task.created', '--secret', 'x'], /--secret .* It must be the secret of a webhook/],
    [['resend', 'evt_1'], /It must be a number such as 3\./],
    [['--url', 'here'], /--url .* It must be a URL such as https:\/\/api\.example\.com\/v1\./],
  ])('ends with 2 and names the option when its usage is wrong: %j', async (args, sentence) => {
    const { code, stderr } = await listen(args).ended()
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(sentence) as string })
  })

  it.each([
    [
      [],
      { DATA_DIR: newTempFolder() },
      /There is no .*demo\.json: start the service with npm start, or give/,
    ],
    [['--url', 'https://api.example.com'], undefined, /Give --token too: the token in .* is for http:/],
    [['--token', 'tsk_wrong'], undefined, /token/],
    [
      ['--token', 'tsk_x', '--url', 'http://127.0.0.1:9/v1'],
      undefined,
      /got no answer \([\w ]+\)\. Is the service running\? Start it with npm start\.$/m,
    ],
  ])('ends with 1 and one sentence: %j', async (args, variables, sentence) => {
    const { code, stderr } = await listen(args, variables).ended()
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(sentence) as string })
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})

describe('a service that delivers only to https', () => {
  it('is refused with what to do', async () => {
    const folder = newTempFolder()
    const strict = startServiceProcess(folder, { ...compileCache, WEBHOOK_ALLOWED_NETWORKS: '' })
    try {
      const { base_url: baseUrl, token } = await strict.ready()
      const { code, stderr } = await listen([], { DATA_DIR: folder }).ended()
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr:
          'listen: This service delivers only to https. Start it without HOST, or with WEBHOOK_ALLOWED_NETWORKS=127.0.0.1/32.\n',
      })
      const its = new TasksClient({ baseUrl, token })
      await expect(pollDeliveries(its, {}, () => Promise.resolve())).rejects.toThrow(
        'This service delivers only to https. Put https in front of it',
      )
      expect(await its.forms.list()).toEqual({ forms: [] })
    } finally {
      await strict.stop()
    }
  })
})

describe('a service that cannot reach this machine', () => {
  it('is polled: each event is forwarded once, freshly signed, and no task is made of it', async () => {
    const lines: string[] = []
    const tasksBefore = (await client.projects.get(demo.project_id)).project.task_count
    const listener = await pollDeliveries(
      client,
      {},
      forwardTo(target, (line) => lines.push(line)),
    )
    const labels = ['First', refused, 'Third']
    for (const label of labels) await createTask(label)
    await arrived(labels.length)
    await vi.waitUntil(() => lines.length === labels.length)
    for (const { body, headers } of received) await verify(body, headers, listener.secret)
    await listener.stop()
    await expect(listener.ended).rejects.toThrow('abort')
    expect(received.map(({ body }) => (JSON.parse(body) as TaskEvent).data.task.label).sort()).toEqual(
      [...labels].sort(),
    )
    expect((await client.projects.get(demo.project_id)).project.task_count).toBe(tasksBefore + labels.length)
    expect(await client.webhooks.list()).toEqual({ webhooks: [] })
    expect(await client.forms.list()).toEqual({ forms: [] })
  })
})
