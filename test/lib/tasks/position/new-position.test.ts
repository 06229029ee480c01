import { LexoRank } from 'lexorank'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { newPosition, topPosition } from '../../../../lib/tasks/position/new-position.ts'

describe('a new position', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('sorts after all earlier ones, however many are made in one millisecond', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
    const positions = Array.from({ length: 5_000 }, () => newPosition())
    expect(positions).toEqual([...positions].sort())
    expect(new Set(positions).size).toBe(5_000)
  })

  it('sorts after those of an earlier second and millisecond', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T00:00:00Z') })
    const positions = [0, 1, 998, 1, 86_400_000, 1_000].map((laterMs) => {
      vi.advanceTimersByTime(laterMs)
      return newPosition()
    })
    expect(positions).toEqual([...positions].sort())
  })

  it('still rises when the clock is set back', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-01-01T00:00:00Z') })
    const first = newPosition()
    vi.setSystemTime(new Date('2030-12-31T00:00:00Z'))
    expect(newPosition() > first).toBe(true)
  })

  it('is formatted the same by the library', () => {
    for (let count = 0; count < 1_000; count++) {
      const position = newPosition()
      expect(position).toMatch(/^0\|[0-9a-z]{6}:[0-9a-z]{9}[1-9a-z]$/)
      expect(LexoRank.parse(position).format()).toBe(position)
    }
  })
})

describe('a position at the top', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('sorts before all earlier ones, within one millisecond and over many seconds', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2040-01-01T00:00:00Z') })
    const positions = [0, 0, 1, 998, 1, 86_400_000, 1_000, 0].map((laterMs) => {
      vi.advanceTimersByTime(laterMs)
      return topPosition()
    })
    expect(positions).toEqual([...positions].sort().reverse())
    expect(new Set(positions).size).toBe(8)
    vi.setSystemTime(new Date('2039-12-31T00:00:00Z'))
    expect(topPosition() < String(positions.at(-1))).toBe(true)
  })

  it('sorts before every rank that was made without the clock', () => {
    let byGenPrev = LexoRank.middle() // the first task of 2026, and a million moves to the top
    for (let n = 0; n < 1_000_000; n++) byGenPrev = byGenPrev.genPrev()
    let respaced = LexoRank.middle() // 40 tasks spaced between the lowest rank and this one, four times
    for (let n = 0; n < 4 * 6; n++) respaced = LexoRank.min().between(respaced)
    expect(topPosition() < byGenPrev.format()).toBe(true)
    expect(topPosition() < respaced.format()).toBe(true)
  })

  it('is formatted the same by the library', () => {
    for (let count = 0; count < 1_000; count++) {
      const position = topPosition()
      expect(position).toMatch(/^0\|000000:[0-9a-z]{15}[1-9a-z]$/)
      expect(LexoRank.parse(position).format()).toBe(position)
    }
  })
})
