import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import type { Usage } from '../store/storage.ts'

/** What is counted of a request. */
export interface Outcome {
  status: number
  durationMs: number
  coldStart: boolean
  usage: Usage
}

/**
 * Metrics go out as lines of the log (EMF), which only CloudWatch reads: off where the code runs elsewhere, unless
 * POWERTOOLS_METRICS_DISABLED=false asks for them.
 */
const isWanted = () =>
  process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined || process.env.POWERTOOLS_METRICS_DISABLED === 'false'

function write(metrics: Metrics, { status, durationMs, coldStart, usage }: Outcome): void {
  metrics
    .addMetric('Requests', MetricUnit.Count, 1)
    .addMetric('Latency', MetricUnit.Milliseconds, durationMs)
    .addMetric('ReadUnits', MetricUnit.Count, usage.read_units)
    .addMetric('WriteUnits', MetricUnit.Count, usage.write_units)
  // CloudWatch bills a metric for the hours in which it is sent: what is rare goes out only when it happens
  if (coldStart) metrics.addMetric('ColdStarts', MetricUnit.Count, 1)
  if (status >= 400) metrics.addMetric(status >= 500 ? 'ServerErrors' : 'ClientErrors', MetricUnit.Count, 1)
  metrics.publishStoredMetrics()
}

/**
 * Counts the requests of one endpoint. It and the stage are the only dimensions, for each further one multiplies the
 * bill; without the stage, two of them in one account would be counted as one.
 */
export function requestCounter(endpoint: string): (outcome: Outcome) => void {
  if (!isWanted()) return () => undefined
  const metrics = new Metrics({ namespace: 'TasksApi' })
  metrics.clearDefaultDimensions() // Powertools begins with the service's name
  const { STAGE: stage = 'none' } = process.env
  metrics.setDefaultDimensions({ endpoint, stage })
  return (outcome) => {
    write(metrics, outcome)
  }
}
