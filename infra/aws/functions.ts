import { Duration, NestedStack, Stack } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
  type Alias,
} from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { join } from 'node:path'
import { timeoutOf, type ServiceFunction } from '../../functions/index.ts'
import { basePath } from '../../lib/contract/routes.ts'
import { unmatched } from '../../lib/contract/static.ts'
import { defaultMemoryMb } from '../../lib/contract/triggered.ts'
import { viewerAddressHeader } from './cdn/viewer-address.ts'
import { isShut, reservedFor } from './concurrency.ts'
import { acknowledgeSetAside } from './failed-batches.ts'
import { createFunctionRole } from './function-role.ts'
import { tableGrants } from './grants.ts'
import { createLive, type Live } from './live.ts'
import type { Settings } from './settings.ts'
import { signInVariables } from './sign-in.ts'
import { connectTrigger, mayLoop, queueVariables, triggerGrants, type Queues } from './triggers.ts'

/**
 * A Lambda's CPU share grows with its memory: 1,769 MB is one full core. Handlers mostly wait for DynamoDB, but cold
 * starts and the largest answers (pages of 4 MiB) need some CPU and memory. From 512 MiB on, a warm request is no
 * longer limited by CPU; its duration then costs as much as the request fee (docs/deploy.md).
 */
const memoryMiB = 512

/** Memory and timeout: as declared for a function without a route, otherwise those of the local service. */
const sizeOf = (one: ServiceFunction) => ({
  memorySize: one.trigger === 'http' ? memoryMiB : (one.memoryMb ?? defaultMemoryMb),
  timeout: Duration.seconds(timeoutOf(one)), // lib/table gives up early enough to answer 503 before this
})

/** The functions that connect to receivers of webhooks, or check their URLs. */
const reachReceivers: readonly string[] = [
  'webhooks.create',
  'webhooks.update',
  'webhooks.test',
  'webhooks.deliver',
]

/** Where receivers may be besides public addresses: lib/webhooks/sending/network.ts. */
function receiversOf(
  id: string,
  { webhookAllowedNetworks: networks, webhookTargets: targets }: Settings,
): Record<string, string> {
  if (!reachReceivers.includes(id)) return {}
  return {
    ...(networks.length > 0 && { WEBHOOK_ALLOWED_NETWORKS: networks.join() }),
    ...(targets.length > 0 && { WEBHOOK_TARGETS: targets.join() }),
  }
}

/** The functions that send to receivers of webhooks. */
const sendToReceivers: readonly string[] = ['webhooks.test', 'webhooks.deliver']

/** Lets the functions that send to receivers put events on the buses, and messages into the queues, that the operator names. */
function targetGrants(id: string, stack: Stack, { webhookTargets }: Settings): PolicyStatement[] {
  if (!sendToReceivers.includes(id)) return []
  return webhookTargets.map((target) => {
    const name = target.slice(target.indexOf(':') + 1)
    return target.startsWith('sqs:')
      ? new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [name] })
      : new PolicyStatement({
          actions: ['events:PutEvents'],
          resources: [stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: name })],
        })
  })
}

/** Without the web interface there is no documentation site: the links in errors lead to the OpenAPI document. */
const docsLocationOf = (id: string, { webInterface }: Settings): Record<string, string> =>
  id === unmatched && !webInterface ? { DOCS_LOCATION: `${basePath}/openapi.json` } : {}

/** The front of the API: its address and its secrets. The functions cannot see it: CloudFront does not forward `Host`. */
export interface Front {
  /** The URL of the API for callers, without a path; undefined if it is the API's own. */
  publicOrigin: string | undefined
  /** The secrets, one of which each request must have; undefined if none is needed. */
  originSecrets: string | undefined
}

/** The variables of lib/http/environment.ts, and whether messages of webhooks can link to the web interface: lib/webhooks/message.ts. */
const surroundings = (
  { trigger }: ServiceFunction,
  { publicOrigin, originSecrets }: Front,
  { webInterface }: Settings,
): Record<string, string> => ({
  ...(publicOrigin !== undefined && { PUBLIC_ORIGIN: publicOrigin }),
  ...(webInterface ? { VIEWER_ADDRESS_HEADER: viewerAddressHeader } : { WEB_INTERFACE: 'off' }),
  ...(originSecrets !== undefined && trigger === 'http' && { ORIGIN_SECRETS: originSecrets }),
})

interface Parts {
  /** The functions to create. */
  declared: readonly ServiceFunction[]
  table: ITable
  queues: Queues
  front: Front
  /** The folder of the bundles, which has a folder for each function id. */
  bundles: string
  settings: Settings
}

/** A function with its own log group and role. The role allows only writing to that log and the actions in `access`. */
function createFunction(
  parent: Construct,
  one: ServiceFunction,
  { declared, table, queues, front, bundles, settings }: Parts,
): Live {
  const { id, access } = one
  const scope = new Construct(parent, id.replace('.', '-'))
  const { logGroup, role } = createFunctionRole(scope, settings, [
    ...tableGrants(access, table),
    ...triggerGrants(one, table, queues),
    ...targetGrants(id, Stack.of(scope), settings),
  ])
  const { batches } = queues.get(id) ?? {}
  if (batches) acknowledgeSetAside(role, batches)
  const reserved = isShut(id, settings) ? 0 : reservedFor(id, settings)
  const created = new LambdaFunction(scope, 'Function', {
    description: `Tasks API: ${id}`,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64, // a fifth cheaper than x86, and no bundle has native code
    ...sizeOf(one),
    handler: 'index.handler',
    code: Code.fromAsset(join(bundles, id)),
    role,
    logGroup,
    ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
    ...(mayLoop(one, declared) && { recursiveLoop: RecursiveLoop.ALLOW }),
    // no NODE_OPTIONS=--enable-source-maps: every start would read the source maps; they stay with the build
    environment: {
      TABLE_NAME: table.tableName,
      STAGE: settings.stageName,
      ...surroundings(one, front, settings),
      ...queueVariables(one, queues),
      ...receiversOf(id, settings),
      ...docsLocationOf(id, settings),
      ...signInVariables(id, settings),
      ...(!settings.requestMetrics && { POWERTOOLS_METRICS_DISABLED: 'true' }),
    },
  })
  const live = createLive(created, id, settings)
  connectTrigger(one, live, { table, queues, settings })
  return live
}

/** By the functions' ids. */
interface Functions {
  functions: Map<string, LambdaFunction>
  aliases: Map<string, Alias>
}

/**
 * All functions with their aliases, by id. Those of routes are in a nested stack for each resource of the API, such as
 * `tasks`: one stack may have 500 resources
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html). Those of streams and queues
 * stay in the main stack: in another, a stream would be read from its beginning again.
 */
export function createFunctions(scope: Construct, parts: Parts): Functions {
  const parent = new Construct(scope, 'Functions')
  const areas = new Map<string, NestedStack>()
  const areaOf = ({ id, trigger }: ServiceFunction): Construct => {
    if (trigger !== 'http') return parent
    const [name = id] = id.split('.')
    const area = areas.get(name) ?? new NestedStack(parent, name, { description: `Tasks API: ${name}` })
    areas.set(name, area)
    return area
  }
  const all = parts.declared.map((one) => ({ id: one.id, ...createFunction(areaOf(one), one, parts) }))
  return {
    functions: new Map(all.map(({ id, created }) => [id, created])),
    aliases: new Map(all.map(({ id, alias }) => [id, alias])),
  }
}
