import { describe, expect, it } from 'vitest'
import type { Resource } from '../../harness/sandbox/template.ts'
import { everything, synthesize } from './synthesize.ts'

const full = synthesize(everything)
const { backupVaultArn: other, customerKeyArn } = everything
const [vaultId = ''] = Object.keys(full.resources('AWS::Backup::BackupVault'))
const [tableId = ''] = Object.keys(full.resources('AWS::DynamoDB::Table'))
const vaultName = { 'Fn::GetAtt': [vaultId, 'BackupVaultName'] }
const ownArn = { 'Fn::GetAtt': [vaultId, 'BackupVaultArn'] }
const tableArn = { 'Fn::GetAtt': [tableId, 'Arn'] }

/** A statement of a policy, named as in IAM. */
interface Statement {
  Action: string | string[]
  Resource: unknown
  Condition?: object
  Principal?: unknown
}

const [keyId = '', key] =
  Object.entries(full.resources('AWS::KMS::Key')).find(
    ([, { Properties }]) => Properties.Description === 'Tasks API: backups of the table',
  ) ?? []
const keyArn = { 'Fn::GetAtt': [keyId, 'Arn'] }

const role = Object.values(full.resources('AWS::IAM::Role')).find(({ Properties }) =>
  JSON.stringify(Properties.AssumeRolePolicyDocument).includes('"backup.amazonaws.com"'),
)
const policies = role?.Properties.Policies as { PolicyDocument: { Statement: Statement[] } }[] // the role has one
const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
const granting = (action: string) => statements.filter(({ Action }) => [Action].flat().includes(action))

describe('the backup', () => {
  it('is not there unless a vault is named', () => {
    const { template } = synthesize()
    const types = Object.values(template.toJSON().Resources as Record<string, Resource>).map(
      ({ Type }) => Type,
    )
    expect(types.filter((type) => /Backup|KMS/.test(type))).toEqual([])
  })

  it('is made of the table every night, and copied to the vault, where it is kept for as long as the settings say', () => {
    const { BackupPlan } = full.only('AWS::Backup::BackupPlan').Properties as {
      BackupPlan: { BackupPlanRule: object[] }
    }
    expect(BackupPlan.BackupPlanRule).toMatchObject([
      {
        ScheduleExpression: 'cron(0 3 * * ? *)',
        TargetBackupVault: vaultName,
        Lifecycle: { DeleteAfterDays: 3 },
        CopyActions: [
          {
            DestinationBackupVaultArn: other,
            Lifecycle: { DeleteAfterDays: everything.backupRetentionDays },
          },
        ],
      },
    ])
    const { BackupSelection } = full.only('AWS::Backup::BackupSelection').Properties
    expect(BackupSelection).toMatchObject({ Resources: [tableArn] })
  })

  it('waits in a vault that outlives the stack, with a key that the other account may use to read it', () => {
    const vault = full.only('AWS::Backup::BackupVault')
    expect(vault).toMatchObject({ DeletionPolicy: 'Retain', Properties: { EncryptionKeyArn: keyArn } })
    expect(key).toMatchObject({ DeletionPolicy: 'Retain', Properties: { EnableKeyRotation: true } })
    const { Statement: own } = key?.Properties.KeyPolicy as { Statement: Statement[] } // the shape of a policy
    const shared = own.filter(({ Principal }) => JSON.stringify(Principal).includes('::210987654321:root'))
    expect(shared.flatMap(({ Action }) => Action)).toEqual([
      ...['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey'],
      ...['kms:GenerateDataKeyWithoutPlaintext', 'kms:ReEncryptFrom', 'kms:ReEncryptTo', 'kms:CreateGrant'],
    ])
    expect(shared.find(({ Action }) => Action === 'kms:CreateGrant')?.Condition).toEqual({
      Bool: { 'kms:GrantIsForAWSResource': 'true' },
    })
  })

  it('has a role that reads this table, copies to that vault, uses these two keys, and can do nothing else', () => {
    expect(role?.Properties).not.toHaveProperty('ManagedPolicyArns')
    const all = statements.flatMap(({ Action }) => Action).sort()
    expect(all).toEqual([
      ...['backup:CopyFromBackupVault', 'backup:CopyIntoBackupVault', 'backup:DescribeBackupVault'],
      ...['backup:TagResource', 'dynamodb:DescribeTable', 'dynamodb:ListTagsOfResource'],
      ...[
        'dynamodb:StartAwsBackupJob',
        'kms:CreateGrant',
        'kms:Decrypt',
        'kms:DescribeKey',
        'kms:GenerateDataKey',
      ],
    ])
    expect(granting('dynamodb:StartAwsBackupJob').map(({ Resource }) => Resource)).toEqual([tableArn])
    expect(granting('backup:CopyIntoBackupVault').map(({ Resource }) => Resource)).toEqual([[other, ownArn]])
    expect(JSON.stringify(granting('backup:CopyFromBackupVault'))).toContain(
      `{"backup:CopyTargets":["${other}"]}`,
    )
    for (const use of ['kms:Decrypt', 'kms:CreateGrant', 'kms:DescribeKey'])
      expect(granting(use).map(({ Resource }) => Resource)).toEqual([[customerKeyArn, keyArn]])
  })

  it('has a log of the copy jobs from its own vault alone, to which EventBridge may write', () => {
    const [logId, log] =
      Object.entries(full.resources('AWS::Logs::LogGroup')).find(([id]) => id.startsWith('BackupCopies')) ??
      []
    const [rule] = Object.values(full.resources('AWS::Events::Rule')).filter(({ Properties }) =>
      JSON.stringify(Properties).includes('aws.backup'),
    )
    expect(rule?.Properties.EventPattern).toEqual({
      source: ['aws.backup'],
      'detail-type': ['Copy Job State Change'],
      detail: { sourceBackupVaultArn: [ownArn] },
    })
    const name = '/aws/events/TasksApi-production-copies'
    expect(log?.Properties.LogGroupName).toBe(name)
    expect(JSON.stringify(rule?.Properties.Targets)).toContain(`:log-group:${name}"`)
    expect(JSON.stringify(log?.Properties.ResourcePolicyDocument)).toMatch(
      /"logs:PutLogEvents".*"events.amazonaws.com".*-copies:log-stream:\*"/,
    )
    const [filter] = Object.values(full.resources('AWS::Logs::MetricFilter')).filter(
      ({ Properties }) => (Properties.LogGroupName as { Ref: string }).Ref === logId, // as in CloudFormation
    )
    expect(filter?.Properties.FilterPattern).toBe('{ $.detail.state = "COMPLETED" }')
  })

  it('has an alarm when nothing has been copied for two days, for whatever reason', () => {
    const alarm = Object.entries(full.resources('AWS::CloudWatch::Alarm')).find(([id]) =>
      id.startsWith('BackupsMissing'),
    )?.[1]
    expect(alarm?.Properties).toMatchObject({
      Metrics: [
        { Expression: 'FILL(completed, 0)' },
        {
          MetricStat: {
            Metric: { Namespace: 'TasksApi', MetricName: 'CopiedBackups-production' },
            Period: 86_400,
            Stat: 'Sum',
          },
        },
      ],
      EvaluationPeriods: 2,
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      TreatMissingData: 'breaching',
    })
  })
})
