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
function isWanted(): boolean {
  const { AWS_LAMBDA_FUNCTION_NAME: name, POWERTOOLS_METRICS_DISABLED: disabled } = process.env
  return disabled === 'false' || (name !== undefined && disabled !== 'true')
}

const unitOf = (name: string) => (name === 'Latency' ? 'Milliseconds' : 'Count')

/**
 * Returns a function that counts the invocations of one function. The function and the stage are the only dimensions,
 * because every further dimension multiplies the bill. The stage is needed to tell two stages in one AWS account apart.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function counterOf(counted: Counted): (counts: Counts) => void {
  if (!isWanted()) return () => undefined
  const { STAGE: stage = 'none' } = process.env
  const dimensions = { ...counted, stage }
  return (counts) => {
    const metrics = {
      Namespace: 'TasksApi',
      Dimensions: [Object.keys(dimensions)],
      Metrics: Object.keys(counts).map((name) => ({ Name: name, Unit: unitOf(name) })),
    }
    const _aws = { Timestamp: Date.now(), CloudWatchMetrics: [metrics] }
    process.stdout.write(`${JSON.stringify({ _aws, ...dimensions, ...counts })}\n`)
  }
}
