import { beforeAll, describe, expect, inject, it } from 'vitest'
import {
  faultCases,
  observeAll,
  operationIds,
  runMatrix,
  type Cell,
  type FaultCase,
} from './harness/faults/matrix.ts'
import { problemsOf, toText } from './harness/faults/report.ts'
import { separateWorlds, type Ground } from './harness/faults/world.ts'
import { loadFunctions } from '../infra/local/functions.ts'
import { testTableName } from './support/table.ts'

/** How long a function may take: no fault that passes, and no slow machine, lasts so long. */
const patientMs = 60_000

/** The same where only the deadline ends the request: as in the deployment. */
const deployedMs = 10_000

/** These conflicts last for as long as the service tries again. The SDK itself gives up on all other faults. */
const outlastsDeadline = ({ times }: FaultCase) => times === 100

const width = 12

/** `npm run faults` injects faults into every exchange of a request; this test only into the deciding one. */
const run = async () => {
  separateWorlds(testTableName)
  const groundOf = async (timeoutMs: number) => {
    const functions = await loadFunctions(() => timeoutMs)
    return { endpoint: inject('engineEndpoint'), tableName: testTableName, functions }
  }
  const patient = await groundOf(patientMs)
  const models = await observeAll(patient, operationIds, width)
  const runCases = (ground: Ground, cases: FaultCase[]) =>
    runMatrix(ground, { models, cases, exchanges: 'deciding', width })
  const lasting = faultCases.filter(outlastsDeadline)
  return [
    ...(await runCases(
      patient,
      faultCases.filter((one) => !lasting.includes(one)),
    )),
    ...(await runCases(await groundOf(deployedMs), lasting)),
  ]
}

describe('an operation that meets a storage fault', () => {
  let cells: Cell[] = []
  beforeAll(async () => {
    cells = await run()
  }, 600_000)

  it('is one of all that there are', () => {
    expect([...new Set(cells.map(({ operation }) => operation))].sort()).toEqual([...operationIds].sort())
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
