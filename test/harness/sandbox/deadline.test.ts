import { beforeEach, describe, expect, it } from 'vitest'
import { newTenant } from '../../support/tenant.ts'
import { synthesize } from '../../infra/aws/synthesize.ts'
import { openService } from '../../support/sandbox-service.ts'

const template = synthesize()
const id = 'projects.list-tasks'
const asDeployed = await openService({ template, ids: [id], graceMs: 5_000 })
/** A deadline before the SDK gives up by itself, after three attempts of 1.5 s. */
const hurried = await openService({ template, ids: [id], timeoutMs: 1_500, graceMs: 2_000 })

beforeEach(() => {
  for (const { proxy } of [asDeployed, hurried]) proxy.reset()
})

describe('storage that never answers', () => {
  it.each([
    ['the look-up of a token', 'BatchGetItem', asDeployed],
    ['the query itself', 'Query', asDeployed],
    ['the query itself, with little time', 'Query', hurried],
  ])('%s ends in a 503 before Lambda cuts it off', async (_, held, service) => {
    const { token, projectId } = await newTenant()
    service.proxy.tap.faults = (operation) => (operation === held ? 'timeout' : undefined)
    const reply = await service.send('GET', `/projects/${projectId}/tasks`, { token })
    expect(reply).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable' } } })
    expect(reply.headers['retry-after']).toBe('1')
    expect(service.function(id).log.join('\n')).not.toContain('Task timed out')
  })
})
