import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { rankBeside, spacedRanks } from '../../../lib/position/between.ts'
import { newPosition } from '../../../lib/position/new-position.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('a rank beside others', () => {
  it('lies between two neighbours, or before the first', () => {
    const [left, right] = [newPosition(), newPosition()]
    const rank = String(rankBeside(left, right))
    expect([left, rank, right]).toEqual([left, rank, right].sort())
    expect(String(rankBeside(undefined, left)) < left).toBe(true)
  })

  it('is behind the last and before the tasks still to come, also when a clock that was ahead made the last', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2033, 0, 1) })
    const ahead = newPosition()
    // another process, whose clock is right
    const tail = ahead.slice(0, 2) + (parseInt(ahead.slice(2, 8), 36) + 5).toString(36) + ahead.slice(8)
    let last = tail
    for (let n = 0; n < 20; n++) {
      const next = String(rankBeside(last, undefined))
      expect(next > last).toBe(true)
      last = next
    }
    vi.advanceTimersByTime(7_000)
    expect(newPosition() > last).toBe(true)
  })

  it('does not exist between equal ranks, or where there is no room left', () => {
    const rank = newPosition()
    expect(rankBeside(rank, rank)).toBeUndefined()
    expect(rankBeside(undefined, '0|000000:')).toBeUndefined()
    let [left, right] = [newPosition(), newPosition()]
    for (let n = 0; n < 400; n++) {
      const between = rankBeside(left, right)
      if (between === undefined) return
      expect(between.length).toBeLessThanOrEqual(40)
      if (n % 2 === 0) left = between
      else right = between
    }
    throw new Error('the gap was never used up')
  })
})

describe('spaced ranks', () => {
  it('rise, lie within their bounds, and leave room', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), (count) => {
        const right = newPosition()
        const ranks = spacedRanks(count, undefined, right)
        expect(ranks).toHaveLength(count)
        expect([...ranks, right]).toEqual([...ranks, right].sort())
        expect(new Set([...ranks, right]).size).toBe(count + 1)
        for (const [index, rank] of ranks.entries()) {
          expect(rankBeside(rank, ranks[index + 1] ?? right)).toBeDefined()
        }
      }),
    )
  })
})
