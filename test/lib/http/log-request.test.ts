import { afterEach, describe, expect, it, vi } from 'vitest'
import { captureLog } from '../../support/log.ts'

/** Loads a service with its log on, and returns the lines that it writes. */
async function loggingService(variables: Record<string, string> = {}) {
  const lines = captureLog(variables)
  const { newTenant } = await import('../../support/tenant.ts')
  const { tap } = await import('../../support/api.ts')
  const requests = () => lines().filter((line) => line.includes('"message":"request"'))
  const metrics = () =>
    lines()
      .filter((line) => line.includes('"_aws"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { newTenant, tap, lines, requests, metrics }
}

describe('the log', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })

  it('says what a form expected of a submission that it refused, and nothing that was sent', async () => {
    const { newTenant, requests, lines } = await loggingService()
    const { newForm } = await import('../../functions/forms/support.ts')
    const signature = { scheme: 'hmac', secret: 'a shared secret', header: 'X-Signature', encoding: 'hex' }
    const form = await newForm(await newTenant(), { signature })
    await form.submit({ name: 'Ada' }, { 'X-Signature': 'private' })
    vi.restoreAllMocks()
    expect(JSON.parse(requests().at(-1) ?? '')).toMatchObject({
      endpoint: 'hooks.receive',
      code: 'invalid_signature',
      expected: expect.stringContaining('send x-signature with the HMAC-SHA256 of the body') as string,
    })
    expect(lines().join('\n')).not.toMatch(/private|Ada|shared|hk_/)
  })

  it('has one line per request, with what it cost, and never a token, a label or a body', async () => {
    const { newTenant, tap, lines, requests } = await loggingService()
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ label: 'A secret label', description: 'A secret text' })
    await tenant.send('PATCH', `/tasks/${id}`, { body: '{"label": "A secret typo' })
    tap.failNext('UpdateItem', 'invalid')
    const failed = await tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'Another secret' } })
    vi.restoreAllMocks()

    expect(lines().join('\n')).not.toMatch(/secret|tsk_/)
    const [create, malformed, broken] = requests().map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(requests()).toHaveLength(3)
    expect(create).toMatchObject({
      level: 'INFO',
      endpoint: 'tasks.create',
      status: 201,
      account_id: tenant.accountId,
      round_trips: 2,
      read_units: 2,
      write_units: 6,
      duration_ms: expect.any(Number) as unknown,
      cold_start: true,
    })
    expect(malformed).toMatchObject({ endpoint: 'tasks.update', status: 400, code: 'invalid_request' })
    expect(malformed).toMatchObject({ cold_start: false, round_trips: 0 })
    expect(broken).toMatchObject({
      level: 'ERROR',
      status: 500,
      code: 'internal_error',
      request_id: failed.headers['x-request-id'],
      cause: { name: 'ValidationException' },
    })
    for (const line of [create, malformed, broken]) {
      expect(line?.lambda_request_id).toMatch(/^[0-9a-f-]{36}$/) // infra/local/functions.ts makes it as Lambda does
      expect(line?.lambda_request_id).not.toBe(line?.request_id)
    }
  })

  it('never has the key of a path, and the account once the key is known', async () => {
    const { newTenant, tap, lines, requests } = await loggingService()
    const { inboxKeyOf, servedKinds } = await import('../../support/kinds.ts')
    const { pathOf } = await import('../../harness/sample-requests.ts')
    const tenant = await newTenant()
    const { projectId } = tenant
    const key = inboxKeyOf(tenant)
    const unknown = inboxKeyOf({ ...tenant, accountId: '11111111-1111-1111-1111-111111111111' })
    const [receive] = servedKinds
    const sendTo = (inboxKey: string, headers: Record<string, string>) =>
      receive?.send('POST', pathOf(receive.endpoint, { projectId, inboxKey }), { body: 'a,b', headers })
    const taken = { 'Content-Type': 'text/csv' }
    await sendTo(key, taken)
    await sendTo(key, {})
    await sendTo(unknown, taken)
    tap.failNext('GetItem', 'invalid')
    await sendTo(key, taken)
    vi.restoreAllMocks()

    const text = lines().join('\n')
    for (const secret of [key, unknown, 'inbox_']) expect(text).not.toContain(secret)
    const known = { account_id: tenant.accountId, round_trips: 1 }
    expect(requests().map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { endpoint: 'inboxes.receive', status: 201, ...known },
      { status: 415, code: 'unsupported_media_type', ...known },
      { status: 404, code: 'route_not_found', round_trips: 1 },
      { status: 500, code: 'internal_error', level: 'ERROR' },
    ])
    expect(requests().filter((line) => line.includes('account_id'))).toHaveLength(2)
  })

  it('calls no start cold for which nobody waited', async () => {
    const { newTenant, requests } = await loggingService({
      AWS_LAMBDA_INITIALIZATION_TYPE: 'provisioned-concurrency',
    })
    await (await newTenant()).createTask()
    expect(requests().map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ status: 201, cold_start: false }),
    ])
  })
})

describe('the metrics', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })

  it('are not written outside of Lambda', async () => {
    const { newTenant, requests, metrics } = await loggingService()
    await (await newTenant()).createTask()
    expect(requests()).toHaveLength(1)
    expect(metrics()).toEqual([])
  })

  it('are not written on Lambda where they are disabled', async () => {
    const { newTenant, requests, metrics } = await loggingService({
      AWS_LAMBDA_FUNCTION_NAME: 'tasks-create',
      POWERTOOLS_METRICS_DISABLED: 'true',
    })
    await (await newTenant()).createTask()
    expect(requests()).toHaveLength(1)
    expect(metrics()).toEqual([])
  })

  it('count each request by endpoint and stage: latency, capacity units, cold start, errors by class', async () => {
    const { newTenant, tap, metrics } = await loggingService({
      AWS_LAMBDA_FUNCTION_NAME: 'tasks-create',
      STAGE: 'staging',
    })
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    await tenant.send('PATCH', `/tasks/${id}`, { body: { label: '' } })
    tap.failNext('UpdateItem', 'invalid')
    await tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'Changed' } })
    vi.restoreAllMocks()

    const [created, refused, broken] = metrics()
    expect(metrics()).toHaveLength(3)
    expect(created).toEqual({
      _aws: {
        Timestamp: expect.any(Number) as unknown,
        CloudWatchMetrics: [
          {
            Namespace: 'TasksApi',
            Dimensions: [['endpoint', 'stage']],
            Metrics: [
              { Name: 'Requests', Unit: 'Count' },
              { Name: 'Latency', Unit: 'Milliseconds' },
              { Name: 'ReadUnits', Unit: 'Count' },
              { Name: 'WriteUnits', Unit: 'Count' },
              { Name: 'ColdStarts', Unit: 'Count' },
            ],
          },
        ],
      },
      endpoint: 'tasks.create',
      stage: 'staging',
      Requests: 1,
      Latency: expect.any(Number) as unknown,
      ReadUnits: 2,
      WriteUnits: 6,
      ColdStarts: 1,
    })
    expect(refused).toMatchObject({ endpoint: 'tasks.update', Requests: 1, ClientErrors: 1 })
    expect(refused).not.toHaveProperty('ServerErrors')
    expect(refused).not.toHaveProperty('ColdStarts')
    expect(broken).toMatchObject({ endpoint: 'tasks.update', Requests: 1, ServerErrors: 1 })
    expect(broken).not.toHaveProperty('ClientErrors')
  })
})
