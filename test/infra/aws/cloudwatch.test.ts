import { describe, expect, it } from 'vitest'
import { goesOff } from './cloudwatch.ts'

describe('the evaluation of an alarm', () => {
  const X = 1
  const good = 0
  const none = undefined

  // the tables of https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html, oldest first
  it.each([
    { points: [good, none, X, none, X], m: 3, breaching: false, notBreaching: false },
    { points: [good, none, none, none, none], m: 3, breaching: false, notBreaching: false },
    { points: [none, none, none, none, none], m: 3, breaching: true, notBreaching: false },
    { points: [good, X, X, none, X], m: 3, breaching: true, notBreaching: true },
    { points: [none, none, none, none, X], m: 3, breaching: true, notBreaching: false },
    { points: [good, none, X, none, X], m: 2, breaching: true, notBreaching: true },
    { points: [good, good, X, good, X], m: 2, breaching: true, notBreaching: true },
    { points: [good, none, X, none, none], m: 2, breaching: true, notBreaching: false },
    { points: [none, none, none, none, good], m: 2, breaching: true, notBreaching: false },
    { points: [none, none, none, none, X], m: 2, breaching: true, notBreaching: false },
  ])('is that of AWS: $points, $m of 3', ({ points, m, breaching, notBreaching }) => {
    const alarm = {
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: 0,
      EvaluationPeriods: 3,
      DatapointsToAlarm: m,
    }
    const latestFirst = points.toReversed()
    expect(goesOff({ ...alarm, TreatMissingData: 'breaching' }, latestFirst)).toBe(breaching)
    expect(goesOff({ ...alarm, TreatMissingData: 'notBreaching' }, latestFirst)).toBe(notBreaching)
  })
})
