import { beforeAll, describe, expect, inject, it } from 'vitest'
import { faultCases, runMatrix, type Cell } from '../infra/faults/matrix.ts'
import { Ledger } from '../infra/faults/ledger.ts'
import { problemsOf, toText } from '../infra/faults/report.ts'
import { separateWorlds } from '../infra/faults/world.ts'
import { loadFunctions } from '../infra/local/functions.ts'
import { endpoints } from '../lib/contract/index.ts'
import type { Task } from '../lib/contract/task.ts'
import { testTableName } from './support/table.ts'

/** Long enough for the SDK's three tries, so that what lasts ends in a 503 soon. */
const functionTimeoutMs = 2_500
const width = 12

/** `npm run faults` meets every exchange of a request; here it is the one in which it is decided. */
const run = async () => {
  separateWorlds(testTableName)
  const functions = await loadFunctions(() => functionTimeoutMs)
  const ground = { endpoint: inject('engineEndpoint'), tableName: testTableName, functions }
  const operations = endpoints.map(({ id }) => id)
  return runMatrix(ground, { operations, cases: faultCases, exchanges: 'deciding', width })
}

describe('an operation that meets a fault of storage', () => {
  let cells: Cell[] = []
  beforeAll(async () => {
    cells = await run()
  }, 120_000)

  it('is one of all that there are', () => {
    expect([...new Set(cells.map(({ operation }) => operation))].sort()).toEqual(
      endpoints.map(({ id }) => id).sort(),
    )
  })

  it.each(faultCases)('$name: leaves exactly what its answer says', ({ name }) => {
    const met = cells.filter(({ fault }) => fault === name)
    expect(met.length).toBeGreaterThan(10)
    expect(problemsOf(met, undefined)).toEqual([])
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
    const text = toText(cells, undefined)
    expect(text).toMatch(/^OPERATION +EXCHANGE +THROTTLE ×1 +THROTTLE +5XX ×2 /)
    expect(text).toMatch(/\ntasks\.create +1 TransactWriteItems +201 \+1 +503 \+[12] +201 \+2 /)
  })
})

describe('the ledger of the kill -9 loop', () => {
  const task = (external_id: string, label: string) => ({ id: external_id, external_id, label }) as Task
  const ledger = () => {
    const made = new Ledger()
    made.expect('a 0', 'First')('acknowledged')
    made.expect('a 1', 'Second')('acknowledged')
    made.expect('a 1', 'Renamed')('unknown')
    made.expect('a 2', 'Third')('unknown')
    return made
  }

  it.each([
    ['everything', [task('a 0', 'First'), task('a 1', 'Renamed'), task('a 2', 'Third')]],
    ['what was acknowledged alone', [task('a 0', 'First'), task('a 1', 'Second')]],
  ])('agrees with %s', (_, tasks) => {
    expect(ledger().compare(tasks, tasks.length)).toEqual([])
  })

  it.each([
    ['a lost task', [task('a 1', 'Second')], 'a 0 is undefined, acknowledged was First'],
    ['a lost change', [task('a 0', 'Old'), task('a 1', 'Second')], 'a 0 is Old, acknowledged was First'],
    ['a stranger', [task('a 0', 'First'), task('a 1', 'Second'), task('b 0', '')], 'b 0 was never sent'],
    ['another order', [task('a 1', 'Second'), task('a 0', 'First')], 'a 0 is out of order'],
  ])('tells of %s', (_, tasks, problem) => {
    expect(ledger().compare(tasks, tasks.length)).toEqual([problem])
  })

  it('tells of a count that does not count, and of a task that comes twice', () => {
    const tasks = [task('a 0', 'First'), task('a 1', 'Second')]
    expect(ledger().compare(tasks, 3)).toEqual(['the project counts 3 tasks and lists 2'])
    expect(ledger().compare([...tasks, task('a 1', 'Second')], 3)).toContain('a task is listed twice')
  })
})
