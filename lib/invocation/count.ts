import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'

/**
 * What is counted of one invocation, by the metric's name; latency is in milliseconds. CloudWatch bills a metric for the
 * hours in which it is sent, so what is rare is left out when it is 0.
 */
export type Counts = Readonly<Record<string, number>>

/** Whose metrics they are: an endpoint's, or those of a function without a route. */
export type Counted = { endpoint: string } | { function: string }

/**
 * Metrics go out as lines of the log (EMF), which only CloudWatch reads: off where the code runs elsewhere, unless
 * POWERTOOLS_METRICS_DISABLED=false asks for them.
 */
const isWanted = () =>
  process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined || process.env.POWERTOOLS_METRICS_DISABLED === 'false'

const unitOf = (name: string) => (name === 'Latency' ? MetricUnit.Milliseconds : MetricUnit.Count)

/**
 * Counts the invocations of one function. It and the stage are the only dimensions, for each further one multiplies the
 * bill; without the stage, two of them in one account would be counted as one.
 */
export function counterOf(counted: Counted): (counts: Counts) => void {
  if (!isWanted()) return () => undefined
  const metrics = new Metrics({ namespace: 'TasksApi' })
  metrics.clearDefaultDimensions() // Powertools begins with the service's name
  const { STAGE: stage = 'none' } = process.env
  metrics.setDefaultDimensions({ ...counted, stage })
  return (counts) => {
    for (const [name, value] of Object.entries(counts)) metrics.addMetric(name, unitOf(name), value)
    metrics.publishStoredMetrics()
  }
}
