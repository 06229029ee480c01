import { describe, expect, it } from 'vitest'
import { FairOrder, limits, type Work } from '../../../infra/local/fair-order.ts'

const work = (group: string, key: number | string): Work => ({ group, key: `${group}${key}` })

/** Begins all that may begin now. */
function beginAll(order: FairOrder<Work>): Work[] {
  const begun: Work[] = []
  for (let next = order.next(); next; next = order.next()) begun.push(next)
  return begun
}

const keysOf = (works: readonly Work[]) => works.map(({ key }) => key)

function addMany(order: FairOrder<Work>, group: string, count: number) {
  for (let index = 0; index < count; index++) order.add(work(group, index))
}

describe('the order of a queue', () => {
  it('gives the groups turns, however much waits of one of them', () => {
    const order = new FairOrder()
    addMany(order, 'a', 100)
    addMany(order, 'b', 2)
    addMany(order, 'c', 1)
    expect(keysOf(beginAll(order))).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'a3', 'a4'])
  })

  it('runs at most ten at once, five of them of one group', () => {
    const order = new FairOrder()
    for (const group of ['a', 'b', 'c']) addMany(order, group, 50)
    const begun = beginAll(order)
    expect(begun).toHaveLength(limits.quick)
    const [first] = begun
    if (!first) throw new Error('None has begun.')
    order.end(first, false)
    expect(keysOf(beginAll(order))).toEqual(['b3'])
    const alone = new FairOrder()
    addMany(alone, 'a', 50)
    expect(beginAll(alone)).toHaveLength(limits.ofGroup)
  })

  it('lets slow work hold up no quick work, and gives it a share when it comes again', () => {
    const order = new FairOrder()
    const slow = Array.from({ length: 60 }, (_, index) => work(`slow${index}`, ''))
    for (const one of slow) order.add(one)
    for (let round = 0; round < 6; round++) {
      const begun = beginAll(order)
      expect(begun).toHaveLength(limits.quick)
      for (const one of begun) order.isSlow(one)
    }
    expect(beginAll(order)).toEqual([])
    order.add(work('quick', ''))
    expect(keysOf(beginAll(order))).toEqual(['quick'])
    // they come again: only so many begin, and quick work still does
    for (const one of slow) order.end(one, true)
    for (const one of slow) order.add(one)
    expect(beginAll(order)).toHaveLength(limits.slow)
    order.add(work('other', ''))
    expect(keysOf(beginAll(order))).toEqual(['other'])
  })

  it('forgets that work was slow when it was quick', () => {
    const order = new FairOrder()
    const once = work('a', '')
    const run = (wasSlow: boolean) => {
      order.add(once)
      const [begun] = beginAll(order)
      if (!begun) throw new Error('It has not begun.')
      if (wasSlow) order.isSlow(begun)
      order.end(begun, wasSlow)
    }
    run(true)
    run(false)
    for (let index = 0; index < limits.quick; index++) order.add(work(`b${index}`, ''))
    expect(beginAll(order)).toHaveLength(limits.quick)
    order.add(once)
    expect(beginAll(order)).toEqual([]) // it is quick, and there is no room
  })

  it('keeps the same work once while it waits, and takes it again while it runs', () => {
    const order = new FairOrder()
    order.add(work('a', 1))
    order.add(work('a', 1))
    expect(keysOf(beginAll(order))).toEqual(['a1'])
    order.add(work('a', 1))
    expect(keysOf(beginAll(order))).toEqual(['a1'])
  })
})
