import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'

/**
 * The metrics of one invocation by name. Latency is in milliseconds. CloudWatch bills a metric for the hours in which it
 * is sent, so rare metrics are left out when they are 0.
 */
export type Counts = Readonly<Record<string, number>>

/** The dimension of the metrics: an endpoint, or a function without a route. */
export type Counted = { endpoint: string } | { function: string }

/**
 * Whether metrics are written. They are log lines in CloudWatch's embedded metric format (EMF), so they are off outside
 * of Lambda, unless POWERTOOLS_METRICS_DISABLED=false.
 */
const isWanted = () =>
  process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined || process.env.POWERTOOLS_METRICS_DISABLED === 'false'

const unitOf = (name: string) => (name === 'Latency' ? MetricUnit.Milliseconds : MetricUnit.Count)

/**
 * Returns a function that counts the invocations of one function. The function and the stage are the only dimensions,
 * because every further dimension multiplies the bill. The stage is needed to tell two stages in one AWS account apart.
 */
export function counterOf(counted: Counted): (counts: Counts) => void {
  if (!isWanted()) return () => undefined
  const metrics = new Metrics({ namespace: 'TasksApi' })
  metrics.clearDefaultDimensions() // Powertools sets the service's name as a dimension
  const { STAGE: stage = 'none' } = process.env
  metrics.setDefaultDimensions({ ...counted, stage })
  return (counts) => {
    for (const [name, value] of Object.entries(counts)) metrics.addMetric(name, unitOf(name), value)
    metrics.publishStoredMetrics()
  }
}
