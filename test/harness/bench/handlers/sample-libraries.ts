import { Logger } from '@aws-lambda-powertools/logger'
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware'
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import { logMetrics } from '@aws-lambda-powertools/metrics/middleware'
import middy from '@middy/core'
import type { ApiEvent } from '../../../../lib/http/types.ts'
import { handler as plain } from './plain-sdk.ts'

const logger = new Logger({ serviceName: 'sample' })
const metrics = new Metrics({ namespace: 'Sample' })

/** The plain handler in the libraries of AWS's own sample, but for its tracer: github.com/aws-samples/serverless-typescript-demo. */
export const handler = middy<ApiEvent>()
  .use(logMetrics(metrics))
  .use(injectLambdaContext(logger))
  .handler(async (event) => {
    const answer = await plain(event)
    logger.info('Task read')
    metrics.addMetric('taskRead', MetricUnit.Count, 1)
    return answer
  })
