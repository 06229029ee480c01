import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { join } from 'node:path'
import type { ServiceFunction } from '../../lib/contract/functions.ts'
import { tableGrants } from './grants.ts'
import type { Settings } from './settings.ts'
import { connectTrigger, queueVariables, triggerGrants, type Queues } from './triggers.ts'

/**
 * A Lambda's share of a core grows with its memory, and 1,769 MB is a whole one. Handlers mostly wait for DynamoDB;
 * the largest answer, a page of 4 MiB, and the start want some of both. Half a GB is where a warm request's time is
 * no longer the CPU's, and costs as much as the request itself (docs/deploy.md).
 */
const memoryMiB = 512

/** As long as the local service gives a function; lib/store stops trying in time to answer 503 before that. */
export const timeoutSeconds = 10

const reservedFor = (id: string, { reservedConcurrency: reserved }: Settings): number | undefined =>
  typeof reserved === 'object' ? reserved[id] : reserved

/** X-Ray knows no resources: https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsx-ray.html */
const acknowledgeTracing = (role: Role) => {
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'xray:PutTraceSegments and PutTelemetryRecords cannot be narrowed to a resource.',
  })
}

interface Parts {
  /** What to create. */
  declared: readonly ServiceFunction[]
  table: Table
  queues: Queues
  /** Where the bundles lie, each in a folder of its function's id. */
  bundles: string
  settings: Settings
}

/**
 * One function with its trigger, a log group and a role of its own: it can write to that log, do `access`, be run by its
 * trigger, and no more.
 */
function createFunction(
  parent: Construct,
  declared: ServiceFunction,
  { table, queues, bundles, settings }: Parts,
): LambdaFunction {
  const { id, access } = declared
  const scope = new Construct(parent, id.replace('.', '-'))
  const logGroup = new LogGroup(scope, 'Logs', {
    retention: settings.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY, // it runs out by itself anyway
  })
  const writesLog = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  })
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      own: new PolicyDocument({
        statements: [writesLog, ...tableGrants(access, table), ...triggerGrants(declared, table, queues)],
      }),
    },
  })
  if (settings.tracing) acknowledgeTracing(role)
  const reserved = reservedFor(id, settings)
  const created = new LambdaFunction(scope, 'Function', {
    description: `Tasks API: ${id}`,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64, // a fifth cheaper than x86, and nothing in a bundle is compiled
    memorySize: memoryMiB,
    timeout: Duration.seconds(timeoutSeconds),
    handler: 'index.handler',
    code: Code.fromAsset(join(bundles, id)),
    role,
    logGroup,
    tracing: settings.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
    ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
    // no source maps: NODE_OPTIONS=--enable-source-maps would have every start read them; they stay with the build
    environment: {
      TABLE_NAME: table.tableName,
      STAGE: settings.stageName,
      ...queueVariables(declared, queues),
      ...(!settings.requestMetrics && { POWERTOOLS_METRICS_DISABLED: 'true' }),
    },
  })
  connectTrigger(declared, created, table, queues)
  return created
}

/** All functions, by their ids. */
export function createFunctions(scope: Construct, parts: Parts): Map<string, LambdaFunction> {
  const parent = new Construct(scope, 'Functions')
  return new Map(parts.declared.map((one) => [one.id, createFunction(parent, one, parts)] as const))
}
