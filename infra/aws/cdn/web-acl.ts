import { Aws, CfnRule, Fn } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import { ApiError } from '../../../lib/api-error.ts'
import { errorBody } from '../../../lib/http/render-error.ts'
import { globalRegion, type Settings } from '../settings.ts'

/**
 * Rules that only count. They would block requests that the API accepts: bodies over 8 KB, tasks that quote a URL or
 * HTML (which the page shows as text), external ids that look like file names, and callers without a User-Agent.
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 */
const countedOnly = [
  ...['SizeRestrictions_BODY', 'SizeRestrictions_QUERYSTRING', 'SizeRestrictions_URIPATH'],
  ...['CrossSiteScripting_BODY', 'GenericLFI_BODY', 'GenericRFI_BODY', 'EC2MetaDataSSRF_BODY'],
  ...['RestrictedExtensions_URIPATH', 'NoUserAgent_HEADER'],
]

const metrics = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false, // samples contain the headers, including the token
})

const managed = (priority: number, name: string, counted: string[] = []): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
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
      managed(2, 'AWSManagedRulesCommonRuleSet', countedOnly),
    ],
    customResponseBodies: { [tooMany]: { contentType: 'APPLICATION_JSON', content: refusal } },
    visibilityConfig: metrics('TasksApi'),
  })
  return acl.attrArn
}
