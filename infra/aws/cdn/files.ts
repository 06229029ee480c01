import { RemovalPolicy, Stack, Token, Validations } from 'aws-cdk-lib'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  ObjectOwnership,
  type CfnBucket,
  type IBucket,
} from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import type { Construct } from 'constructs'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { signInPath } from '../../../lib/contract/routes.ts'
import { apiCatalog } from '../../web-assets/api-catalog.ts'
import { cacheControl } from '../../web-assets/headers.ts'
import type { Api } from '../api.ts'
import { createLogGroup } from '../logs.ts'
import type { Settings } from '../settings.ts'

/** The private bucket of the files. Only the distribution reads it. Deleted with the stack: a build can recreate it. */
export function createBucket(scope: Construct): IBucket {
  const bucket = new Bucket(scope, 'Files', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    removalPolicy: RemovalPolicy.DESTROY,
    autoDeleteObjects: true,
  })
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'Only CloudFront reads it, and its files are public: an access log would be useless.',
  })
  return bucket as IBucket // Bucket implements IBucket; only exactOptionalPropertyTypes tells them apart
}

const page = 'index.html'

/** The folder of the catalogue of the API. */
const wellKnown = dirname(apiCatalog.path).slice(1)

/**
 * Uploads the builds of the web interface and of the documentation. First the assets, next to those of earlier
 * builds, which open pages still load. The pages come last, after the API that they call. CloudFront asks for a page again
 * after a second (`no-cache`), so nothing is invalidated: a deployment that waits for an invalidation can fail
 * (https://github.com/aws/aws-cdk/issues/15891).
 */
export function uploadFiles(
  scope: Construct,
  {
    folders,
    bucket,
    api,
    settings,
  }: {
    folders: { web: string; docs: string }
    bucket: IBucket
    api: Api
    settings: Settings
  },
): void {
  const logGroup = createLogGroup(scope, 'UploadLogs', settings)
  const common = { destinationBucket: bucket, prune: false, logGroup, outputObjectKeys: false }
  const assets = new BucketDeployment(scope, 'Assets', {
    ...common,
    sources: [
      Source.asset(folders.web, { exclude: [page] }),
      Source.asset(folders.docs, {
        exclude: ['*', wellKnown, 'docs/*', '!docs', '!docs/assets', '!docs/assets/**'],
      }),
    ],
    cacheControl: [CacheControl.fromString(cacheControl.assets)],
  })
  const pageUpload = new BucketDeployment(scope, 'Page', {
    ...common,
    sources: [
      Source.asset(folders.web, { exclude: ['assets'] }),
      Source.asset(folders.docs, { exclude: ['docs/assets', wellKnown] }),
    ],
    cacheControl: [CacheControl.fromString(cacheControl.page)],
  })
  pageUpload.node.addDependency(assets, api.httpApi, api.stage) // the routes belong to httpApi, and need their functions
  // its name has no extension to tell its type by
  const catalog = new BucketDeployment(scope, 'ApiCatalog', {
    ...common,
    sources: [Source.data(apiCatalog.path.slice(1), apiCatalog.text)],
    cacheControl: [CacheControl.fromString(cacheControl.page)],
    contentType: apiCatalog.contentType,
  })
  catalog.node.addDependency(pageUpload)
  if (settings.signIn) {
    // the page again, under the path to which an identity provider sends people back; it has no extension to tell its type by
    const callback = new BucketDeployment(scope, 'SignInPage', {
      ...common,
      sources: [Source.data(signInPath.slice(1), readFileSync(join(folders.web, page), 'utf8'))],
      cacheControl: [CacheControl.fromString(cacheControl.page)],
      contentType: 'text/html; charset=utf-8',
    })
    callback.node.addDependency(pageUpload)
  }
  acknowledgeUploader(pageUpload, bucket)
}

/** What cdk-nag shows of a part of an ARN: the value of a stage that has an account and a region, else what CloudFormation fills in. */
const shown = (value: string, name: string) => (Token.isUnresolved(value) ? `<AWS::${name}>` : value)

/** The uploading function and its role come from the CDK, and run only during a deployment. */
function acknowledgeUploader({ handlerRole }: BucketDeployment, bucket: IBucket): void {
  const uploader = handlerRole.node.scope
  if (!uploader) throw new Error('The uploader’s role belongs to no function.')
  const stack = Stack.of(bucket)
  const filesId = stack.getLogicalId(bucket.node.defaultChild as CfnBucket) // the default child of a Bucket
  const place = `${shown(stack.account, 'AccountId')}-${shown(stack.region, 'Region')}`
  const assetsBucket = `cdk-${String(stack.synthesizer.bootstrapQualifier)}-assets-${place}`
  const wildcards = [
    ...['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject'].map((action) => `Action::s3:${action}*`),
    `Resource::arn:${shown(stack.partition, 'Partition')}:s3:::${assetsBucket}/*`,
    `Resource::<${filesId}.Arn>/*`,
  ]
  const reason = 'The CDK’s own uploader: it reads the CDK’s assets and writes to this bucket.'
  const basicRole = 'service-role/AWSLambdaBasicExecutionRole'
  Validations.of(uploader).acknowledge(
    ...wildcards.map((wildcard) => ({ id: `AwsSolutions-IAM5[${wildcard}]`, reason })),
    {
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${basicRole}]`,
      reason: 'Its logs.',
    },
    { id: 'AwsSolutions-L1', reason: 'The CDK chooses the runtime of its own function.' },
  )
}
