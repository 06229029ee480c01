import { concurrencyConflicts } from './concurrency.ts'
import { globalRegion, type Settings } from './settings.ts'

/**
 * Finds conflicts between settings. Yields the name of a setting and its problem.
 * @param region the stack's region, if the CDK knows it
 */
export function* conflictsIn(settings: Settings, region: string | undefined): Generator<[string, string]> {
  const { domainName, certificateArn, webInterface, waf, webAclArn, tableStreamArn } = settings
  yield* concurrencyConflicts(settings)
  const pairs = [
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
