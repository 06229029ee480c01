import { beforeAll, describe, expect, inject, it } from 'vitest'
import { faultCases, runMatrix, type Cell } from '../infra/proof/faults/matrix.ts'
import { problemsOf, toText } from '../infra/proof/faults/report.ts'
import { separateWorlds } from '../infra/proof/faults/world.ts'
import { loadFunctions } from '../infra/local/functions.ts'
import { endpoints } from '../lib/contract/index.ts'
import { testTableName } from './support/table.ts'

/** Long enough for the SDK's three tries, so that a lasting fault soon ends in a 503. */
const functionTimeoutMs = 2_500
const width = 12

/** `npm run faults` injects faults into every exchange of a request; this test only into the deciding one. */
const run = async () => {
  separateWorlds(testTableName)
  const functions = await loadFunctions(() => functionTimeoutMs)
  const ground = { endpoint: inject('engineEndpoint'), tableName: testTableName, functions }
  const operations = endpoints.map(({ id }) => id)
  return runMatrix(ground, { operations, cases: faultCases, exchanges: 'deciding', width })
}

describe('an operation that meets a storage fault', () => {
  let cells: Cell[] = []
  beforeAll(async () => {
    cells = await run()
  }, 600_000)

  it('is one of all that there are', () => {
    expect([...new Set(cells.map(({ operation }) => operation))].sort()).toEqual(
      endpoints.map(({ id }) => id).sort(),
    )
  })

  it.each(faultCases)('$name: leaves in the table exactly what its answer says', ({ name }) => {
    const met = cells.filter(({ fault }) => fault === name)
    expect(met.length).toBeGreaterThan(10)
    expect(problemsOf(met)).toEqual([])
  })

  it.each(faultCases.filter(({ times }) => times <= 2))('outlasts $name', ({ name, times }) => {
    const met = cells.filter(({ fault }) => fault === name)
    expect(met.filter(({ status }) => status >= 300)).toEqual([])
    expect(met.filter(({ retries }) => retries < times)).toEqual([])
  })

  it.each(faultCases.filter(({ times }) => times === Infinity))('gives up on lasting $name', ({ name }) => {
    const met = cells.filter(({ fault }) => fault === name)
    expect(met.filter(({ status }) => status !== 503)).toEqual([])
    expect(met.filter(({ retries }) => retries > 3)).toEqual([])
  })

  it('is shown in one table', () => {
    const text = toText(cells)
    expect(text).toMatch(/^OPERATION +EXCHANGE +THROTTLE ×1 +THROTTLE +5XX ×2 /)
    expect(text).toMatch(/\ntasks\.create +1 TransactWriteItems +201 \+1 +503 \+[12] +201 \+2 /)
  })
})
