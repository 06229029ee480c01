import { CfnOutput, Lazy, Stack, App } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { serviceFunctions } from '../../functions/index.ts'
import { basePath } from '../../lib/contract/routes.ts'
import { createApi } from './api.ts'
import { alarmPrefix } from './background-alarms.ts'
import { createBackup } from './backup.ts'
import { createCanary } from './canary.ts'
import { createCdn, type Cdn } from './cdn/distribution.ts'
import { changeAfter, createOriginSecrets, type OriginSecrets } from './cdn/origin-secret.ts'
import { createDeployments } from './deployments.ts'
import { createFunctions, type Front } from './functions.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createObservability } from './observability.ts'
import type { Settings } from './settings.ts'
import { createTable } from './table.ts'
import { createQueues } from './triggers.ts'
import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }

/** The folders of the builds. */
export interface Builds {
  /** The functions' bundles, in a folder for each function id. */
  functions: string
  /** The canary's bundle; empty without `canaryTokenParameter`. */
  canary: string
  web: string
  docs: string
}

/**
 * What the functions know about the CDN in front of the API. CloudFront's domain is known later, but CloudFormation can
 * make CloudFront first: CloudFront needs the API, and only the API's routes need the functions.
 */
const frontOf = (
  { domainName, webInterface, originCheck }: Settings,
  originOfCdn: () => string | undefined,
  secrets: OriginSecrets | undefined,
): Front => ({
  publicOrigin: webInterface ? Lazy.string({ produce: originOfCdn }) : domainName && `https://${domainName}`,
  originSecrets: originCheck ? secrets?.accepted : undefined,
})

/** The output with the command that does a function's failed batches again. The first function on the stream had no name in it. */
const replayOutput = (id: string): string =>
  id === 'webhooks.dispatch' ? 'ReplayCommand' : `${alarmPrefix(id)}ReplayCommand`

/** The service of one team: table, functions, API, web interface, and monitoring. */
export class TasksStack extends Stack {
  /** @param declared the functions of the contract; a test may pass its own */
  constructor(scope: Construct, settings: Settings, builds: Builds, declared = serviceFunctions) {
    const { account, region, stageName } = settings
    super(scope, `TasksApi-${stageName}`, {
      // the CDK refuses credentials of another account
      ...(account !== undefined && region !== undefined && { env: { account, region } }),
      terminationProtection: stageName === 'production',
      description: 'Tasks API: one Lambda per endpoint behind an HTTP API, and one DynamoDB table.',
      tags: { service: 'tasks-api', stage: stageName },
    })
    const table = createTable(this, settings)
    const queues = createQueues(this, declared, settings)
    const secrets = createOriginSecrets(this, settings)
    const front = frontOf(settings, () => cdn?.origin, secrets)
    const { functions, aliases } = createFunctions(this, {
      ...{ declared, table, queues, front, settings },
      bundles: builds.functions,
    })
    if (declared.some(({ trigger }) => trigger === 'stream')) createHeartbeat(this, table)
    const api = createApi(this, aliases, settings)
    const cdn: Cdn | undefined = settings.webInterface
      ? createCdn(this, { api, settings, folders: builds, originSecret: secrets?.sent })
      : undefined
    if (secrets && cdn) changeAfter(functions, cdn.distribution)
    const baseUrl = `${(cdn ?? api).origin}${basePath}`
    const canary = createCanary(this, { baseUrl, bundle: builds.canary, settings })
    const backup = createBackup(this, table, settings)
    const { Crashes } = createObservability(this, {
      ...{ api, declared, functions, canary, queues, table, backup, settings },
    })
    createDeployments(this, {
      api,
      aliases: aliases.values(),
      alarms: Crashes ? [Crashes] : [],
      settings,
    })
    // the target of the DNS record for a team's own domain
    const target = cdn?.distribution.distributionDomainName ?? api.domain?.regionalDomainName
    const replays = [...queues].flatMap(([id, { batches }]) => {
      const name = functions.get(id)?.functionName
      if (!batches || name === undefined) return []
      const replay = `npm run admin -- replay-batches --bucket ${batches.bucketName} --function ${name} --region ${this.region}`
      return [[replayOutput(id), replay] as const]
    })
    const outputs = {
      BaseUrl: baseUrl,
      ...(cdn && { WebUrl: `${cdn.origin}/` }),
      TableName: table.tableName,
      AdminCommand: `npm run admin -- account create --name "My team" --table ${table.tableName} --region ${this.region}`,
      ...Object.fromEntries(replays),
      ...(settings.domainName && target !== undefined && { DomainTarget: target }),
    }
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value })
  }
}

/**
 * A CDK app with every feature flag at the value that the library recommends for new apps. (After an update of the
 * library, `npx cdk diff` shows what would change in an existing stage.)
 */
export const newApp = (): App => new App({ autoSynth: false, context: recommended })
