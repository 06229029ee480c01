import { expect, it } from 'vitest'
import { Contention } from '../../../infra/local/contention.ts'

it('counts the time in which two or more are there', () => {
  let nowMs = 0
  const contention = new Contention(() => nowMs)
  const goes = [contention.enter()]
  nowMs = 10
  expect(contention.ms()).toBe(0)
  goes.push(contention.enter(), contention.enter())
  nowMs = 15
  expect(contention.ms()).toBe(5)
  goes.pop()?.()
  nowMs = 20
  goes.pop()?.()
  expect(contention.ms()).toBe(10)
  nowMs = 100
  expect(contention.ms()).toBe(10)
  goes.push(contention.enter())
  nowMs = 101
  expect(contention.ms()).toBe(11)
})
