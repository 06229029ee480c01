import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { createLogGroup } from './logs.ts'
import type { Settings } from './settings.ts'

/** A function's own log, and a role that allows writing to it, and what the grants say. */
export function createFunctionRole(
  scope: Construct,
  settings: Settings,
  grants: readonly PolicyStatement[],
): { logGroup: LogGroup; role: Role } {
  const logGroup = createLogGroup(scope, 'Logs', settings)
  const writesLog = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  })
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { own: new PolicyDocument({ statements: [writesLog, ...grants] }) },
  })
  return { logGroup, role }
}
