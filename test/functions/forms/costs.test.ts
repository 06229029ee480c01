import { afterEach, describe, expect, it } from 'vitest'
import { transactionUnits } from '../../support/local-units.ts'
import { tap } from '../../support/api.ts'
import { newTenant } from '../../support/tenant.ts'
import { newForm, type TestForm } from './support.ts'

afterEach(() => {
  tap.reset()
})

/** A form with this mapping, known to the functions, that nothing has cost so far. */
async function knownForm(mapping: object): Promise<TestForm> {
  const form = await newForm(await newTenant(), { mapping: { label: 'Order', description: '', ...mapping } })
  await form.submit({ name: 'Makes the form known' })
  tap.reset()
  return form
}

describe('a submission to a form that is known already is one round trip', () => {
  const withId = { 'Idempotency-Key': 'delivery-1' }

  it.each<[string, object, Record<string, string>, number]>([
    ['with an id', {}, withId, transactionUnits(8, 2)],
    [
      'with an id and an external id: 2 more for the item of the id',
      { externalId: '{{n}}' },
      withId,
      transactionUnits(10, 4),
    ],
    ['known by its body: 2 more for the time of the body', {}, {}, transactionUnits(10, 4)],
    [
      'known by its body, with an external id: no more than that',
      { externalId: '{{n}}' },
      {},
      transactionUnits(10, 4),
    ],
  ])('%s', async (_, mapping, headers, units) => {
    const form = await knownForm(mapping)
    expect((await form.submit({ n: 1 }, headers)).status).toBe(200)
    expect(tap.exchanges).toEqual([{ operation: 'TransactWriteItems', units }])
  })
})

describe('a submission with an id, to a form that is known already,', () => {
  it.each([
    [0, transactionUnits(8, 2)],
    [2.5, 12],
    [10, 26],
    [60, 126],
  ])('of %d KiB is one round trip, and 6 + 2 write units for each KiB: %d', async (kib, units) => {
    // a small task: a large one costs more, as with POST /tasks
    const form = await knownForm({})
    // the other attributes of the item fit into the rest of the last KiB
    const text = 'x'.repeat(Math.max(0, kib * 1024 - 450))
    const { status } = await form.submit({ text }, { 'Idempotency-Key': 'delivery-1' })
    expect(status).toBe(200)
    expect(tap.exchanges).toEqual([{ operation: 'TransactWriteItems', units }])
  })
})

describe('a submission that may be a comment looks for its task first:', () => {
  it.each<[string, string, Record<string, string>, number]>([
    ['a comment', 'ticket', { 'Idempotency-Key': 'delivery-1' }, transactionUnits(13, 8)],
    ['a comment known by its body', 'ticket', {}, transactionUnits(13, 8)],
    ['a task', 'absent', { 'Idempotency-Key': 'delivery-1' }, transactionUnits(8, 2)],
  ])('%s', async (_, ticket, headers, units) => {
    const tenant = await newTenant()
    await tenant.createTask({ externalId: 'ticket' })
    const mapping = { label: 'Order', description: '{{n}}', commentOn: 'ext:{{ticket|default:none}}' }
    const form = await newForm(tenant, { mapping })
    await form.submit({ name: 'Makes the form known' })
    tap.reset()
    expect((await form.submit({ n: 1, ticket }, headers)).status).toBe(200)
    expect(tap.exchanges).toEqual([
      { operation: 'GetItem', units: 1 },
      { operation: 'TransactWriteItems', units },
    ])
  })
})
