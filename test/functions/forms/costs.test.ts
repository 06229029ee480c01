import { afterEach, describe, expect, it } from 'vitest'
import { tap } from '../../support/api.ts'
import { newTenant } from '../../support/tenant.ts'
import { newForm } from './support.ts'

afterEach(() => {
  tap.reset()
})

describe('a submission with an id, to a form that is known already,', () => {
  it.each([
    [0, 8],
    [2.5, 12],
    [10, 26],
    [60, 126],
  ])('of %d KiB is one round trip, and 6 + 2 write units for each KiB: %d', async (kib, units) => {
    // a small task: a large one costs more, as with POST /tasks
    const form = await newForm(await newTenant(), { mapping: { label: 'Order', description: '' } })
    await form.submit({ name: 'Makes the form known' })
    tap.reset()
    // the other attributes of the item fit into the rest of the last KiB
    const text = 'x'.repeat(Math.max(0, kib * 1024 - 450))
    const { status } = await form.submit({ text }, { 'Idempotency-Key': 'delivery-1' })
    expect(status).toBe(200)
    expect(tap.exchanges).toEqual([{ operation: 'TransactWriteItems', units }])
  })
})
