import { Aws, CfnRule, Fn } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import { ApiError } from '../../../lib/contract/api-error.ts'
import { errorBody } from '../../../lib/http/render-error.ts'
import { globalRegion, type Settings } from '../settings.ts'

/** The names of a rule in a managed group, for the parts of the request that it reads. */
const rules = (name: string, ...parts: string[]) => parts.map((part) => `${name}_${part}`)

/**
 * Rules that only count, by group: all rules that read free text. People write that into the body (tasks quote URLs,
 * HTML and code), into the query (a search for `error.log`) and into the path (external ids that look like file names).
 * No text is run or opened here, and the page shows it as text. Bodies over 8 KB and callers without a User-Agent are
 * not attacks, either.
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 */
const countedOnly = {
  AWSManagedRulesKnownBadInputsRuleSet: [
    ...rules('JavaDeserializationRCE', 'BODY', 'QUERYSTRING', 'URIPATH'),
    ...rules('Log4JRCE', 'BODY', 'QUERYSTRING', 'URIPATH'),
    'ReactJSRCE_BODY',
  ],
  AWSManagedRulesCommonRuleSet: [
    ...rules('SizeRestrictions', 'BODY', 'QUERYSTRING', 'URIPATH'),
    ...rules('CrossSiteScripting', 'BODY', 'QUERYARGUMENTS', 'URIPATH'),
    ...rules('GenericLFI', 'BODY', 'QUERYARGUMENTS', 'URIPATH'),
    ...rules('GenericRFI', 'BODY', 'QUERYARGUMENTS', 'URIPATH'),
    ...rules('EC2MetaDataSSRF', 'BODY', 'QUERYARGUMENTS', 'URIPATH'),
    ...rules('RestrictedExtensions', 'QUERYARGUMENTS', 'URIPATH'),
    'NoUserAgent_HEADER',
  ],
} as const

const metrics = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false, // samples contain the headers, including the token
})

const managed = (priority: number, name: keyof typeof countedOnly): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: countedOnly[name].map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: metrics(name),
})

const tooMany = 'TooManyRequests'
const retryAfterSeconds = 60

/** The answer to callers over the rate limit, in the shape of all errors. WAF has no request id. */
const refusal = errorBody(
  new ApiError('rate_limited', 'Too many requests from your address. Try again in a few minutes.'),
  'none',
)

const rateRule = (priority: number, limit: number): CfnWebACL.RuleProperty => ({
  name: tooMany,
  priority,
  action: {
    block: {
      customResponse: {
        responseCode: 429,
        customResponseBodyKey: tooMany,
        responseHeaders: [{ name: 'Retry-After', value: String(retryAfterSeconds) }],
      },
    },
  },
  statement: { rateBasedStatement: { limit, aggregateKeyType: 'IP', evaluationWindowSec: 300 } },
  visibilityConfig: metrics(tooMany),
})

/** Creates the distribution's web ACL and returns its ARN. In a wrong region, CloudFormation says why it fails. */
export function createWebAcl(scope: Construct, { wafRateLimit }: Settings): string {
  new CfnRule(scope, 'WafRegion', {
    assertions: [
      {
        assert: Fn.conditionEquals(Aws.REGION, globalRegion),
        assertDescription: `waf needs a stack in ${globalRegion}: WAF for CloudFront exists only there.`,
      },
    ],
  })
  const acl = new CfnWebACL(scope, 'WebAcl', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    rules: [
      rateRule(0, wafRateLimit),
      managed(1, 'AWSManagedRulesKnownBadInputsRuleSet'),
      managed(2, 'AWSManagedRulesCommonRuleSet'),
    ],
    customResponseBodies: { [tooMany]: { contentType: 'APPLICATION_JSON', content: refusal } },
    visibilityConfig: metrics('TasksApi'),
  })
  return acl.attrArn
}
