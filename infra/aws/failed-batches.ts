import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal, type Role } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  ObjectOwnership,
  type CfnBucket,
} from 'aws-cdk-lib/aws-s3'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { keptDays } from '../../lib/table/kept-elsewhere.ts'
import type { Settings } from './settings.ts'

/**
 * Where Lambda puts the batches of a stream that failed too often, with their records. The stream keeps these for a day only,
 * and a queue as the destination would only get their position. Each object tells the failure queue, whose messages the alarm
 * counts. The bucket stays when the stack goes: it may hold the only copy of an event. The records are those of the table, and so
 * is the key that encrypts them.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
export function createFailedBatches(
  scope: Construct,
  failed: Queue,
  { customerKeyArn }: Pick<Settings, 'customerKeyArn'>,
): Bucket {
  const bucket = new Bucket(scope, 'Batches', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    ...(customerKeyArn === undefined
      ? { encryption: BucketEncryption.S3_MANAGED }
      : {
          encryption: BucketEncryption.KMS,
          encryptionKey: Key.fromKeyArn(scope, 'BatchesKey', customerKeyArn),
          bucketKeyEnabled: true, // else KMS is asked for each object
        }),
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    lifecycleRules: [{ expiration: Duration.days(keptDays.failedBatches) }],
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  })
  // the account is enough: the bucket's ARN would make a circle, because the bucket needs this policy first
  failed.grantSendMessages(
    new ServicePrincipal('s3.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  )
  const own = bucket.node.defaultChild as CfnBucket // the default child of a Bucket
  own.notificationConfiguration = {
    queueConfigurations: [{ event: 's3:ObjectCreated:*', queue: failed.queueArn }],
  }
  own.node.addDependency(failed.node.findChild('Policy'))
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'Lambda writes to it, and an operator reads it: CloudTrail has who does.',
  })
  return bucket
}

/** What Lambda needs to put a batch there, with the function's role. */
export const setAsideGrants = ({
  bucketArn,
  encryptionKey,
  stack: { region },
}: Bucket): PolicyStatement[] => [
  new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucketArn] }),
  new PolicyStatement({ actions: ['s3:PutObject'], resources: [`${bucketArn}/*`] }),
  ...(encryptionKey
    ? [
        new PolicyStatement({
          actions: ['kms:GenerateDataKey'],
          resources: [encryptionKey.keyArn],
          conditions: { StringEquals: { 'kms:ViaService': `s3.${region}.amazonaws.com` } },
        }),
      ]
    : []),
]

/** Lambda chooses the names of the objects. */
export function acknowledgeSetAside(role: Role, bucket: Bucket): void {
  const id = Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnBucket) // the default child of a Bucket
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::<${id}.Arn>/*]`,
    reason: 'Lambda chooses the names of the objects in the bucket of failed batches.',
  })
}
