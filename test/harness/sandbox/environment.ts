import { randomBytes } from 'node:crypto'
import type { FunctionDescription } from './template.ts'

/** The account id of AWS's own examples. */
export const awsAccountId = '123456789012'
export const awsRegion = 'eu-central-1'

/** The temporary credentials that Lambda gets by assuming a function's role. */
export interface RoleCredentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string
}

/** Random credentials in the format of STS. */
export const newCredentials = (): RoleCredentials => ({
  accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64'),
  sessionToken: randomBytes(120).toString('base64'),
})

/** The locations and credentials of one execution environment. */
export interface Place {
  /** The folder of the bundle. */
  taskRoot: string
  /** Host and port of the runtime API. */
  runtimeApi: string
  /** The endpoint of the proxy in front of the engine. */
  dynamoDbEndpoint: string
  credentials: RoleCredentials
}

/**
 * All environment variables of a function, without any of this machine. DYNAMODB_ENDPOINT is the one difference from
 * AWS, where it is absent and the SDK uses the region's endpoint.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html, "Defined runtime environment variables"
 */
export const environmentOf = (
  { name, runtime, handler, memoryMiB, variables }: FunctionDescription,
  { taskRoot, runtimeApi, dynamoDbEndpoint, credentials }: Place,
): Record<string, string> => ({
  ...variables,
  DYNAMODB_ENDPOINT: dynamoDbEndpoint,
  _HANDLER: handler,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_DEFAULT_REGION: awsRegion,
  AWS_EXECUTION_ENV: `AWS_Lambda_${runtime}`,
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMiB),
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_VERSION: '1',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: 'sandbox',
  AWS_LAMBDA_RUNTIME_API: runtimeApi,
  AWS_REGION: awsRegion,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_SESSION_TOKEN: credentials.sessionToken,
  LAMBDA_RUNTIME_DIR: '/var/runtime',
  LAMBDA_TASK_ROOT: taskRoot,
  LANG: 'en_US.UTF-8',
  PATH: '/var/lang/bin:/usr/local/bin:/usr/bin/:/bin:/opt/bin',
  TZ: ':UTC',
})
