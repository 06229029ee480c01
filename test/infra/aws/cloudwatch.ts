/** A metric, named as in CloudFormation. */
export interface Metric {
  Namespace: string
  MetricName: string
  Dimensions?: { Name: string; Value: unknown }[]
}

/** The properties of an alarm, named as in CloudFormation. */
export interface AlarmProperties extends Partial<Metric> {
  Statistic?: string
  ExtendedStatistic?: string
  Period?: number
  Metrics?: {
    Id: string
    Expression?: string
    MetricStat?: { Metric: Metric; Period: number; Stat: string }
  }[]
  ComparisonOperator: string
  Threshold: number
  EvaluationPeriods: number
  DatapointsToAlarm: number
  TreatMissingData: string
}

/** A value of a metric, which it gets in some minutes. Minutes count back from the end of the situation. */
export interface Told {
  metric: Metric
  value: number
  isIn: (minutesAgo: number) => boolean
}

/** CloudWatch tells metrics apart by the exact names and values of their dimensions. */
const nameOf = ({ Namespace, MetricName, Dimensions = [] }: Metric): string =>
  [Namespace, MetricName, ...Dimensions.map((one) => JSON.stringify(one)).sort()].join(' ')

type Point = number | undefined

/** A percentile is a value of the samples, as near as alarms need it. */
function statisticOf(values: number[], statistic: string): Point {
  if (values.length === 0) return undefined
  if (statistic === 'Sum') return values.reduce((total, value) => total + value, 0)
  if (statistic === 'Maximum') return Math.max(...values)
  const percentile = /^p([\d.]+)$/.exec(statistic)?.[1]
  if (percentile === undefined) throw new Error(`Nothing is known here of the statistic ${statistic}.`)
  return values.toSorted((a, b) => a - b)[Math.ceil((Number(percentile) / 100) * values.length) - 1]
}

/** The value of an expression where its metrics have these values. Missing ones count as 0, with `FILL(id, 0)` and without. */
export function valueOf(expression: string, metrics: Record<string, number>): number {
  const script = expression
    .replaceAll(/FILL\((\w+), 0\)/g, '$1')
    .replaceAll(' AND ', ' && ')
    .replaceAll(' OR ', ' || ')
  for (const [name] of script.matchAll(/[A-Za-z]\w*/g))
    if (name !== 'IF' && !(name in metrics))
      throw new Error(`Nothing is known here of ${name} in ${expression}.`)
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the expression is the stack's own
  const run = new Function('IF', ...Object.keys(metrics), `return Number(${script})`) as (
    ...values: unknown[]
  ) => number // that is what it takes
  return run(
    (condition: boolean, yes: number, no: number) => (condition ? yes : no),
    ...Object.values(metrics),
  )
}

/** What AWS does not say. What an alarm does must be the same with each of these. */
const assumptions = [2, 5].flatMap((morePoints) =>
  [true, false].map((fillsEmpty) => ({
    /** How many points an alarm reads beyond those that it evaluates. The tables of the documentation have two. */
    morePoints,
    /** Whether `FILL` has values for a metric that has none at all in what the alarm reads. */
    fillsEmpty,
  })),
)

/** The metrics of an alarm by the names that its expression gives them. An alarm on one metric has none. */
function sourcesOf({ Metrics, ...alarm }: AlarmProperties) {
  const { Namespace = '', MetricName = '', Dimensions = [], Statistic, ExtendedStatistic, Period } = alarm
  const Stat = Statistic ?? ExtendedStatistic ?? ''
  const MetricStat = { Metric: { Namespace, MetricName, Dimensions }, Period: Period ?? NaN, Stat }
  return (
    Metrics ?? [
      { Id: 'only', MetricStat },
      { Id: 'value', Expression: 'only' },
    ]
  )
}

