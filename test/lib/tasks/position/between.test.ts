import fc from 'fast-check'
import { LexoRank } from 'lexorank'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { rankBetween, spacedRanks } from '../../../../lib/tasks/position/between.ts'
import { newPosition, topPosition } from '../../../../lib/tasks/position/new-position.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('rankBetween', () => {
  it('returns a rank between two neighbours, or before the first', () => {
    const [left, right] = [newPosition(), newPosition()]
    const rank = String(rankBetween(left, right))
    expect([left, rank, right]).toEqual([left, rank, right].sort())
    expect(String(rankBetween(undefined, left)) < left).toBe(true)
  })

  it('returns a rank after the last and before later tasks, even if a clock that is ahead made the last', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2033, 0, 1) })
    const ahead = newPosition()
    // the rank of another process, whose clock is ahead by 5 s
    const tail = ahead.slice(0, 2) + (parseInt(ahead.slice(2, 8), 36) + 5).toString(36) + ahead.slice(8)
    let last = tail
    for (let n = 0; n < 20; n++) {
      const next = String(rankBetween(last, undefined))
      expect(next > last).toBe(true)
      last = next
    }
    vi.advanceTimersByTime(7_000)
    expect(newPosition() > last).toBe(true)
  })

  it('returns undefined between equal ranks, or where no room is left', () => {
    const rank = newPosition()
    expect(rankBetween(rank, rank)).toBeUndefined()
    expect(rankBetween(undefined, '0|000000:')).toBeUndefined()
    let [left, right] = [newPosition(), newPosition()]
    for (let n = 0; n < 400; n++) {
      const between = rankBetween(left, right)
      if (between === undefined) {
        expect(n).toBeGreaterThan(80)
        return
      }
      expect(between.length).toBeLessThanOrEqual(40)
      if (n % 2 === 0) left = between
      else right = between
    }
    throw new Error('the gap was never used up')
  })
})

const rankedBetween = (left: string | undefined, right: string | undefined) => {
  const rank = String(rankBetween(left, right))
  expect(LexoRank.parse(rank).format()).toBe(rank)
  return rank
}

/** Any rank: an integer part and a fraction that does not end with zeros. */
const anyRank = fc
  .tuple(fc.stringMatching(/^[0-9a-z]{6}$/), fc.stringMatching(/^[0-9a-z]{0,15}$/))
  .map(([integer, fraction]) => `0|${integer}:${fraction.replace(/0+$/, '')}`)

describe('two ranks for the same gap', () => {
  it('differ, are strictly inside it, and are formatted the same by the library', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyRank, { minLength: 2, maxLength: 2 }), (pair) => {
        const [left = '', right = ''] = pair.sort()
        const ranks = [rankedBetween(left, right), rankedBetween(left, right)]
        expect(ranks[0]).not.toBe(ranks[1])
        for (const rank of ranks) expect([left, rank, right]).toEqual([left, rank, right].sort())
      }),
    )
  })

  it('differ at both ends, and leave room for later moves to the top and later creates', () => {
    const [top, bottom] = [topPosition(), newPosition()]
    const [highest, lowest] = [
      [rankedBetween(undefined, top), rankedBetween(undefined, top)],
      [rankedBetween(bottom, undefined), rankedBetween(bottom, undefined)],
    ]
    const order = [topPosition(), ...highest.sort(), top, bottom, ...lowest.sort(), newPosition()]
    expect(order).toEqual([...order].sort())
    expect(new Set(order).size).toBe(8)
  })
})

describe('the first rank', () => {
  it('stays short over 1,000 moves before it and to the top, even if a clock that is ahead made it', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2033, 5, 1) })
    const ahead = topPosition()
    const seconds = (parseInt(ahead.slice(9, 15), 36) - 5).toString(36)
    let first = ahead.slice(0, 9) + seconds + ahead.slice(15) // another process, whose clock is 5 s ahead, made it
    for (let n = 0; n < 20; n++) {
      const next = rankedBetween(undefined, first)
      expect(next < first).toBe(true)
      first = next
    }
    vi.advanceTimersByTime(7_000)
    for (let n = 0; n < 1_000; n++) {
      const next = n % 2 === 0 ? topPosition() : rankedBetween(undefined, first)
      expect(next < first).toBe(true)
      expect(next.length).toBeLessThanOrEqual(30)
      first = next
      vi.advanceTimersByTime(1)
    }
  })
})

describe('spacedRanks', () => {
  it('returns undefined where there is too little room', () => {
    const rank = newPosition()
    expect(spacedRanks(1, rank, rank)).toBeUndefined()
    const [lower, upper] = [`0|i00000:${'1'.repeat(20)}`, `0|i00000:${'1'.repeat(19)}2`]
    expect(spacedRanks(40, lower, upper)).toHaveLength(40)
    expect(spacedRanks(40, `${lower}${'1'.repeat(5)}`, `${lower}${'1'.repeat(4)}2`)).toBeUndefined()
  })

  it('returns rising ranks within the bounds, with room between them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), (count) => {
        const right = newPosition()
        const ranks = spacedRanks(count, undefined, right) ?? []
        expect(ranks).toHaveLength(count)
        expect([...ranks, right]).toEqual([...ranks, right].sort())
        expect(new Set([...ranks, right]).size).toBe(count + 1)
        for (const [index, rank] of ranks.entries()) {
          expect(rankBetween(rank, ranks[index + 1] ?? right)).toBeDefined()
        }
        // a later move to the top gets a rank before them
        expect([topPosition(), ...ranks].sort()[0]).not.toBe(ranks[0])
      }),
    )
  })
})
