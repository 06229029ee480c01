import { Aws, CfnCondition, Fn, Stack, type CfnResource } from 'aws-cdk-lib'
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront'
import { Effect, PolicyDocument, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  CfnDelivery,
  CfnDeliveryDestination,
  CfnDeliverySource,
  type CfnLogGroup,
} from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { createLogGroup } from '../logs.ts'
import { globalRegion, type Settings } from '../settings.ts'

/**
 * The fields of a request in the log: no path and no query, which may hold external ids and cursors, and no header. The
 * answer has the request's id, too, as `X-Amz-Cf-Id`.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html
 */
const recordFields = [
  ...['date', 'time', 'x-edge-request-id', 'c-ip'],
  ...['cs-method', 'sc-status', 'sc-bytes', 'time-taken'],
]

/** Lets the delivery of logs write to a log group, as AWS itself would if the deployment's role may change that. */
const writableBy = (stack: Stack, logGroupName: string) =>
  new PolicyDocument({
    statements: [
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [
          `arn:${Aws.PARTITION}:logs:${stack.region}:${stack.account}:log-group:${logGroupName}:log-stream:*`,
        ],
        conditions: {
          StringEquals: { 'aws:SourceAccount': stack.account },
          ArnLike: { 'aws:SourceArn': `arn:${Aws.PARTITION}:logs:${stack.region}:${stack.account}:*` },
        },
      }),
    ],
  })

/**
 * Sends CloudFront's log to CloudWatch Logs: standard logging, version 2. It exists only in us-east-1; elsewhere the stack
 * has none of this. The log group has a name because its policy must name it; the names are unique in the account.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logging.html
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-infrastructure-V2-CloudWatchLogs.html
 */
export function createAccessLog(parent: Construct, distribution: Distribution, settings: Settings): void {
  const stack = Stack.of(parent)
  const scope = new Construct(parent, 'AccessLog')
  const name = `${stack.stackName}-cloudfront`
  const logGroupName = `/aws/vendedlogs/${name}`
  const logGroup = createLogGroup(scope, 'Logs', settings, logGroupName)
  const cfnLogGroup = logGroup.node.defaultChild as CfnLogGroup // the default child of a LogGroup
  cfnLogGroup.resourcePolicyDocument = writableBy(stack, logGroupName)
  const source = new CfnDeliverySource(scope, 'Source', {
    name,
    logType: 'ACCESS_LOGS',
    resourceArn: distribution.distributionArn,
  })
  const destination = new CfnDeliveryDestination(scope, 'Destination', {
    name,
    destinationResourceArn: logGroup.logGroupArn,
    outputFormat: 'json',
  })
  const delivery = new CfnDelivery(scope, 'Delivery', {
    deliverySourceName: source.name,
    deliveryDestinationArn: destination.attrArn,
    recordFields,
  })
  delivery.addResourceDependency(source) // it names the source without referring to it
  const isThere = new CfnCondition(scope, 'IsGlobalRegion', {
    expression: Fn.conditionEquals(Aws.REGION, globalRegion),
  })
  const created: CfnResource[] = [cfnLogGroup, source, destination, delivery]
  for (const one of created) one.cfnOptions.condition = isThere
}
