import { describe, expect, it } from 'vitest'
import { costs } from '../../support/costs.ts'
import { measure, performanceFile, renderCeilings } from './ceilings.ts'
import { renderRules, rulesFile } from './rules-on-paper.ts'
import { file, isWrite, mix, monthOf, renderCosts, withPart } from './monthly-costs.ts'

it('docs/deploy.md has what a month costs, as npm run costs computes it', async () => {
  await expect(await withPart(file, renderCosts())).toMatchFileSnapshot(file) // npm run costs writes it
})

it('the mix has a hundred requests', () => {
  expect(Object.values(mix).reduce((sum, one) => sum + one, 0)).toBe(100)
})

it('what is billed by the request grows with the requests, and nothing else does', () => {
  const [one, ten] = [monthOf(1_000_000), monthOf(10_000_000)]
  for (const [part, amount] of Object.entries(one)) {
    const isConstant = part === 'alarms and metrics' || part.startsWith('the clock of ')
    expect(ten[part]).toBeCloseTo(isConstant ? amount : 10 * amount, 6)
  }
})

it('docs/performance-rules.md has what rules cost, as npm run costs computes it', async () => {
  await expect(await withPart(rulesFile, renderRules())).toMatchFileSnapshot(rulesFile) // npm run costs writes it
})

describe('the ceilings', async () => {
  const measured = await measure()

  it('are in docs/performance.md, as npm run costs computes them', async () => {
    const page = await withPart(performanceFile, renderCeilings(measured))
    await expect(page).toMatchFileSnapshot(performanceFile) // npm run costs writes it
  })

  it.each(Object.entries(measured.writes))('%s takes of all partitions what it costs', (id, units) => {
    const writes = (costs[id] ?? []).filter(isWrite)
    const whole = [...units].filter(([from]) => !from.endsWith('one item'))
    expect(whole.reduce((sum, [, count]) => sum + count, 0)).toBe(
      writes.reduce((sum, one) => sum + Number(one.split(' ')[1]), 0),
    )
  })

  it('name the partitions that all accounts share, and none else', () => {
    const all = [...Object.values(measured.writes), measured.making, measured.bulk].flatMap((one) => [
      ...one.keys(),
    ])
    const shared = new Set(all.filter((from) => !/(ACCOUNT#a|PROJECT#p)/.test(from)))
    expect([...shared]).toEqual(['list: ACCOUNTS'])
  })
})