/** The points that an alarm reads, the latest first. Its window slides: it ends at the minute `now`. */
function pointsOf(
  alarm: AlarmProperties,
  told: readonly Told[],
  now: number,
  lateMinutes: number,
  { morePoints, fillsEmpty }: (typeof assumptions)[number],
): Point[] {
  const length = alarm.EvaluationPeriods + morePoints
  const sources = sourcesOf(alarm)
  const { Expression = '' } = sources.find((one) => 'Expression' in one && one.Expression) ?? {}
  const series = sources.flatMap(({ Id, MetricStat }) => {
    if (!MetricStat) return []
    const own = told.filter(({ metric }) => nameOf(metric) === nameOf(MetricStat.Metric))
    const minutes = MetricStat.Period / 60
    const points = Array.from({ length }, (_, index) => {
      const values: number[] = []
      for (let ago = now + index * minutes; ago < now + (index + 1) * minutes; ago++)
        if (ago >= now + lateMinutes) for (const { value, isIn } of own) if (isIn(ago)) values.push(value)
      return statisticOf(values, MetricStat.Stat)
    })
    const isEmpty = points.every((point) => point === undefined)
    return [{ Id, points, isFilled: Expression.includes(`FILL(${Id}, `) && (fillsEmpty || !isEmpty) }]
  })
  return Array.from({ length }, (_, index) =>
    series.some(({ points, isFilled }) => isFilled || points[index] !== undefined)
      ? valueOf(Expression, Object.fromEntries(series.map(({ Id, points }) => [Id, points[index] ?? 0])))
      : undefined,
  )
}

const breaches: Record<string, (value: number, threshold: number) => boolean> = {
  GreaterThanThreshold: (value, threshold) => value > threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
}

/**
 * Whether points let an alarm go off: M of the latest N that are there, however old. Only where fewer than N are there, missing
 * ones count, as the alarm says: "CloudWatch uses missing data points only as few times as possible".
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html
 * @param points the latest first
 */
export function goesOff(
  {
    ComparisonOperator,
    Threshold,
    EvaluationPeriods,
    DatapointsToAlarm,
    TreatMissingData,
  }: Pick<
    AlarmProperties,
    'ComparisonOperator' | 'Threshold' | 'EvaluationPeriods' | 'DatapointsToAlarm' | 'TreatMissingData'
  >,
  points: readonly Point[],
): boolean {
  const isBreach = breaches[ComparisonOperator]
  if (!isBreach || !['breaching', 'notBreaching'].includes(TreatMissingData))
    throw new Error(`Nothing is known here of ${ComparisonOperator} with ${TreatMissingData}.`)
  const there = points.filter((point) => point !== undefined).slice(0, EvaluationPeriods)
  const missing = EvaluationPeriods - there.length
  const bad = there.filter((point) => isBreach(point, Threshold)).length
  return bad + (TreatMissingData === 'breaching' ? missing : 0) >= DatapointsToAlarm
}

/**
 * Whether an alarm is on. It is evaluated anew with all that has come in until then.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html
 * @param now so many minutes before the end of the situation
 * @param lateMinutes how late everything can be read
 * @throws Error if that depends on what AWS does not say
 */
export function isOn(
  alarm: AlarmProperties,
  told: readonly Told[],
  now: number,
  lateMinutes: number,
): boolean {
  const [first = false, ...others] = assumptions.map((one) =>
    goesOff(alarm, pointsOf(alarm, told, now, lateMinutes, one)),
  )
  if (others.includes(!first)) throw new Error(`AWS does not say what this does: ${JSON.stringify(alarm)}`)
  return first
}

/** Whether all metrics of an alarm are DynamoDB's: then it keeps its state while data is missing, whatever it says. */
export const isOfDynamoDBAlone = (alarm: AlarmProperties): boolean =>
  sourcesOf(alarm).every(
    ({ MetricStat }) => (MetricStat?.Metric.Namespace ?? 'AWS/DynamoDB') === 'AWS/DynamoDB',
  )
