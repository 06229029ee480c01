import { afterEach, expect, it } from 'vitest'
import { tap, type Sending } from '../../support/api.ts'
import { transactionUnits } from '../../support/local-units.ts'
import { isOwnWork, withoutSharing } from '../../support/shared-counts.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

afterEach(() => {
  tap.reset()
})

/** Two units for each check. */
const checks = (count: number) => `TransactWriteItems ${transactionUnits(2 * count, 2 * count - 2)}`

interface Tried {
  method: string
  path: string
  sending: Sending
}

const create = async ({ projectId }: TestTenant, more: object = {}, headers = {}): Promise<Tried> =>
  Promise.resolve({
    method: 'POST',
    path: '/tasks',
    sending: { body: { projectId, label: 'New', ...more }, headers },
  })

const change = async ({ createTask }: TestTenant, body: object): Promise<Tried> => ({
  method: 'PATCH',
  path: `/tasks/${(await createTask()).id}`,
  sending: { body },
})

it.each<[string, string[], (tenant: TestTenant) => Promise<Tried>]>([
  ['a create', [checks(2)], (tenant) => create(tenant)],
  ['a large create', [checks(2)], (tenant) => create(tenant, { description: 'x'.repeat(10_000) })],
  [
    'a create with external id and key',
    [checks(3)],
    (tenant) => create(tenant, { externalId: 'order-17' }, { 'Idempotency-Key': 'k' }),
  ],
  ['a change', ['GetItem 1', checks(1)], (tenant) => change(tenant, { status: 1 })],
  [
    'a change of the lane',
    ['GetItem 1', checks(2)],
    async (tenant) => change(tenant, { workflowLaneId: await tenant.newLane() }),
  ],
  [
    'a move to another project',
    ['GetItem 1', checks(3)],
    async (tenant) => change(tenant, { projectId: await tenant.newProject() }),
  ],
  ['a change of nothing', ['GetItem 1'], (tenant) => change(tenant, {})],
])('a dry run of %s costs %j', async (_, cost, prepare) => {
  const tenant = await newTenant()
  const { method, path, sending } = await prepare(tenant)
  await tenant.send('GET', '/tokens/self')
  tap.reset()
  tap.answerInstead = withoutSharing
  expect((await tenant.send(method, `${path}?dryRun=true`, sending)).status).toBe(200)
  const shown = tap.exchanges.filter(isOwnWork).map(({ operation, units }) => `${operation} ${units}`)
  expect(shown).toEqual(cost)
})
