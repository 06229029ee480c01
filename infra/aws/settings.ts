import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import * as z from 'zod'
import { functionIds } from '../../functions/index.ts'
import { keptDays } from '../../lib/table/kept-elsewhere.ts'
import { partsOfTarget } from '../../lib/webhooks/sending/aws-name.ts'

/** The region of AWS's global resources, such as CloudFront's certificates and web ACLs. */
export const globalRegion = 'us-east-1'

/** Converts text from `--context key=value` to the numbers and booleans that cdk.json has. */
const fromText = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  if (value === 'true' || value === 'false') return value === 'true'
  return value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value)
}

const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`
  return z.preprocess(fromText, z.int({ error }).min(least, { error }).max(most, { error }))
}

const flag = z.preprocess(fromText, z.boolean({ error: 'must be true or false' }))

const text = (pattern: RegExp, error: string) => z.string({ error }).regex(pattern, { error })

const retentions = Object.values(RetentionDays).filter(
  (days): days is RetentionDays => typeof days === 'number' && days !== RetentionDays.INFINITE,
)

const origin = text(
  /^(\*|https?:\/\/[^/\s]+)$/,
  'must be origins such as https://app.example.com, separated by commas',
)

const network = text(
  /^([0-9.]+|[0-9a-fA-F:.]+)\/\d{1,3}$/,
  'must be networks such as 10.0.0.0/8, separated by commas',
)

const target = z.string().refine((value) => partsOfTarget(value) !== undefined, {
  error:
    'must be buses and queues such as eventbridge:tasks or sqs:arn:aws:sqs:eu-central-1:123456789012:tasks, separated by commas',
})

const listOf = (one: typeof origin) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value),
      z.array(one),
    )
    .default([])

/**
 * The concurrent executions that Lambda keeps free of reservations:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
export const unreservedConcurrency = 100

/** The concurrent executions of a new AWS account: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const smallestAccount = 10

/** Runs of rules are short: they wait for the table alone. */
const defaultRuleConcurrency = 2

const concurrencyError = {
  error: `must be a whole number, or whole numbers by endpoint such as {"tasks.create": 50}; the endpoints are ${functionIds.join(', ')}`,
}
const executions = wholeNumber(0, 10_000)
const concurrency = z.preprocess(
  fromText,
  z.union([executions, z.partialRecord(z.enum(functionIds), executions, concurrencyError)], concurrencyError),
)

const ready = z.partialRecord(z.enum(functionIds), wholeNumber(1, 10_000), {
  error: `must be whole numbers by endpoint such as {"tasks.get": 2}; the endpoints are ${functionIds.join(', ')}`,
})

/** How CodeDeploy moves calls to a new version: the names of its own configurations, and `off` for all at once. */
const shifts = [
  'off',
  ...([5, 10, 15, 30] as const).map((minutes) => `Canary10Percent${minutes}Minutes` as const),
  'Linear10PercentEvery1Minute',
  ...([2, 3, 10] as const).map((minutes) => `Linear10PercentEvery${minutes}Minutes` as const),
] as const

/** Who gets in: everybody; for reading alone; nobody. */
const accesses = ['open', 'readOnly', 'closed'] as const

const signInError: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'unrecognized_keys'
    ? `has nothing that is named ${issue.keys.join(', ')}`
    : 'must be an object such as {"issuer": "https://id.example.com", "clientId": "tasks"}'

/** How people sign in: docs/sign-in.md. The secret is one of Secrets Manager, so that no template has it. */
const signIn = z.strictObject(
  {
    issuer: z.string(),
    clientId: z.string(),
    clientSecretName: text(
      /^[\w/+=.@-]{1,512}$/,
      'must be the name of a secret in Secrets Manager, such as tasks-api/production/sign-in',
    ).optional(),
    clientSecretVersion: text(/^[\w-]{32,64}$/, 'must be the id of a version of the secret').optional(),
    clientAuth: z.string().optional(),
    name: z.string().optional(),
    trustEmail: flag.optional(),
  },
  { error: signInError },
)

/** Every setting, with its default. docs/deploy-settings.md explains each. */
export const fields = z.strictObject({
  stageName: text(
    /^[a-z][a-z0-9-]{0,30}$/,
    'must be 1 to 31 lower-case letters, digits and hyphens, a letter first',
  ).default('production'),
  account: text(/^\d{12}$/, 'must be the 12 digits of an AWS account, as a text').optional(),
  region: text(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region such as eu-west-1').optional(),
  access: z.enum(accesses, { error: `must be one of ${accesses.join(', ')}` }).default('open'),
  domainName: text(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'must be a domain name such as api.example.com').optional(),
  certificateArn: text(/^arn:[\w-]+:acm:.+/, 'must be the ARN of a certificate in ACM').optional(),
  throttleRate: wholeNumber(1, 100_000).default(500),
  throttleBurst: wholeNumber(1, 100_000).default(1_000),
  logRetentionDays: z
    .preprocess(fromText, z.literal(retentions, { error: `must be one of ${retentions.join(', ')}` }))
    .default(RetentionDays.ONE_MONTH),
  alarmEmail: z.email({ error: 'must be an e-mail address' }).optional(),
  alarmTopicArn: text(
    /^arn:[\w-]+:sns:[a-z0-9-]+:\d{12}:[\w-]+$/,
    'must be the ARN of a topic in SNS',
  ).optional(),
  canaryTokenParameter: text(
    /^\/?[\w.-]+(\/[\w.-]+)*$/,
    'must be the name of a parameter of SSM, such as /tasks-api/production/canary',
  ).optional(),
  monthlyBudgetDollars: wholeNumber(1, 1_000_000).optional(),
  requestMetrics: flag.default(true),
  corsOrigins: listOf(origin),
  reservedConcurrency: concurrency.optional(),
  accountConcurrency: wholeNumber(smallestAccount, 1_000_000).default(1_000),
  provisionedConcurrency: ready.optional(),
  gradualDeployment: z.enum(shifts, { error: `must be one of ${shifts.join(', ')}` }).default('off'),
  // from 2 on: the least that a queue's event source takes. By default, half of the smallest account is left for the API
  deliveryConcurrency: wholeNumber(2, 1_000).default(smallestAccount / 2 - defaultRuleConcurrency),
  ruleConcurrency: wholeNumber(2, 1_000).default(defaultRuleConcurrency),
  webhookAllowedNetworks: listOf(network),
  webhookTargets: listOf(target),
  tableName: text(/^[\w.-]{3,255}$/, 'must be the name of a table in the same region').optional(),
  tableStreamArn: text(
    /^arn:[\w-]+:dynamodb:.+:table\/.+\/stream\/.+/,
    'must be the ARN of the stream of the table tableName',
  ).optional(),
  customerKeyArn: text(
    /^arn:[\w-]+:kms:.+:key\/(mrk-)?[0-9a-f-]{32,36}$/,
    'must be the ARN of a key in KMS',
  ).optional(),
  backupVaultArn: text(
    /^arn:[\w-]+:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/,
    'must be the ARN of a vault in AWS Backup',
  ).optional(),
  backupRetentionDays: wholeNumber(1, 36_500).default(keptDays.copies),
  webInterface: flag.default(true),
  waf: flag.default(false),
  wafRateLimit: wholeNumber(10, 2_000_000_000).default(10_000),
  webAclArn: text(
    /^arn:[\w-]+:wafv2:us-east-1:.+:global\/webacl\/.+/,
    'must be the ARN of a web ACL of WAF for CloudFront, which is in us-east-1',
  ).optional(),
  signIn: signIn.optional(),
  originCheck: flag.default(true),
  originSecretNumber: wholeNumber(1, 1_000_000).optional(),
})

/** The names of all settings. */
export const settingNames = Object.keys(fields.shape)

/** The settings of a deployment, from its stage's file, the context in cdk.json, or `--context`. */
export type Settings = z.output<typeof fields>
