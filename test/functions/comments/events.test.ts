import { describe, expect, it } from 'vitest'
import { commentEventId } from '../../../lib/comments/comment-item.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { eventIdAt } from '../../../lib/tasks/task-item.ts'
import { isTaskEvent } from '../../../lib/webhooks/bound.ts'
import { dispatchRecords } from '../../../lib/webhooks/dispatch-records.ts'
import { commentEvent, type WebhookEvent } from '../../../lib/webhooks/event.ts'
import { deliveryPartition, type WebhookItem } from '../../../lib/webhooks/webhook-item.ts'
import { commentOn, followed, readCommentFeed } from '../../support/comments.ts'
import { eventsOf, partition, putWebhook, recordsOf } from '../../support/stream.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

/** The types of the events that wait for a webhook after some writes. */
async function queuedFor(tenant: TestTenant, webhook: WebhookItem, act: () => Promise<unknown>) {
  const before = await partition(tenant, deliveryPartition(tenant, webhook.id))
  const records = await recordsOf(tenant, act)
  await dispatchRecords(openStorage(Date.now() + 60_000), records)
  const types = new Map(eventsOf(records).map(({ id, type }) => [id, type]))
  const after = await partition(tenant, deliveryPartition(tenant, webhook.id))
  return [...after].filter(([sk]) => !before.has(sk)).map(([, { event_id }]) => types.get(String(event_id)))
}

describe('a write of a comment', () => {
  it('is one event, with the id that the feed shows', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const all: WebhookEvent[] = []
    const see = async (act: () => Promise<unknown>) => {
      all.push(...eventsOf(await recordsOf(tenant, act)))
    }
    await see(() => commentOn(tenant, id, { text: '1', externalId: 'e' }))
    const path = '/comments/ext:e'
    await see(() => tenant.send('PATCH', path, { body: { text: '2' }, headers: { 'Origin-Id': 'crm' } }))
    const [updated] = (await readCommentFeed(tenant)).changes
    expect(all.at(-1)?.id).toBe(updated?.id)
    await see(() => tenant.send('DELETE', path))
    const [deleted] = (await readCommentFeed(tenant)).changes
    expect(all.at(-1)?.id).toBe(deleted?.id)
    const data = { comment: { task_id: id, external_id: 'e' }, project_id: tenant.projectId }
    expect(all).toMatchObject([
      { type: 'comment.created', data: { ...data, comment: { ...data.comment, text: '1' }, version: 1 } },
      { type: 'comment.updated', data: { comment: { text: '2' }, version: 2, origin: { origin_id: 'crm' } } },
      { type: 'comment.deleted', data: { ...data, version: 3, origin: { via: 'api' } } },
    ])
    expect(JSON.stringify(all[2])).not.toContain('text')
    for (const event of all) expect(commentEvent.parse(event)).toMatchObject({ type: event.type })
  })

  it('has an id that no event of a task has, also if the comment has the id and the time of its task', () => {
    for (const variant of '89ab') {
      const id = `01a1fc5d-c2f0-7a19-${variant}e64-0d3b7f5a9c11`
      const time = new Date().toISOString()
      expect(commentEventId(id, time)).toMatch(/^evt_[0-9a-f]{16}[c-f][0-9a-f]{15}_\d+$/)
      expect(commentEventId(id, time)).not.toBe(eventIdAt(id, time))
    }
  })

  it('is no event if it follows the task', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    await commentOn(tenant, id)
    const records = await recordsOf(tenant, () =>
      followed(tenant, () => tenant.send('DELETE', `/tasks/${id}`)),
    )
    expect(eventsOf(records).filter((event) => !isTaskEvent(event))).toEqual([])
  })

  it('reaches the webhooks that list it, within their projects and filters', async () => {
    const tenant = await newTenant()
    const other = await tenant.newProject()
    const { id } = await tenant.createTask()
    const elsewhere = await tenant.createTask({ projectId: other })
    const created = ['comment.created' as const]
    const webhooks = {
      tasks: await putWebhook(tenant),
      all: await putWebhook(tenant, { event_types: ['comment.*'] }),
      created: await putWebhook(tenant, { event_types: created }),
      ofProject: await putWebhook(tenant, { event_types: created, project_ids: [other] }),
      bound: await putWebhook(tenant, { event_types: created, project_ids: [other], bound: true }),
      others: await putWebhook(tenant, { event_types: created, exclude_origin_ids: ['crm'] }),
    }
    const headers = { 'Origin-Id': 'crm' }
    const take = async (webhook: WebhookItem, act: () => Promise<unknown>) =>
      (await queuedFor(tenant, webhook, act)).join()
    const here = () =>
      tenant.send('POST', `/tasks/${id}/comments`, {
        body: { text: 'x', externalId: crypto.randomUUID() },
        headers,
      })
    const there = () => commentOn(tenant, elsewhere.id)
    const told = async (act: () => Promise<unknown>) => {
      const seen: Record<string, string> = {}
      for (const [name, webhook] of Object.entries(webhooks)) seen[name] = await take(webhook, act)
      return seen
    }
    const type = 'comment.created'
    expect(await told(here)).toEqual({
      tasks: '',
      all: type,
      created: type,
      ofProject: '',
      bound: '',
      others: '',
    })
    expect(await told(there)).toEqual({
      ...{ tasks: '', all: type, created: type, ofProject: type, bound: type, others: type },
    })
  })
})
