import { afterEach, describe, expect, it, vi } from 'vitest'

/** Loads a service whose log is on, with what it writes. */
async function loggingService() {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO')
  vi.resetModules()
  const lines: string[] = []
  for (const method of ['info', 'warn', 'error', 'log', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => lines.push(parts.join(' ')))
  }
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => lines.push(String(part)) > 0)
  vi.spyOn(process.stderr, 'write').mockImplementation((part) => lines.push(String(part)) > 0)
  const { newTenant } = await import('../../support/tenant.ts')
  const { tap } = await import('../../support/api.ts')
  const requests = () =>
    lines.flatMap((line) => line.split('\n')).filter((line) => line.includes('"message":"request"'))
  return { newTenant, tap, lines, requests }
}

describe('the log', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })

  it('has one line per request, with what it cost, and never a token, a label or a body', async () => {
    const { newTenant, tap, lines, requests } = await loggingService()
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ label: 'A secret label', description: 'A secret text' })
    await tenant.send('PATCH', `/tasks/${id}`, { body: '{"label": "A secret typo' })
    tap.failNext('UpdateItem', 'invalid')
    const failed = await tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'Another secret' } })
    vi.restoreAllMocks()

    expect(lines.join('\n')).not.toMatch(/secret|tsk_/)
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
    })
    expect(malformed).toMatchObject({ endpoint: 'tasks.update', status: 400, code: 'invalid_request' })
    expect(broken).toMatchObject({
      level: 'ERROR',
      status: 500,
      code: 'internal_error',
      request_id: failed.headers['x-request-id'],
      cause: { name: 'ValidationException' },
    })
  })
})
