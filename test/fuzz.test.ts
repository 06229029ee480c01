import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../functions/index.ts'
import type { Endpoint } from '../lib/contract/endpoint.ts'
import { chooseAccount, createTicket } from '../lib/members/sessions.ts'
import { query } from '../lib/table/read-items.ts'
import { accountPartition, type Item } from '../lib/table/item.ts'
import { isMarker } from '../lib/tasks/page.ts'
import { send, type Reply } from './support/api.ts'
import { requestsTo, resolve, validRequestsTo, type FuzzRequest } from './harness/fuzz/requests.ts'
import { fillSample } from './harness/sample.ts'
import { servedKinds } from './support/kinds.ts'
import { newTenant, type TestTenant } from './support/tenant.ts'
import { rounds } from './support/rounds.ts'

/** Each round sends two requests to every endpoint. */
const runs = rounds(8)
/** How many requests each other kind of endpoint gets: so many that chance does not refuse them all. */
const requestsEach = Math.max(93, 3 * runs)
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
/** An error names a few fields; it never sends a large request back. */
const longestError = 8_000

type Pools = Record<string, string[]>

/** A tenant with some of everything, and the ids of it, by the kind of thing. */
async function newWorld(): Promise<{ tenant: TestTenant; pools: Pools }> {
  const tenant = await newTenant()
  const { projectId } = tenant
  const ids = await fillSample(tenant, projectId)
  const known = await tenant.createTask({
    externalId: 'known',
    subtasks: [{ label: 'One' }, { label: 'Two' }],
  })
  for (const field of [
    { key: 'due', label: 'Due', type: 'date' },
    { key: 'priority', label: 'Priority', type: 'select', options: [{ value: 'high' }] },
  ])
    await tenant.send('POST', '/fields', { body: field })
  const inLane = await tenant.createTask({ workflowLaneId: ids.laneId })
  const subtasks = known.subtasks.map(({ id }) => id)
  const pools = {
    task: ['ext:known', 'ext:known', known.id, inLane.id, ids.trashedId, crypto.randomUUID()],
    subtask: [...subtasks, ...subtasks, crypto.randomUUID()],
    project: [projectId, ids.emptyProjectId, projectId, crypto.randomUUID()],
    lane: [ids.laneId, await tenant.newLane(), ids.laneId, crypto.randomUUID()],
    fieldKey: ['due', 'due', ids.fieldKey, 'nobodys'],
    token: [ids.tokenId, crypto.randomUUID()],
    form: [ids.formId, ids.formId, crypto.randomUUID()],
    submission: [ids.submissionId, ids.submissionId, crypto.randomUUID()],
    webhook: [ids.webhookId, ids.webhookId, crypto.randomUUID()],
    delivery: [ids.deliveryId, ids.deliveryId, crypto.randomUUID()],
    comment: [ids.commentId, ids.commentId, crypto.randomUUID()],
    rule: [ids.ruleId, ids.ruleId, crypto.randomUUID()],
    calendar: [ids.calendarId, ids.calendarId, crypto.randomUUID()],
    calendarKey: [ids.calendarKey, ids.calendarKey, ids.calendarKey.replace('.ics', '')],
    key: [ids.key, ids.key, `${ids.key.slice(0, -1)}0`],
    member: [ids.memberId, ids.memberId, crypto.randomUUID()],
    ticket: [ids.ticket, 'made-up'],
    account: [tenant.accountId, tenant.accountId, crypto.randomUUID()],
    session: [await newSession(tenant, ids.email)],
  }
  return { tenant, pools }
}

/** Opens a session of the member with this e-mail address. Returns its secret. */
async function newSession(tenant: TestTenant, email: string): Promise<string> {
  return (await chooseAccount(tenant, await createTicket(tenant, email), tenant.accountId)).secret
}

/** All that the table keeps of an account, but for the markers of feeds: reading a feed may write one, on purpose. */
async function held({ accountId, usage }: TestTenant): Promise<Item[]> {
  const condition = { condition: 'pk = :account', values: { ':account': accountPartition(accountId) } }
  const all: Item[] = []
  let after: Item | undefined
  do {
    const { items, last } = await query({ usage, deadlineMs: Infinity }, { ...condition, after })
    all.push(...items.filter((item) => !isMarker(item)))
    after = last
  } while (after)
  return all
}

