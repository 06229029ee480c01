import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  isTaskEvent,
  isTasksApiError,
  TasksClient,
  type Fetch,
  type WebhookHeaders,
} from '../../client/src/index.ts'
import { enginePid, startServiceProcess, type ServiceProcess } from '../harness/service-process.ts'
import { newTempFolder } from '../harness/temp-folder.ts'
import { compileCache } from '../support/compile-cache.ts'
import { contentOf, Mirror, type Link, type Side } from '../support/mirror.ts'

const editsPerSide = 500
const peoplePerSide = 3
const tasks = 60

let started: ServiceProcess[] = []
let closing: (() => unknown) | undefined

afterEach(() => {
  for (const { child } of started) child.kill('SIGKILL')
  started = []
  closing?.()
})

/** A port that nothing listens on: a service that is killed comes back at the same address. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // the address of a TCP server
  server.close()
  return String(port)
}

/** An instance of the service in processes of its own, which can be killed. */
async function startInstance(name: Side['name']) {
  const [dataDir, port] = [newTempFolder(), await freePort()]
  const start = () => {
    const service = startServiceProcess(dataDir, {
      ...compileCache,
      PORT: port,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    })
    started.push(service)
    return service
  }
  let service = start()
  const { base_url: baseUrl, token, project_id: projectId } = await service.ready()
  const kill = async (isEngineToo: boolean) => {
    if (isEngineToo) process.kill(await enginePid(dataDir), 'SIGKILL')
    service.child.kill('SIGKILL')
    await service.exited
    service = start()
    await service.ready()
  }
  return { name, baseUrl, token, projectId, kill }
}
type Instance = Awaited<ReturnType<typeof startInstance>>

/** What survives a kill of the sync: its file, so to speak. */
const newFile = () => ({ links: new Map<string, Link>(), cursors: new Map<Side['name'], string>() })

/** How often the sync wrote, got a webhook, and was given a write of its own. */
interface Count {
  writes: number
  hints: number
  echoes: number
}

/** The secrets of the webhooks, by side. */
type Secrets = Record<string, string>

/** A running two-way sync. Killed, it sends and stores nothing more, in the middle of whatever it does. */
function startSync(
  [a, b]: [Instance, Instance],
  file: ReturnType<typeof newFile>,
  secrets: Secrets,
  count: Count,
) {
  let isKilled = false
  const check = () => {
    if (isKilled) throw new Error('The sync was killed.')
  }
  const fetch: Fetch = async (request) => {
    check()
    const response = await globalThis.fetch(request)
    if (request.method !== 'GET' && response.ok) count.writes += 1
    check()
    return response
  }
  const sideOf = ({ name, baseUrl, token, projectId }: Instance): Side => {
    const retry = { baseDelayMs: 50, maxDelayMs: 2_000, timeoutMs: 5_000 }
    return { name, projectId, client: new TasksClient({ baseUrl, token, originId: 'sync', fetch, retry }) }
  }
  const mirror = new Mirror(
    (id) => {
      check()
      return file.links.get(id) ?? { known: {}, sent: {} }
    },
    (id, link) => {
      check()
      file.links.set(id, link)
    },
  )
  const oneWay = (from: Side, to: Side) =>
    from.client.sync({
      secrets: secrets[from.name],
      pollMs: 5_000,
      store: {
        load: () => Promise.resolve(file.cursors.get(from.name)),
        save: (cursor) => {
          check()
          file.cursors.set(from.name, cursor)
          return Promise.resolve()
        },
      },
      onChange: (change) => {
        if (change.origin?.origin_id === 'sync') count.echoes += 1
        return mirror.carry(from, to, change)
      },
    })
  const sides = [sideOf(a), sideOf(b)] as const
  const bySide = { A: oneWay(sides[0], sides[1]), B: oneWay(sides[1], sides[0]) }
  const syncs = [bySide.A, bySide.B]
  const stopping = new AbortController()
  // a round of the whole account comes first: later ones leave out what the sync wrote
  const running = Promise.all(syncs.map((sync) => sync.run(stopping.signal)))
  running.catch(() => undefined) // `stop` passes it on; a killed sync may fail
  const receive = async (name: Side['name'], body: string, headers: WebhookHeaders) => {
    check()
    const event = await bySide[name].receive(body, headers)
    count.hints += 1
    if (isTaskEvent(event) && event.data.origin?.origin_id === 'sync') count.echoes += 1
  }
  return {
    receive,
    round: () => Promise.all(syncs.map((sync) => sync.once())),
    stop: () => {
      stopping.abort()
      return running
    },
    kill: () => {
      isKilled = true
      stopping.abort()
    },
  }
}

