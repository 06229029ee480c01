import { expect, it } from 'vitest'
import { Crowd } from '../../../infra/local/crowd.ts'

it('counts the time in which two or more are there', () => {
  let nowMs = 0
  const crowd = new Crowd(() => nowMs)
  const goes = [crowd.enter()]
  nowMs = 10
  expect(crowd.ms()).toBe(0)
  goes.push(crowd.enter(), crowd.enter())
  nowMs = 15
  expect(crowd.ms()).toBe(5)
  goes.pop()?.()
  nowMs = 20
  goes.pop()?.()
  expect(crowd.ms()).toBe(10)
  nowMs = 100
  expect(crowd.ms()).toBe(10)
  goes.push(crowd.enter())
  nowMs = 101
  expect(crowd.ms()).toBe(11)
})
