import { afterEach, describe, expect, it } from 'vitest'
import { payableBatches } from '../../../lib/transfer/import-file.ts'
import { tap } from '../../support/api.ts'
import { withoutSharing } from '../../support/shared-counts.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import { empty, imported, rowsOf, sendFile, tasksOf } from './import-support.ts'
import { transactionUnits } from '../../support/local-units.ts'

afterEach(() => {
  tap.reset()
})

/** Lets so many transactions through, and no more. */
function failAfter(transactions: number): void {
  let passed = 0
  tap.reset()
  tap.faults = (operation) =>
    operation === 'TransactWriteItems' && ++passed > transactions ? 'server-error' : undefined
}

describe('an import in parts', () => {
  it('fills the quota to the last task, and says which rows are beyond', async () => {
    const tenant = await newTenant({ taskQuota: 150 })
    await imported(tenant, 'csv', rowsOf(40))
    const error = { code: 'quota_exceeded', message: "The project's task quota of 150 is reached." }
    const report = {
      ...empty,
      created: 110,
      duplicates: 40,
      failed: Array.from({ length: 60 }, (_, index) => ({ row: 151 + index, error })),
    }
    expect(await imported(tenant, 'csv', rowsOf(210), { query: '&dryRun=true' })).toEqual(report)
    expect(await imported(tenant, 'csv', rowsOf(210))).toEqual(report)
    expect(await tenant.taskCount()).toBe(150)
  })

  it('goes on with next_row, and adds up to the same', async () => {
    const tenant = await newTenant()
    const row = (index: number) => `T${index},L,${index === 120 ? 'x' : ''}\n`
    const file = `label,lane,due\n${Array.from({ length: 250 }, (_, index) => row(index)).join('')},L,\n`
    failAfter(2) // that of the lane, and that of the first batch
    expect(await imported(tenant, 'csv', file)).toEqual({
      ...empty,
      created: 99,
      lanes_created: ['L'],
      warnings: [{ message: 'The column due is left out.', count: 1 }],
      next_row: 100,
    })
    failAfter(1)
    const second = await imported(tenant, 'csv', file, { query: '&fromRow=100' })
    expect(second).toEqual({ ...empty, created: 99, next_row: 199 })
    tap.reset()
    const third = await imported(tenant, 'csv', file, { query: '&fromRow=199' })
    expect(third).toMatchObject({ created: 52, failed: [{ row: 251 }], next_row: null })
    expect((await tasksOf(tenant)).map(({ label }) => label)).toEqual(
      Array.from({ length: 250 }, (_, index) => `T${index}`),
    )
  })

  it('can be sent again from the start after it was cut off', async () => {
    const tenant = await newTenant()
    failAfter(1)
    expect(await imported(tenant, 'csv', rowsOf(120))).toEqual({ ...empty, created: 99, next_row: 100 })
    tap.reset()
    expect(await imported(tenant, 'csv', rowsOf(120))).toEqual({ ...empty, created: 21, duplicates: 99 })
  })

  it('answers 503 when storage fails at its first row', async () => {
    const tenant = await newTenant()
    await tenant.send('GET', '/tokens/self')
    failAfter(0)
    const { status, body } = await sendFile(tenant, 'csv', rowsOf(150))
    expect({ status, body }).toEqual({
      status: 503,
      body: errorBody('service_unavailable', expect.any(String)),
    })
  })

  it('begins no batch in the last two seconds, but always the first', async () => {
    const tenant = await newTenant()
    const rows = Array.from({ length: 250 }, (_, index) => ({
      row: index + 1,
      task: { label: 'A', status: 0 as const, subtasks: [] },
    }))
    const sizes = (deadlineMs: number) =>
      [...payableBatches({ ...tenant, deadlineMs }, rows, () => undefined)].map(({ length }) => length)
    expect(sizes(Date.now() + 60_000)).toEqual([99, 99, 52])
    expect(sizes(Date.now() + 1_999)).toEqual([99])
    expect(sizes(Date.now() - 1)).toEqual([99])
  })

  it('puts fewer tasks in a batch when they have many subtasks', async () => {
    const tenant = await newTenant()
    const subtasks = Array.from({ length: 90 }, () => ({ label: 'S', isCompleted: false }))
    const rows = Array.from({ length: 25 }, (_, index) => ({
      row: index + 1,
      task: { label: 'A', status: 0 as const, subtasks },
    }))
    const batches = [...payableBatches({ ...tenant, deadlineMs: Infinity }, rows, () => undefined)]
    expect(batches.map(({ length }) => length)).toEqual([11, 11, 3])
  })
})

describe('what an import costs', () => {
  const shown = () =>
    tap.exchanges
      .filter(({ operation }) => operation !== 'UpdateItem')
      .map(({ operation, units }) => `${operation} ${units}`)

  it('is one transaction for 99 tasks, with 2 write units and 4 for each task', async () => {
    const tenant = await newTenant()
    await tenant.send('GET', '/tokens/self')
    tap.reset()
    tap.answerInstead = withoutSharing
    await imported(tenant, 'csv', rowsOf(198))
    const transaction = `TransactWriteItems ${transactionUnits(398, 392)}`
    expect(shown()).toEqual(['Query 1', transaction, transaction])
  })

  it('counts ten rows as one request against the rate limits, and goes on with next_row at a limit', async () => {
    const tenant = await newTenant({ rateLimit: 100 }) // so the token has 40
    const { headers } = await sendFile(tenant, 'csv', rowsOf(31))
    expect(headers.ratelimit).toMatch(/"token";r=36;/)
    expect(await imported(tenant, 'csv', rowsOf(400))).toMatchObject({
      duplicates: 31,
      created: 266,
      next_row: 298,
    })
    const refused = await sendFile(tenant, 'csv', rowsOf(400), { query: '&fromRow=298' })
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  })
})
