import { RemovalPolicy } from 'aws-cdk-lib'
import { Key } from 'aws-cdk-lib/aws-kms'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Settings } from './settings.ts'

/**
 * A log, kept for as long as the settings say, and encrypted with the customer's key if there is one. That key's policy
 * must let CloudWatch Logs use it: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html
 * @param logGroupName without one, CloudFormation chooses it
 */
export const createLogGroup = (
  scope: Construct,
  id: string,
  { logRetentionDays, customerKeyArn }: Settings,
  logGroupName?: string,
): LogGroup =>
  new LogGroup(scope, id, {
    ...(logGroupName !== undefined && { logGroupName }),
    retention: logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY, // its entries expire anyway
    ...(customerKeyArn && { encryptionKey: Key.fromKeyArn(scope, `${id}Key`, customerKeyArn) }),
  })
