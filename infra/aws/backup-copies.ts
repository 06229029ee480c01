import { Aws, Stack } from 'aws-cdk-lib'
import type { IBackupVault } from 'aws-cdk-lib/aws-backup'
import { Rule } from 'aws-cdk-lib/aws-events'
import { PolicyDocument, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { CfnLogGroup, LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { createLogGroup } from './logs.ts'
import type { Settings } from './settings.ts'

/** Lets EventBridge write to a log group. A rule can name only a log group of its own account as its target. */
const writableByEvents = (logGroupArn: string) =>
  new PolicyDocument({
    statements: [
      new PolicyStatement({
        principals: ['events', 'delivery.logs'].map((one) => new ServicePrincipal(`${one}.amazonaws.com`)),
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [`${logGroupArn}:log-stream:*`],
      }),
    ],
  })

/**
 * Creates the log of the copy jobs from the stack's own vault, whatever became of them. The events of a copy job are in the
 * account and region of the vault that is copied from. The metrics of AWS Backup cannot say this: they count a copy job
 * under the name of the vault that it copies to, and another stage may copy to the same one.
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/eventbridge.html
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/cloudwatch.html
 */
export function createCopyLog(scope: Construct, vault: IBackupVault, settings: Settings): LogGroup {
  const stack = Stack.of(scope)
  // the console offers only log groups with this prefix as targets
  const name = `/aws/events/${stack.stackName}-copies`
  const arn = `arn:${Aws.PARTITION}:logs:${stack.region}:${stack.account}:log-group:${name}`
  const logGroup = createLogGroup(scope, 'Copies', settings, name)
  const cfnLogGroup = logGroup.node.defaultChild as CfnLogGroup // the default child of a LogGroup
  cfnLogGroup.resourcePolicyDocument = writableByEvents(arn)
  const rule = new Rule(scope, 'CopyJobs', {
    description: 'Tasks API: writes the copy jobs of backups into a log',
    eventPattern: {
      source: ['aws.backup'],
      detailType: ['Copy Job State Change'],
      detail: { sourceBackupVaultArn: [vault.backupVaultArn] },
    },
    // the CDK's own target would make the policy with a function that runs during deployments
    targets: [{ bind: () => ({ id: '', arn }) }],
  })
  rule.node.addDependency(logGroup)
  return logGroup
}
