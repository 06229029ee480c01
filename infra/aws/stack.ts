import { CfnOutput, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { serviceFunctions } from '../../lib/contract/functions.ts'
import { basePath } from '../../lib/contract/routes.ts'
import { createApi } from './api.ts'
import { createFunctions } from './functions.ts'
import { createObservability } from './observability.ts'
import type { Settings } from './settings.ts'
import { createTable } from './table.ts'
import { createQueues } from './triggers.ts'
import { createCdn } from './cdn/distribution.ts'

/** The folders of the builds. */
export interface Builds {
  /** The functions' bundles, in a folder for each function id. */
  functions: string
  web: string
}

/** The service of one team: table, functions, API, web interface, and monitoring. */
export class TasksStack extends Stack {
  /** @param declared the functions of the contract; a test may pass its own */
  constructor(scope: Construct, settings: Settings, builds: Builds, declared = serviceFunctions) {
    super(scope, `TasksApi-${settings.stageName}`, {
      description: 'Tasks API: one Lambda per endpoint behind an HTTP API, and one DynamoDB table.',
      tags: { service: 'tasks-api', stage: settings.stageName },
    })
    const table = createTable(this, settings)
    const queues = createQueues(this, declared)
    const functions = createFunctions(this, { declared, table, queues, bundles: builds.functions, settings })
    const api = createApi(this, functions, settings)
    const cdn = settings.webInterface ? createCdn(this, api, settings, builds.web) : undefined
    createObservability(this, { api, functions, queues, table, settings })
    const quota = settings.defaultTaskQuota === undefined ? '' : ` --task-quota ${settings.defaultTaskQuota}`
    // the target of the DNS record for a team's own domain
    const target = cdn?.distribution.distributionDomainName ?? api.domain?.regionalDomainName
    const outputs = {
      BaseUrl: `${(cdn ?? api).origin}${basePath}`,
      ...(cdn && { WebUrl: `${cdn.origin}/` }),
      TableName: table.tableName,
      AdminCommand: `npm run admin -- account create --name "My team"${quota} --table ${table.tableName} --region ${this.region}`,
      ...(settings.domainName && target !== undefined && { DomainTarget: target }),
    }
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value })
  }
}
