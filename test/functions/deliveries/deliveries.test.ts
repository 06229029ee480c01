import { afterEach, describe, expect, it } from 'vitest'
import type { Delivery } from '../../../lib/webhooks/delivery.ts'
import { eventSortKey } from '../../../lib/webhooks/webhook-item.ts'
import { tap } from '../../support/api.ts'
import { woken } from '../../support/queue.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'
import { newWebhook, storeDelivery, storeEvent } from '../webhooks/support.ts'

afterEach(() => {
  tap.reset()
})

const notFound = errorBody('delivery_not_found', 'There is no such delivery.')
const seconds = (ms: number) => Math.floor(ms / 1000)

/** A webhook with this many deliveries; every third one has failed. */
async function withDeliveries(tenant: TestTenant, count: number) {
  const webhook = await newWebhook(tenant)
  const event = await storeEvent(tenant, Date.now() - 1_000)
  const items = []
  for (let n = 0; n < count; n++) {
    const outcome = n % 3 === 0 ? 'failed' : 'delivered'
    items.unshift(await storeDelivery(tenant, webhook.id, event, { outcome, attempt: n + 1 }))
  }
  return { webhook, event, items, path: `/webhooks/${webhook.id}/deliveries` }
}

/** Reads all pages of a list. */
async function pagesOf(tenant: TestTenant, path: string, query: string): Promise<Delivery[][]> {
  const pages: Delivery[][] = []
  let cursor = ''
  do {
    const { status, body } = await tenant.send('GET', `${path}?${query}${cursor}`)
    expect(status).toBe(200)
    const page = body as { deliveries: Delivery[]; next_cursor: string | null } // checked on its way
    pages.push(page.deliveries)
    cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
  } while (cursor !== '')
  return pages
}

describe('GET /webhooks/{webhookId}/deliveries', () => {
  it('lists them newest first, page after page', async () => {
    const tenant = await newTenant()
    const { items, path, event } = await withDeliveries(tenant, 7)
    const pages = await pagesOf(tenant, path, 'limit=3')
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1])
    expect(pages.flat().map(({ id }) => id)).toEqual(items.map(({ id }) => id))
    expect(pages.flat()[0]).toEqual({
      ...{ id: items[0]?.id, event_id: event.id, event_type: 'task.completed', attempt: 7 },
      ...{ outcome: 'failed', status: null, duration_ms: 5, error: null },
      attempted_at: items[0]?.attempted_at,
    })
    const first = await tenant.send('GET', `${path}?limit=3`)
    expect(first.headers.link).toMatch(/^<\/v1\/webhooks\/.+cursor=.+>; rel="next"$/)
  })

  it('lists those with one outcome, and takes a cursor only of the same list', async () => {
    const tenant = await newTenant()
    const { items, path } = await withDeliveries(tenant, 7)
    const failed = await pagesOf(tenant, path, 'outcome=failed&limit=2')
    expect(failed.flat().map(({ id }) => id)).toEqual(
      items.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id),
    )
    expect((await tenant.send('GET', `${path}?outcome=exhausted`)).body).toEqual({
      ...{ deliveries: [], next_cursor: null },
    })
    const { body } = await tenant.send('GET', `${path}?outcome=failed&limit=1`)
    const { next_cursor } = body as { next_cursor: string }
    expect((await tenant.send('GET', `${path}?cursor=${next_cursor}`)).status).toBe(400)
    const other = await newWebhook(tenant)
    const elsewhere = `/webhooks/${other.id}/deliveries?outcome=failed&cursor=${next_cursor}`
    expect((await tenant.send('GET', elsewhere)).status).toBe(400)
  })

  it('leaves out what has expired', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const event = await storeEvent(tenant, Date.now())
    await storeDelivery(tenant, webhook.id, event, { expires_at: seconds(Date.now()) - 1 })
    const { id } = await storeDelivery(tenant, webhook.id, event)
    const [page] = await pagesOf(tenant, `/webhooks/${webhook.id}/deliveries`, '')
    expect(page?.map((delivery) => delivery.id)).toEqual([id])
  })
})

describe('GET /webhooks/{webhookId}/deliveries/{deliveryId}', () => {
  it('has the body that was sent and the answer; null when the event is gone', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const event = await storeEvent(tenant, Date.now())
    const answered = { status: 500, error: 'The receiver answered 500.', response: 'Oops' }
    const item = await storeDelivery(tenant, webhook.id, event, answered)
    const gone = { ...event, id: `evt_${'0'.repeat(32)}_${Date.now()}` }
    const ofGone = await storeDelivery(tenant, webhook.id, gone)
    const read = (id: string) => tenant.send('GET', `/webhooks/${webhook.id}/deliveries/${id}`)
    expect(await read(item.id)).toMatchObject({ status: 200 })
    expect((await read(item.id)).body).toEqual({
      delivery: {
        ...{ id: item.id, event_id: event.id, event_type: 'task.completed', attempt: 1, outcome: 'failed' },
        ...{ ...answered, duration_ms: 5, attempted_at: item.attempted_at, body: event.body },
      },
    })
    expect((await read(ofGone.id)).body).toMatchObject({ delivery: { body: null, response: null } })
    expect(await read(crypto.randomUUID())).toMatchObject({ status: 404, body: notFound })
    const other = await newWebhook(tenant)
    const foreign = await tenant.send('GET', `/webhooks/${other.id}/deliveries/${item.id}`)
    expect(foreign).toMatchObject({ status: 404, body: notFound })
  })
})

describe('POST /webhooks/{webhookId}/deliveries/{deliveryId}/redeliver', () => {
  const redeliver = (tenant: TestTenant, webhookId: string, id: string) =>
    tenant.send('POST', `/webhooks/${webhookId}/deliveries/${id}/redeliver`)

  it('queues the event, due now and never tried, and wakes the webhook', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const event = await storeEvent(tenant, Date.now() - 60_000)
    const { id } = await storeDelivery(tenant, webhook.id, event, { attempt: 9, outcome: 'exhausted' })
    const before = eventSortKey(Date.now())
    expect(await redeliver(tenant, webhook.id, id)).toMatchObject({ status: 200, body: { success: true } })
    const [pending, ...others] = await webhook.pending()
    expect(others).toEqual([])
    expect(pending).toMatchObject({ event_id: event.id, attempts: 0, expires_at: event.expires_at })
    expect(pending?.sk.slice('PENDING#'.length) ?? '').toMatch(new RegExp(`#${event.id}$`))
    expect((pending?.sk.slice('PENDING#'.length) ?? '') >= before).toBe(true)
    expect(woken().filter((woke) => woke === webhook.id)).toHaveLength(1)
  })

  it('lets it wait where the webhook is paused', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    await webhook.set({ status: 'paused' })
    const event = await storeEvent(tenant, Date.now())
    const { id } = await storeDelivery(tenant, webhook.id, event)
    expect((await redeliver(tenant, webhook.id, id)).status).toBe(200)
    expect(await webhook.pending()).toHaveLength(1)
    expect(woken()).not.toContain(webhook.id)
  })

  it('answers 404 to a delivery that is not there, or whose event is gone', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const expired = await storeEvent(tenant, Date.now(), { expires_at: seconds(Date.now()) - 1 })
    const kept = { ...expired, expires_at: seconds(Date.now()) + 60 }
    const { id } = await storeDelivery(tenant, webhook.id, kept)
    for (const deliveryId of [id, crypto.randomUUID()]) {
      const reply = await redeliver(tenant, webhook.id, deliveryId)
      expect(reply).toMatchObject({ status: 404, body: notFound })
    }
    expect(await webhook.pending()).toEqual([])
  })
})
