import { describe, expect, it } from 'vitest'
import { TasksApiTrigger } from '../../integrations/n8n/nodes/TasksApiTrigger/TasksApiTrigger.node.ts'
import { subscriptions } from '../../lib/webhooks/event.ts'
import { createSecret } from '../../lib/webhooks/secret.ts'
import { signatureHeaders } from '../../lib/webhooks/sending/sign.ts'
import { newTenant, type TestTenant } from '../support/tenant.ts'
import { commonOf } from './n8n-context.ts'
import type { IHookFunctions, IWebhookFunctions } from './n8n-workflow.ts'

describe('the trigger in n8n', () => {
  const trigger = new TasksApiTrigger()
  const hooks = trigger.webhookMethods.default

  /** What n8n gives to the trigger of a workflow. */
  function hookOf({ token }: TestTenant, parameters: Record<string, unknown> = {}) {
    const kept: Record<string, unknown> = {}
    const state = { url: 'https://example.com/webhook/1' }
    const context: IHookFunctions = {
      ...commonOf(token),
      getNodeParameter: (name) => ({ events: ['task.*'], projectIds: [], ...parameters })[name],
      getNodeWebhookUrl: () => state.url,
      getWorkflowStaticData: () => kept,
    }
    return { context, kept, state }
  }

  it('makes its webhook, knows it again, and deletes it', async () => {
    const tenant = await newTenant()
    const { context, kept } = hookOf(tenant, { events: ['task.completed'], projectIds: [tenant.projectId] })
    expect(await hooks.checkExists.call(context)).toBe(false)
    expect(await hooks.create.call(context)).toBe(true)
    expect(await hooks.checkExists.call(context)).toBe(true)
    const { body } = await tenant.send('GET', '/webhooks')
    expect(body).toMatchObject({
      webhooks: [
        {
          id: kept.webhookId,
          url: 'https://example.com/webhook/1',
          event_types: ['task.completed'],
          project_ids: [tenant.projectId],
        },
      ],
    })
    expect(await hooks.delete.call(context)).toBe(true)
    expect(kept).toEqual({})
    expect((await tenant.send('GET', '/webhooks')).body).toEqual({ webhooks: [] })
  })

  it('makes another one when its address is new, or somebody has deleted it', async () => {
    const tenant = await newTenant()
    const { context, kept, state } = hookOf(tenant)
    await hooks.create.call(context)
    state.url = 'https://example.com/webhook/2'
    expect(await hooks.checkExists.call(context)).toBe(false)
    await hooks.create.call(context)
    const { body } = await tenant.send('GET', '/webhooks')
    expect(body).toMatchObject({ webhooks: [{ id: kept.webhookId, url: state.url }] })
    await tenant.send('DELETE', `/webhooks/${String(kept.webhookId)}`)
    expect(await hooks.checkExists.call(context)).toBe(false)
    expect(await hooks.delete.call(context)).toBe(true)
  })

  it('offers only events that there are', () => {
    const [{ options = [] } = {}] = trigger.description.properties
    for (const option of options) expect(subscriptions).toContain('value' in option && option.value)
  })

  const secret = createSecret()
  const event = { id: 'evt_1', type: 'task.completed', data: { task: { label: 'Käse' } } }
  const body = JSON.stringify(event)

  interface Delivery {
    text?: string
    kept?: Record<string, unknown>
  }

  /** What the trigger makes of a delivery: the items of the workflow, or the status of its answer. */
  async function deliver(headers: object, { text = body, kept = { secret } }: Delivery = {}) {
    let status = 200
    const context: IWebhookFunctions = {
      ...commonOf('t'),
      getWorkflowStaticData: () => kept,
      getRequestObject: () => ({ rawBody: Buffer.from(text) }),
      getHeaderData: () => headers,
      getBodyData: () => JSON.parse(text) as Record<string, unknown>,
      getResponseObject: () => ({
        status: (given) => {
          status = given
          return { json: () => undefined }
        },
      }),
    }
    const { workflowData, noWebhookResponse } = await trigger.webhook.call(context)
    return workflowData ?? { status, noWebhookResponse }
  }

  const signed = (secrets = [secret], nowMs = Date.now()) =>
    signatureHeaders({ id: 'evt_1', body, secrets, nowMs })

  it('starts with the event that the service has signed, also with two secrets', async () => {
    expect(await deliver(signed())).toEqual([[{ json: event }]])
    expect(await deliver(signed([createSecret(), secret]))).toEqual([[{ json: event }]])
  })

  it.each<[string, () => ReturnType<typeof deliver>]>([
    ['no signature', () => deliver({})],
    ['another secret', () => deliver(signed([createSecret()]))],
    ['another body', () => deliver(signed(), { text: body.replace('Käse', 'Kase') })],
    ['another id', () => deliver({ ...signed(), 'webhook-id': 'evt_2' })],
    ['an old time', () => deliver(signed([secret], Date.now() - 6 * 60_000))],
    ['no secret of its own', () => deliver(signed(), { kept: {} })],
  ])('refuses what has %s', async (_, delivery) => {
    expect(await delivery()).toEqual({ status: 401, noWebhookResponse: true })
  })
})
