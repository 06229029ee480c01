import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { fields, settingNames, type Settings, globalRegion } from './settings.ts'
import { concurrencyConflicts } from './concurrency.ts'
import { signInProblem } from './sign-in.ts'

/**
 * Finds conflicts between settings. Yields the name of a setting and its problem.
 * @param surroundings the account of the credentials and their region, if the CDK knows them
 */
function* conflictsIn(
  settings: Settings,
  { account, region: current }: Pick<Surroundings, 'account' | 'region'>,
): Generator<[string, string]> {
  const { domainName, certificateArn, webInterface, waf, webAclArn, tableStreamArn } = settings
  const { region = current } = settings
  yield* concurrencyConflicts(settings)
  if (settings.account === undefined && settings.region === undefined && account !== undefined) {
    const pin = JSON.stringify({ account, region: region ?? '…' })
    yield [
      'account',
      `is needed, and region: your credentials are for the AWS account ${account}. If the stage ${settings.stageName} ` +
        `belongs there, put ${pin} into infra/stages/${settings.stageName}.json: then it is never deployed elsewhere by mistake`,
    ]
  }
  const pairs = [
    ['account', 'region'],
    ['domainName', 'certificateArn'],
    ['tableName', 'tableStreamArn'],
  ] as const
  for (const pair of pairs) {
    const missing = pair.filter((name) => settings[name] === undefined)
    if (missing.length === 1) yield [missing.join(), `is needed: ${pair.join(' and ')} must be set together`]
  }
  if (tableStreamArn !== undefined && !tableStreamArn.includes(`:table/${String(settings.tableName)}/`))
    yield ['tableStreamArn', 'must be the ARN of the stream of the table tableName']
  if (settings.monthlyBudgetDollars !== undefined && settings.alarmEmail === undefined)
    yield ['alarmEmail', 'is needed with monthlyBudgetDollars: it is who is told']
  if (webInterface && domainName && certificateArn && !certificateArn.includes(`:acm:${globalRegion}:`)) {
    yield [
      'certificateArn',
      `must be in ${globalRegion}: with the web interface, the domain belongs to CloudFront, which accepts certificates ` +
        'only from there. With webInterface=false, the domain belongs to the API',
    ]
  }
  const problem = signInProblem(settings)
  if (problem !== undefined) yield ['signIn', problem]
  if (!webInterface && waf)
    yield ['waf', 'needs the web interface: WAF works with CloudFront, but not with an HTTP API']
  if (!webInterface && webAclArn)
    yield ['webAclArn', 'needs the web interface: WAF does not work with an HTTP API']
  if (settings.originSecretNumber !== undefined && !waf && !webAclArn)
    yield ['originSecretNumber', 'needs waf or webAclArn: without a web ACL there is no secret']
  if (waf && webAclArn) yield ['webAclArn', 'must go without waf: it replaces the web ACL that waf creates']
  if (waf && region !== undefined && region !== globalRegion) {
    yield [
      'waf',
      `must be false in ${region}: WAF for CloudFront exists only in ${globalRegion}. Deploy there, or create a web ` +
        'ACL there and set webAclArn to its ARN',
    ]
  }
}

/** The context also holds the CDK's own keys, and those of ~/.cdk.json. None of these is camelCase. */
const isOurs = (key: string) => /^[a-z][A-Za-z0-9]*$/.test(key)

type Context = Record<string, unknown>

/** The settings in the file of a stage. Its name is the stage's, so it cannot set `stageName`. */
const stageFile = z.looseObject({
  stageName: z.undefined({ error: 'must be left out: the file has its name' }).optional(),
})

const settingsIn = (path: string): Context => {
  try {
    const result = stageFile.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (result.success) return result.data
    throw new Error(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join(', '))
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new Error(`The settings in ${path} are wrong: ${reason}`, { cause: error })
  }
}

/** Where a team keeps the settings of its stages, in a file for each: `production.json`. */
export const stagesFolder = join(import.meta.dirname, '../stages')

/** The stages that have a file in a folder, with what is in it. */
function stagesIn(folder: string): Map<string, Context> {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  return new Map(
    files.sort().map((name) => [name.slice(0, -'.json'.length), settingsIn(join(folder, name))] as const),
  )
}

/** The names of the stages that have a file. */
export const stageNames = (): string[] => [...stagesIn(stagesFolder).keys()]

/** Another stage with the same domain: CloudFront gives a domain to only one distribution. */
const otherWithDomain = ({ stageName, domainName }: Settings, stages: ReadonlyMap<string, Context>) =>
  domainName === undefined
    ? undefined
    : [...stages].find(([name, given]) => name !== stageName && given.domainName === domainName)?.[0]

interface Surroundings {
  /** The AWS account of the credentials, if there are any. */
  account?: string | undefined
  /** Their region, if the CDK knows it. */
  region?: string | undefined
  /** The folder with the files of the stages. */
  folder?: string
  /** The context in cdk.json. Its domain belongs to its own stage. */
  shared?: Context
}

/**
 * Reads the settings of a stage: from the file with its name in `infra/stages`, and from the CDK's context, which comes
 * first.
 * @throws Error that names each wrong or unknown key
 */
export function readStackSettings(
  context: Context,
  {
    account = process.env.CDK_DEFAULT_ACCOUNT,
    region = process.env.CDK_DEFAULT_REGION,
    folder = stagesFolder,
    shared = {},
  }: Surroundings = {},
): Settings {
  const given = Object.fromEntries(Object.entries(context).filter(([key]) => isOurs(key)))
  const stages = stagesIn(folder)
  const stageOf = (some: Context) => fields.shape.stageName.safeParse(some.stageName).data ?? ''
  const together = fields.check(({ value, issues }) => {
    const other = otherWithDomain(value, new Map([[stageOf(shared), shared], ...stages]))
    const conflicts = [...conflictsIn(value, { account, region })]
    if (other !== undefined)
      conflicts.push([
        'domainName',
        `must be another one: the stage ${other} has it. Put it into infra/stages/${other}.json`,
      ])
    for (const [name, message] of conflicts)
      issues.push({ code: 'custom', input: value, path: [name], message })
  })
  const result = together.safeParse({ ...stages.get(stageOf(given)), ...given })
  if (result.success) return result.data
  const lines = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0
      ? issue.keys.map((key) => `${key} is not a setting; the settings are ${settingNames.join(', ')}`)
      : [`${issue.path.join('.')} ${issue.message}`],
  )
  throw new Error(`The settings of this stage are wrong:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}
