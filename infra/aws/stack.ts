import { CfnOutput, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { createApi } from './api.ts'
import { createFunctions } from './functions.ts'
import { createObservability } from './observability.ts'
import type { Settings } from './settings.ts'
import { createTable } from './table.ts'

/** The service as one team runs it: table, functions, API, and what watches them. */
export class TasksStack extends Stack {
  /** @param bundles where the functions' bundles lie, each in a folder of its id */
  constructor(scope: Construct, settings: Settings, bundles: string) {
    super(scope, `TasksApi-${settings.stageName}`, {
      description: 'Tasks API: one Lambda per endpoint behind an HTTP API, and one DynamoDB table.',
      tags: { service: 'tasks-api', stage: settings.stageName },
    })
    const table = createTable(this, settings)
    const functions = createFunctions(this, { table, bundles, settings })
    const api = createApi(this, functions, settings)
    createObservability(this, { api, functions, table, settings })
    const quota = settings.defaultTaskQuota === undefined ? '' : ` --task-quota ${settings.defaultTaskQuota}`
    const outputs = {
      BaseUrl: api.baseUrl,
      TableName: table.tableName,
      AdminCommand: `npm run admin -- account create --name "My team"${quota} --table ${table.tableName} --region ${this.region}`,
      // where the domain's DNS record must point
      ...(api.domain && { DomainTarget: api.domain.regionalDomainName }),
    }
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value })
  }
}
