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
import { separateWorlds } from './harness/faults/world.ts'
import { loadFunctions } from '../infra/local/functions.ts'
import { testTableName } from './support/table.ts'

/** How long a function may take: no fault that passes, and no slow machine, lasts so long. */
const patientMs = 60_000

/** The same where only the deadline ends the request: as in the deployment. */
const deployedMs = 10_000

/** These conflicts last for as long as the service tries again. The SDK itself gives up on all other faults. */
const outlastsDeadline = ({ times }: FaultCase) => times === 100

const width = 12

/** The faults that pass, and that the SDK meets in one way: it sends the exchange again. An operation meets one of them. */
const passing = ['throttle ×1', '5xx ×2', 'reset ×2', 'timeout ×2']

/**
 * `npm run faults` injects every fault into every exchange of a request, each night; this test injects them into the deciding
 * exchange only.
 */
const run = async () => {
  separateWorlds(testTableName)
  const groundOf = async (timeoutMs: number) => {
    const functions = await loadFunctions(() => timeoutMs)
    return { endpoint: inject('engineEndpoint'), tableName: testTableName, functions }
  }
  const patient = await groundOf(patientMs)
  const models = await observeAll(patient, operationIds, width)
  const deployed = await groundOf(deployedMs)
  const runWith = async (fault: string, turn: number) => {
    const part = {
      models: models.filter((_, index) => index % passing.length === turn),
      exchanges: 'deciding',
      width: width / passing.length,
    } as const
    const cases = faultCases.filter(({ name }) => name === fault || !passing.includes(name))
    const [lasting, others] = [cases.filter(outlastsDeadline), cases.filter((one) => !outlastsDeadline(one))]
    return [
      ...(await runMatrix(patient, { ...part, cases: others })),
      ...(await runMatrix(deployed, { ...part, cases: lasting })),
    ]
  }
  return (await Promise.all(passing.map(runWith))).flat()
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
    expect(text).toMatch(/^OPERATION +EXCHANGE +THROTTLE ×1 +THROTTLE +5XX /)
    expect(text).toMatch(/\n[a-z.-]+ +1 TransactWriteItems +20[01] \+1 +503 \+[12] +503 \+[12] /)
  })
})
