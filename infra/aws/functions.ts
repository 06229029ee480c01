import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { join } from 'node:path'
import type { ServiceFunction } from '../../lib/contract/functions.ts'
import { defaultMemoryMb } from '../../lib/contract/triggered.ts'
import { viewerAddressHeader } from './cdn/viewer-address.ts'
import { tableGrants } from './grants.ts'
import type { Settings } from './settings.ts'
import { connectTrigger, queueVariables, timeoutOf, triggerGrants, type Queues } from './triggers.ts'

/**
 * A Lambda's CPU share grows with its memory: 1,769 MB is one full core. Handlers mostly wait for DynamoDB, but cold
 * starts and the largest answers (pages of 4 MiB) need some CPU and memory. From 512 MiB on, a warm request is no
 * longer limited by CPU; its duration then costs as much as the request fee (docs/deploy.md).
 */
const memoryMiB = 512

/** What an invocation gets: as much as a function without a route declares, and else as in the local service. */
const sizeOf = (one: ServiceFunction) => ({
  memorySize: one.trigger === 'http' ? memoryMiB : (one.memoryMb ?? defaultMemoryMb),
  timeout: Duration.seconds(timeoutOf(one)), // lib/store gives up early enough to answer 503 before this
})

/** The functions that connect to receivers of webhooks, or check their URLs. */
const reachReceivers: readonly string[] = [
  'webhooks.create',
  'webhooks.update',
  'webhooks.test',
  'webhooks.deliver',
]

/** The networks that are not public, but that receivers may be in: lib/webhook/network.ts. */
const networksOf = (id: string, { webhookAllowedNetworks: networks }: Settings): Record<string, string> =>
  networks.length > 0 && reachReceivers.includes(id) ? { WEBHOOK_ALLOWED_NETWORKS: networks.join() } : {}

const reservedFor = (id: string, { reservedConcurrency: reserved }: Settings): number | undefined =>
  typeof reserved === 'object' ? reserved[id] : reserved

/**
 * What stands before the API, for functions that cannot see it: lib/http/environment.ts. CloudFront does not forward
 * `Host`. Its own domain cannot be told here: CloudFront needs the API first, and the API its functions.
 */
const surroundings = ({ domainName, webInterface }: Settings): Record<string, string> => ({
  ...(domainName !== undefined && { PUBLIC_ORIGIN: `https://${domainName}` }),
  ...(webInterface && { VIEWER_ADDRESS_HEADER: viewerAddressHeader }),
})

/** X-Ray has no resource-level permissions: https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsx-ray.html */
const acknowledgeTracing = (role: Role) => {
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'xray:PutTraceSegments and PutTelemetryRecords cannot be narrowed to a resource.',
  })
}

const tracingGrants = ({ tracing }: Settings): PolicyStatement[] =>
  tracing
    ? [
        new PolicyStatement({
          actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
          resources: ['*'],
        }),
      ]
    : []

interface Parts {
  /** What to create. */
  declared: readonly ServiceFunction[]
  table: Table
  queues: Queues
  /** The folder of the bundles, which has a folder for each function id. */
  bundles: string
  settings: Settings
}

/** A function with its own log group and role. The role allows only writing to that log and the actions in `access`. */
function createFunction(
  parent: Construct,
  declared: ServiceFunction,
  { table, queues, bundles, settings }: Parts,
): LambdaFunction {
  const { id, access } = declared
  const scope = new Construct(parent, id.replace('.', '-'))
  const logGroup = new LogGroup(scope, 'Logs', {
    retention: settings.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY, // its entries expire anyway
  })
  const writesLog = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  })
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      own: new PolicyDocument({
        statements: [
          writesLog,
          ...tableGrants(access, table),
          ...triggerGrants(declared, table, queues),
          ...tracingGrants(settings),
        ],
      }),
    },
  })
  if (settings.tracing) acknowledgeTracing(role)
  const reserved = reservedFor(id, settings)
  const created = new LambdaFunction(scope, 'Function', {
    description: `Tasks API: ${id}`,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64, // a fifth cheaper than x86, and no bundle has native code
    ...sizeOf(declared),
    handler: 'index.handler',
    code: Code.fromAsset(join(bundles, id)),
    role: role.withoutPolicyUpdates(), // the CDK would add a policy resource for each function that is traced
    logGroup,
    tracing: settings.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
    ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
    // no NODE_OPTIONS=--enable-source-maps: every start would read the source maps; they stay with the build
    environment: {
      TABLE_NAME: table.tableName,
      STAGE: settings.stageName,
      ...surroundings(settings),
      ...queueVariables(declared, queues),
      ...networksOf(id, settings),
      ...(!settings.requestMetrics && { POWERTOOLS_METRICS_DISABLED: 'true' }),
    },
  })
  connectTrigger(declared, created, { table, queues, settings })
  return created
}

/** All functions, by id. */
export function createFunctions(scope: Construct, parts: Parts): Map<string, LambdaFunction> {
  const parent = new Construct(scope, 'Functions')
  return new Map(parts.declared.map((one) => [one.id, createFunction(parent, one, parts)] as const))
}