/** Starts a receiver of webhooks, and makes a webhook of each instance. */
async function startReceiver(
  instances: readonly Instance[],
  receive: (name: Side['name'], body: string, headers: WebhookHeaders) => Promise<void>,
): Promise<Secrets> {
  const server = createServer((request, response) => {
    const name = request.url === '/A' ? 'A' : 'B'
    text(request)
      .then((body) => receive(name, body, request.headers))
      .then(
        () => response.writeHead(204).end(),
        () => response.writeHead(503).end(),
      )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing = () => server.close()
  const { port } = server.address() as AddressInfo // the address of a TCP server
  const secrets: Secrets = {}
  for (const { name, baseUrl, token } of instances) {
    const { webhooks } = new TasksClient({ baseUrl, token })
    const url = `http://127.0.0.1:${port}/${name}`
    secrets[name] = (await webhooks.create({ url, excludeOriginIds: ['sync'] })).secret
  }
  return secrets
}

const pick = (most: number) => Math.floor(Math.random() * most)

/**
 * One edit of a person: a change, a creation, a deletion or a restore. What cannot be done to a task as it is now gives way
 * to what can, so hardly a request is in vain. False if somebody else was faster, or the service did not answer.
 */
async function edit({ tasks: api }: TasksClient, projectId: string): Promise<boolean> {
  const externalId = `task-${pick(tasks)}`
  const id = `ext:${externalId}`
  const fields = { label: `Label ${pick(1_000_000)}`, status: pick(3) as 0 | 1 | 2 }
  const change = () => api.update(id, fields)
  const create = () => api.create({ projectId, externalId, ...fields })
  const restore = () => api.restore(id)
  const chance = pick(100)
  const first = chance < 15 ? () => api.delete(id) : chance < 30 ? restore : chance < 40 ? create : change
  for (const act of new Set([first, change, restore, create])) {
    try {
      await act()
      return true
    } catch (error) {
      if (isTasksApiError(error, 'task_not_found', 'external_id_exists')) continue
      if (!isTasksApiError(error, 'network_error', 'service_unavailable')) throw error
      await sleep(50) // the service is being killed
      return false
    }
  }
  return false
}

/** The people of a side. `onEdit` is called after each edit. */
async function edits({ baseUrl, token, projectId }: Instance, onEdit: () => void): Promise<void> {
  const client = new TasksClient({ baseUrl, token, retry: { maxRetries: 0 } })
  let left = editsPerSide
  const person = async () => {
    while (left > 0) {
      left -= 1
      while (!(await edit(client, projectId)));
      onEdit()
    }
  }
  await Promise.all(Array.from({ length: peoplePerSide }, person))
}

/** The live tasks of an instance, by external id. */
async function contents({ baseUrl, token, projectId }: Instance): Promise<Record<string, string>> {
  const client = new TasksClient({ baseUrl, token })
  const rows: [string, string][] = []
  for await (const task of client.projects.listTasks(projectId, { limit: 100 })) {
    rows.push([task.external_id ?? task.id, contentOf(task)])
  }
  return Object.fromEntries(rows.sort(([one], [other]) => (one < other ? -1 : 1)))
}

describe('a two-way sync of two instances', () => {
  it('settles after 1,000 random edits on both sides, with kills in between: equal, no echo', async () => {
    const instances = await Promise.all([startInstance('A'), startInstance('B')])
    const [a, b] = instances
    const file = newFile()
    const count = { writes: 0, hints: 0, echoes: 0 }
    const secrets = await startReceiver(instances, (...delivery) => sync.receive(...delivery))
    let sync = startSync(instances, file, secrets, count)
    await sync.round()

    let edited = 0
    const kills = new Map<number, () => unknown>([
      [200, () => a.kill(false)],
      [350, () => (sync.kill(), (sync = startSync(instances, file, secrets, count)))],
      [500, () => b.kill(true)],
      [650, () => (sync.kill(), (sync = startSync(instances, file, secrets, count)))],
      [800, () => Promise.all([a.kill(true), b.kill(false)])],
    ])
    const killing: unknown[] = []
    const onEdit = () => {
      edited += 1
      killing.push(kills.get(edited)?.())
    }
    await Promise.all(instances.map((instance) => edits(instance, onEdit)))
    await Promise.all(killing)

    const isEqual = async () => {
      const [left, right] = await Promise.all([contents(a), contents(b)])
      return JSON.stringify(left) === JSON.stringify(right)
    }
    await vi.waitUntil(isEqual, { timeout: 300_000, interval: 500 }).catch(() => undefined) // compared below
    const [left, right] = await Promise.all([contents(a), contents(b)])
    expect(left).toEqual(right)
    expect(Object.keys(left).length).toBeGreaterThan(0)

    // two more rounds write nothing
    const { writes } = count
    await sync.round()
    await sync.round()
    await sync.stop()
    expect(await contents(a)).toEqual(left)
    expect(count).toMatchObject({ writes, echoes: 0 })
    expect(count.hints).toBeGreaterThan(0)
    expect(edited).toBe(2 * editsPerSide)
    expect(writes).toBeLessThanOrEqual(2 * edited) // a restore takes two
  }, 900_000) // long enough for a busy machine; alone it takes less than a minute
})
