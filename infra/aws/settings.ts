import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import * as z from 'zod'
import { functionIds } from '../../lib/contract/functions.ts'

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

const listOf = (one: typeof origin) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value),
      z.array(one),
    )
    .default([])

const concurrencyError = {
  error: `must be a whole number, or whole numbers by endpoint such as {"tasks.create": 50}; the endpoints are ${functionIds.join(', ')}`,
}
const executions = wholeNumber(0, 10_000)
const concurrency = z.preprocess(
  fromText,
  z.union([executions, z.partialRecord(z.enum(functionIds), executions, concurrencyError)], concurrencyError),
)

const fields = z.strictObject({
  stageName: text(
    /^[a-z][a-z0-9-]{0,30}$/,
    'must be 1 to 31 lower-case letters, digits and hyphens, a letter first',
  ).default('production'),
  domainName: text(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'must be a domain name such as api.example.com').optional(),
  certificateArn: text(/^arn:[\w-]+:acm:.+/, 'must be the ARN of a certificate in ACM').optional(),
  throttleRate: wholeNumber(1, 100_000).default(500),
  throttleBurst: wholeNumber(1, 100_000).default(1_000),
  logRetentionDays: z
    .preprocess(fromText, z.literal(retentions, { error: `must be one of ${retentions.join(', ')}` }))
    .default(RetentionDays.ONE_MONTH),
  alarmEmail: z.email({ error: 'must be an e-mail address' }).optional(),
  endpointAlarms: flag.default(true),
  requestMetrics: flag.default(true),
  defaultTaskQuota: wholeNumber(1, 1_000_000_000).optional(),
  corsOrigins: listOf(origin),
  reservedConcurrency: concurrency.optional(),
  // from 2 on: the least that a queue's event source takes
  deliveryConcurrency: wholeNumber(2, 1_000).default(10),
  webhookAllowedNetworks: listOf(network),
  tracing: flag.default(false),
  customerKeyArn: text(/^arn:[\w-]+:kms:.+:key\/.+/, 'must be the ARN of a key in KMS').optional(),
  webInterface: flag.default(true),
  waf: flag.default(false),
  wafRateLimit: wholeNumber(10, 2_000_000_000).default(10_000),
  webAclArn: text(
    /^arn:[\w-]+:wafv2:us-east-1:.+:global\/webacl\/.+/,
    'must be the ARN of a web ACL of WAF for CloudFront, which is in us-east-1',
  ).optional(),
})

/** Finds conflicts between settings. Yields the name of a setting and its problem. */
function* conflictsIn(settings: Settings, region: string | undefined): Generator<[string, string]> {
  const { domainName, certificateArn, webInterface, waf, webAclArn } = settings
  const pair = ['domainName', 'certificateArn'] as const
  const missing = pair.filter((name) => settings[name] === undefined)
  if (missing.length === 1) yield [missing.join(), 'is needed: domain and certificate must be set together']
  if (webInterface && domainName && certificateArn && !certificateArn.includes(`:acm:${globalRegion}:`)) {
    yield [
      'certificateArn',
      `must be in ${globalRegion}: with the web interface, the domain belongs to CloudFront, which accepts certificates ` +
        'only from there. With webInterface=false, the domain belongs to the API',
    ]
  }
  if (!webInterface && waf)
    yield ['waf', 'needs the web interface: WAF works with CloudFront, but not with an HTTP API']
  if (!webInterface && webAclArn)
    yield ['webAclArn', 'needs the web interface: WAF does not work with an HTTP API']
  if (waf && webAclArn) yield ['webAclArn', 'must go without waf: it replaces the web ACL that waf creates']
  if (waf && region !== undefined && region !== globalRegion) {
    yield [
      'waf',
      `must be false in ${region}: WAF for CloudFront exists only in ${globalRegion}. Deploy there, or create a web ` +
        'ACL there and set webAclArn to its ARN',
    ]
  }
}

/** The names of all settings. */
export const settingNames = Object.keys(fields.shape)

/** The settings of a deployment, from the context in cdk.json or `--context`. docs/deploy.md explains each. */
export type Settings = z.output<typeof fields>

/** The context also holds the CDK's own keys, and those of ~/.cdk.json. None of these is camelCase. */
const isOurs = (key: string) => /^[a-z][A-Za-z0-9]*$/.test(key)

/**
 * Reads the settings from the CDK's context.
 * @param region the stack's region, if the CDK knows it
 * @throws Error that names each wrong or unknown key
 */
export function readStackSettings(
  context: Record<string, unknown>,
  region = process.env.CDK_DEFAULT_REGION,
): Settings {
  const ours = Object.fromEntries(Object.entries(context).filter(([key]) => isOurs(key)))
  const together = fields.check(({ value, issues }) => {
    for (const [name, message] of conflictsIn(value, region)) {
      issues.push({ code: 'custom', input: value, path: [name], message })
    }
  })
  const result = together.safeParse(ours)
  if (result.success) return result.data
  const lines = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0
      ? issue.keys.map((key) => `${key} is not a setting; the settings are ${settingNames.join(', ')}`)
      : [`${issue.path.join('.')} ${issue.message}`],
  )
  throw new Error(
    `The settings in the CDK context are wrong:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  )
}