/** Sends a generated request; `send` holds the answer's status and shape against the contract. */
async function sendFuzz(
  { token }: TestTenant,
  pools: Pools,
  request: FuzzRequest,
  sendRequest = send,
): Promise<Reply> {
  const { endpoint, headers, body } = request
  const [session = token] = pools.session ?? []
  const params = resolve(request.params, pools)
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params[name] ?? '').toWellFormed()).replace(/%2F|%25/g, (code) =>
      name === 'id' ? code : decodeURIComponent(code),
    ),
  )
  const query = new URLSearchParams(resolve(request.query, pools)).toString()
  const payload = body === undefined || body instanceof Buffer ? body : resolve(body, pools)
  return sendRequest(endpoint.method, query === '' ? path : `${path}?${query}`, {
    token: endpoint.id === 'sessions.delete' ? session : token, // only a session can be ended
    body: payload,
    headers,
  })
}

/** Whether one of up to 200 valid requests succeeds, in a world of their own. */
async function succeedsInTime(endpoint: Endpoint): Promise<boolean> {
  const { tenant, pools } = await newWorld()
  for (const request of fc.sample(validRequestsTo(endpoint), { numRuns: 200, seed })) {
    const { status } = await sendFuzz(tenant, pools, request)
    if (status < 400) return true
  }
  return false
}

/** One round: two requests to each endpoint, in any order. */
const round = fc
  .tuple(...[...endpoints, ...endpoints].map((endpoint) => fc.tuple(requestsTo(endpoint), fc.nat())))
  .map((requests) => requests.sort(([, a], [, b]) => a - b).map(([request]) => request))

describe('whatever is sent', () => {
  it(`never gets a 5xx or an undeclared answer, and a refusal stores nothing (SEED=${seed})`, async () => {
    const succeeded = new Set<string>()
    const statuses = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(round, async (requests) => {
        const { tenant, pools } = await newWorld()
        let before = await held(tenant)
        for (const request of requests) {
          const { status, body } = await sendFuzz(tenant, pools, request)
          const after = await held(tenant)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          const what = JSON.stringify({ ...request, endpoint: request.endpoint.id })
          expect(status, what).toBeLessThan(500)
          if (status >= 400 || request.endpoint.method === 'GET') expect(after, what).toEqual(before)
          if (status >= 400) expect(JSON.stringify(body).length, what).toBeLessThan(longestError)
          else succeeded.add(request.endpoint.id)
          before = after
        }
      }),
      // a round takes seconds, so looking for a smaller one would take hours
      { numRuns: runs, seed, endOnFailure: true },
    )
    console.log(`fuzz: seed ${seed}, requests by status ${JSON.stringify(Object.fromEntries(statuses))}`)
    // not all of it was refused at the door: what chance left out gets valid requests until one succeeds
    for (const endpoint of endpoints.filter(({ id }) => !succeeded.has(id)))
      expect(await succeedsInTime(endpoint), endpoint.id).toBe(true)
  }, 3_600_000)

  it.each(servedKinds)(
    `is answered as declared by $name, which also succeeds (SEED=${seed})`,
    async ({ endpoint, send: sendRequest, idsFor }) => {
      const tenant = await newTenant()
      const { inboxKey = '', projectId = '' } = await idsFor(tenant)
      const pools = { project: [projectId, crypto.randomUUID()], inboxKey: [inboxKey, `${inboxKey}x`, 'x'] }
      const statuses = new Set<number>()
      await fc.assert(
        fc.asyncProperty(requestsTo(endpoint), async (request) => {
          const { status, body } = await sendFuzz(tenant, pools, request, sendRequest)
          statuses.add(status)
          expect(status).toBeLessThan(500)
          if (status >= 400) expect(JSON.stringify(body).length).toBeLessThan(longestError)
        }),
        { numRuns: requestsEach, seed, endOnFailure: true },
      )
      expect(statuses).toContain(endpoint.success)
    },
    3_600_000,
  )
})
