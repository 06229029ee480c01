/** A metric of an alarm, named as in CloudFormation. */
interface Metric {
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

/** A value that is measured in one minute, and can be read some minutes later. */
interface Sample {
  value: number
  seenAtMinute: number
}

/** What CloudWatch was sent: samples by minute, under the exact name and dimensions of their metric. */
export class Samples {
  readonly #byMetric = new Map<string, Map<number, Sample[]>>()

  static #nameOf({ Namespace, MetricName, Dimensions = [] }: Metric): string {
    const dimensions = Dimensions.map(({ Name, Value }) => `${Name}=${JSON.stringify(Value)}`).sort()
    return [Namespace, MetricName, ...dimensions].join(' ')
  }

  add(metric: Metric, minute: number, value: number, lateMinutes = 0): void {
    const name = Samples.#nameOf(metric)
    const byMinute = this.#byMetric.get(name) ?? new Map<number, Sample[]>()
    this.#byMetric.set(name, byMinute)
    byMinute.set(minute, [...(byMinute.get(minute) ?? []), { value, seenAtMinute: minute + lateMinutes }])
  }

  /** The values of a metric in the minutes after `from` up to `to`, as far as they can be read at `now`. */
  between(metric: Metric, from: number, to: number, now: number): number[] {
    const byMinute = this.#byMetric.get(Samples.#nameOf(metric))
    if (!byMinute) return []
    const values: number[] = []
    const take = (samples: readonly Sample[] = []) => {
      for (const { value, seenAtMinute } of samples) if (seenAtMinute <= now) values.push(value)
    }
    // a day has many minutes, and a metric of backups has one sample in it
    if (byMinute.size < to - from) {
      for (const [minute, samples] of byMinute) if (minute > from && minute <= to) take(samples)
    } else for (let minute = from + 1; minute <= to; minute++) take(byMinute.get(minute))
    return values
  }
}

/** What AWS does not say. What an alarm does must be the same with each of these. */
interface Assumptions {
  /** How many points an alarm reads beyond those that it evaluates. The tables of the documentation have two. */
  morePoints: number
  /** Whether `FILL` has values for a metric that has none at all in what the alarm reads. */
  fillsEmpty: boolean
}

export const allAssumptions: readonly Assumptions[] = [2, 5].flatMap((morePoints) =>
  [true, false].map((fillsEmpty) => ({ morePoints, fillsEmpty })),
)

type Point = number | undefined

/** A percentile is a value of the samples, as near as alarms need it. */
function statisticOf(values: number[], statistic: string): Point {
  if (values.length === 0) return undefined
  const sum = values.reduce((total, value) => total + value, 0)
  if (statistic === 'Sum') return sum
  if (statistic === 'Average') return sum / values.length
  if (statistic === 'Maximum') return Math.max(...values)
  const percentile = /^p([\d.]+)$/.exec(statistic)?.[1]
  if (percentile === undefined) throw new Error(`Nothing is known here of the statistic ${statistic}.`)
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil((Number(percentile) / 100) * sorted.length) - 1]
}

type Compiled = (...metrics: readonly number[]) => number

const compiled = new Map<string, Compiled>()

/** Makes JavaScript of an expression, once. */
function compile(expression: string, ids: readonly string[]): Compiled {
  const key = `${ids.join()}: ${expression}`
  const known = compiled.get(key)
  if (known) return known
  const script = expression
    .replaceAll(/FILL\((\w+), \d+\)/g, '$1')
    .replaceAll(' AND ', ' && ')
    .replaceAll(' OR ', ' || ')
  for (const [name] of script.matchAll(/[A-Za-z]\w*/g))
    if (name !== 'IF' && !ids.includes(name))
      throw new Error(`Nothing is known here of ${name} in ${expression}.`)
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the expression is the stack's own
  const run = new Function('IF', ...ids, `return Number(${script})`) as (...values: unknown[]) => number // that is what it takes
  const choose = (condition: boolean, yes: number, no: number) => (condition ? yes : no)
  const made: Compiled = (...metrics) => run(choose, ...metrics)
  compiled.set(key, made)
  return made
}

/** The value of an expression where its metrics have these values. */
export const valueOf = (expression: string, metrics: Record<string, number>): number =>
  compile(expression, Object.keys(metrics))(...Object.values(metrics))

/**
 * The values of an expression, from those of its metrics: where one of them is there. Others that are missing count as 0,
 * in arithmetic and in comparisons. `FILL` has a value also where none is there.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
function valuesOf(expression: string, series: Record<string, Point[]>, { fillsEmpty }: Assumptions): Point[] {
  const filled = new Map(
    [...expression.matchAll(/FILL\((\w+), (\d+)\)/g)].map(([, id = '', value]) => [id, Number(value)]),
  )
  const [first = []] = Object.values(series)
  return first.map((_, index) => {
    const values = Object.entries(series).map(([id, points]) => {
      const isEmpty = points.every((point) => point === undefined)
      return [id, points[index] ?? (isEmpty && !fillsEmpty ? undefined : filled.get(id))] as const
    })
    if (values.every(([, value]) => value === undefined)) return undefined
    return valueOf(expression, Object.fromEntries(values.map(([id, value]) => [id, value ?? 0])))
  })
}

/** The points that an alarm reads at a minute, the latest first. Its window slides: it ends at that minute. */
function pointsOf(alarm: AlarmProperties, samples: Samples, now: number, assumptions: Assumptions): Point[] {
  const read = (metric: Metric, statistic: string, periodSeconds: number) =>
    Array.from({ length: alarm.EvaluationPeriods + assumptions.morePoints }, (_, index) => {
      const minutes = periodSeconds / 60
      const to = now - index * minutes
      return statisticOf(samples.between(metric, to - minutes, to, now), statistic)
    })
  const { Metrics, Namespace, MetricName, Dimensions, Statistic, ExtendedStatistic, Period } = alarm
  if (Namespace !== undefined && MetricName !== undefined) {
    const metric = { Namespace, MetricName, ...(Dimensions && { Dimensions }) }
    return read(metric, String(Statistic ?? ExtendedStatistic), Number(Period))
  }
  const series = (Metrics ?? []).flatMap(({ Id, MetricStat }) =>
    MetricStat ? [[Id, read(MetricStat.Metric, MetricStat.Stat, MetricStat.Period)] as const] : [],
  )
  const [{ Expression = '' } = {}] = (Metrics ?? []).filter((one) => one.Expression !== undefined)
  return valuesOf(Expression, Object.fromEntries(series), assumptions)
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
 * Whether an alarm is on at a minute. It is evaluated anew with all that has come in until then.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html
 * @throws Error for an alarm on metrics of DynamoDB alone, which keeps its state while data is missing, whatever it says
 */
export function isOn(
  alarm: AlarmProperties,
  samples: Samples,
  now: number,
  assumptions: Assumptions,
): boolean {
  const namespaces = [
    alarm.Namespace,
    ...(alarm.Metrics ?? []).map((one) => one.MetricStat?.Metric.Namespace),
  ]
  if (namespaces.every((one) => one === undefined || one === 'AWS/DynamoDB'))
    throw new Error('An alarm on metrics of DynamoDB alone keeps its state while data is missing.')
  return goesOff(alarm, pointsOf(alarm, samples, now, assumptions))
}
