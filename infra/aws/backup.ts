import { Aws, Duration, Fn, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupSelection,
  BackupVault,
  type IBackupVault,
} from 'aws-cdk-lib/aws-backup'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { Schedule, Rule } from 'aws-cdk-lib/aws-events'
import {
  AccountPrincipal,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import type { LogGroup, CfnLogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { createHash } from 'node:crypto'
import type { Settings } from './settings.ts'
import { createLogGroup } from './logs.ts'

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
 * Creates the log of the copy jobs from the stack's own vault, with their results. The events of a copy job are in the
 * account and region of the vault that is copied from. The metrics of AWS Backup cannot say this: they count a copy job
 * under the name of the vault that it copies to, and another stage may copy to the same one.
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/eventbridge.html
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/cloudwatch.html
 */
function createCopyLog(scope: Construct, vault: IBackupVault, settings: Settings): LogGroup {
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

/**
 * How long the stack's own vault keeps a backup, which only waits there to be copied. So a copy that fails on a
 * Saturday can be repeated on Monday. The account itself is restored by point-in-time recovery.
 */
const waitingDays = 3

/**
 * The actions that AWS Backup needs on a key that encrypts the table or the vault, as in its own policy
 * AWSBackupServiceRolePolicyForBackup.
 */
const backupKeyGrants = (keyArns: string[]): PolicyStatement[] => [
  new PolicyStatement({
    actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
    resources: keyArns,
    conditions: { StringEquals: { 'kms:ViaService': `dynamodb.${Aws.REGION}.amazonaws.com` } },
  }),
  new PolicyStatement({ actions: ['kms:DescribeKey'], resources: keyArns }),
  new PolicyStatement({
    actions: ['kms:CreateGrant'],
    resources: keyArns,
    conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
  }),
]

/**
 * The role of AWS Backup: it may back up only this table, and copy only to that vault.
 * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSBackupServiceRolePolicyForBackup.html
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsbackup.html
 */
function createRole(
  scope: Construct,
  table: ITable,
  vault: { own: BackupVault; key: Key; other: string },
): Role {
  const recoveryPoints = `arn:${Aws.PARTITION}:backup:${Aws.REGION}:${Aws.ACCOUNT_ID}:recovery-point:*`
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    inlinePolicies: {
      own: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['dynamodb:DescribeTable', 'dynamodb:ListTagsOfResource', 'dynamodb:StartAwsBackupJob'],
            resources: [table.tableArn],
          }),
          new PolicyStatement({
            actions: ['backup:DescribeBackupVault', 'backup:CopyIntoBackupVault'],
            resources: [vault.own.backupVaultArn, vault.other],
          }),
          new PolicyStatement({
            actions: ['backup:CopyFromBackupVault'],
            resources: ['*'],
            conditions: {
              'ForAllValues:ArnEquals': { 'backup:CopyTargets': [vault.other] },
              Null: { 'backup:CopyTargets': 'false' },
            },
          }),
          new PolicyStatement({ actions: ['backup:TagResource'], resources: [recoveryPoints] }),
          ...backupKeyGrants([
            vault.key.keyArn,
            ...(table.encryptionKey ? [table.encryptionKey.keyArn] : []),
          ]),
        ],
      }),
    },
  })
  Validations.of(role).acknowledge(
    {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'Which backups are copied is not known before; a condition names the only vault that they may go to.',
    },
    {
      id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:backup:<AWS::Region>:<AWS::AccountId>:recovery-point:*]',
      reason: 'Nobody knows the ids of backups before they are made.',
    },
  )
  return role
}

/** Lets another account read what a key encrypts, so that it can copy. A key that AWS manages cannot be shared. */
function share(key: Key, account: string): void {
  const principals = [new AccountPrincipal(account)]
  const uses = ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'GenerateDataKeyWithoutPlaintext']
  key.addToResourcePolicy(
    new PolicyStatement({
      principals,
      actions: [...uses, 'ReEncryptFrom', 'ReEncryptTo'].map((use) => `kms:${use}`),
      resources: ['*'], // this key
    }),
  )
  key.addToResourcePolicy(
    new PolicyStatement({
      principals,
      actions: ['kms:CreateGrant'],
      resources: ['*'],
      conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
    }),
  )
}

/**
 * The name of the stack's own vault. Each stack has a different one, so that a retained vault does not block a later
 * stack.
 */
function vaultName({ stageName }: Settings): string {
  const stackId = Fn.select(2, Fn.split('/', Aws.STACK_ID))
  return `tasks-${stageName}-${Fn.select(4, Fn.split('-', stackId))}`
}

/**
 * The name of the selection for a table other than the stack's own. A selection's table cannot be changed, so
 * CloudFormation makes a new selection before it removes the old one. With the same name, that would fail.
 */
const selectionName = ({ tableName }: Settings): { backupSelectionName?: string } => {
  if (tableName === undefined) return {}
  const hash = createHash('sha256').update(tableName).digest('hex').slice(0, 8)
  return { backupSelectionName: `Selection-${hash}` }
}

/** The resources of the backups that alarms watch. */
export interface Backup {
  /** The log of their copy jobs. */
  copies: LogGroup
}

/**
 * Backs the table up every night and copies that to a vault elsewhere; nothing without `backupVaultArn`.
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/create-cross-account-backup.html
 */
export function createBackup(stack: Stack, table: ITable, settings: Settings): Backup | undefined {
  const { backupVaultArn: other, backupRetentionDays } = settings
  if (other === undefined) return undefined
  const scope = new Construct(stack, 'Backup')
  const key = new Key(scope, 'Key', {
    enableKeyRotation: true,
    description: 'Tasks API: backups of the table',
    removalPolicy: RemovalPolicy.RETAIN, // with the vault: no backup can be read without it
  })
  share(key, Fn.select(4, Fn.split(':', other)))
  const own = new BackupVault(scope, 'Vault', {
    backupVaultName: vaultName(settings),
    encryptionKey: key,
    removalPolicy: RemovalPolicy.RETAIN,
  })
  const plan = new BackupPlan(scope, 'Plan', {
    backupPlanName: stack.stackName,
    backupVault: own,
    backupPlanRules: [
      new BackupPlanRule({
        ruleName: 'nightly',
        scheduleExpression: Schedule.cron({ minute: '0', hour: '3' }),
        startWindow: Duration.hours(1),
        completionWindow: Duration.hours(12),
        deleteAfter: Duration.days(waitingDays),
        copyActions: [
          {
            destinationBackupVault: BackupVault.fromBackupVaultArn(scope, 'Other', other),
            deleteAfter: Duration.days(backupRetentionDays),
          },
        ],
      }),
    ],
  })
  new BackupSelection(scope, 'Selection', {
    backupPlan: plan,
    resources: [BackupResource.fromArn(table.tableArn)],
    role: createRole(scope, table, { own, key, other }),
    ...selectionName(settings),
    disableDefaultBackupPolicy: true, // AWS's own policy may back up, copy and delete nearly everything in the account
  })
  return { copies: createCopyLog(scope, own, settings) }
}
