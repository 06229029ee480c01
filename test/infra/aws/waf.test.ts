import { describe, expect, it } from 'vitest'
import { webAclArn } from './combinations.ts'
import { everything, synthesize } from './synthesize.ts'

const stack = synthesize()
const full = synthesize(everything)

/** The configuration of the one distribution, named as in CloudFormation. */
const distributionOf = (of = stack) =>
  of.only('AWS::CloudFront::Distribution').Properties.DistributionConfig as Record<string, unknown>

describe('WAF', () => {
  const acl = full.only('AWS::WAFv2::WebACL').Properties as {
    Scope: string
    DefaultAction: object
    Rules: { Name: string; Action?: unknown; Statement: Record<string, Record<string, unknown>> }[]
    VisibilityConfig: { SampledRequestsEnabled: boolean }
    CustomResponseBodies: Record<string, { Content: string }>
  }

  it('is off by default', () => {
    expect(stack.resources('AWS::WAFv2::WebACL')).toEqual({})
    expect(distributionOf()).not.toHaveProperty('WebACLId')
  })

  it('limits the requests of one address, and blocks known attacks, in front of the distribution', () => {
    expect(acl).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } })
    expect(acl.Rules.map(({ Name }) => Name)).toEqual([
      'TooManyRequests',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesCommonRuleSet',
    ])
    expect(acl.Rules[0]?.Statement.RateBasedStatement).toMatchObject({
      Limit: 10_000,
      AggregateKeyType: 'IP',
    })
    expect(JSON.stringify(distributionOf(full))).toContain('"WebACLId":{"Fn::GetAtt":["WebWebAcl')
    const other = synthesize({ waf: true, wafRateLimit: 500 }).only('AWS::WAFv2::WebACL')
    expect(JSON.stringify(other.Properties)).toContain('"Limit":500')
  })

  /** The rules of both groups, as https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html lists them. */
  const rulesOf = {
    AWSManagedRulesKnownBadInputsRuleSet: [
      ...['JavaDeserializationRCE_HEADER', 'JavaDeserializationRCE_BODY', 'JavaDeserializationRCE_URIPATH'],
      ...['JavaDeserializationRCE_QUERYSTRING', 'Host_localhost_HEADER', 'PROPFIND_METHOD'],
      ...['ExploitablePaths_URIPATH', 'Log4JRCE_HEADER', 'Log4JRCE_QUERYSTRING', 'Log4JRCE_BODY'],
      ...['Log4JRCE_URIPATH', 'ReactJSRCE_BODY'],
    ],
    AWSManagedRulesCommonRuleSet: [
      ...['NoUserAgent_HEADER', 'UserAgent_BadBots_HEADER', 'SizeRestrictions_QUERYSTRING'],
      ...['SizeRestrictions_Cookie_HEADER', 'SizeRestrictions_BODY', 'SizeRestrictions_URIPATH'],
      ...['EC2MetaDataSSRF_BODY', 'EC2MetaDataSSRF_COOKIE', 'EC2MetaDataSSRF_URIPATH'],
      ...['EC2MetaDataSSRF_QUERYARGUMENTS', 'GenericLFI_QUERYARGUMENTS', 'GenericLFI_URIPATH'],
      ...['GenericLFI_BODY', 'RestrictedExtensions_URIPATH', 'RestrictedExtensions_QUERYARGUMENTS'],
      ...['GenericRFI_QUERYARGUMENTS', 'GenericRFI_BODY', 'GenericRFI_URIPATH', 'CrossSiteScripting_COOKIE'],
      ...['CrossSiteScripting_QUERYARGUMENTS', 'CrossSiteScripting_BODY', 'CrossSiteScripting_URIPATH'],
    ],
  }

  it.each(Object.entries(rulesOf))(
    'lets free text pass, in bodies, queries and paths, and callers without a User-Agent: %s',
    (group, rules) => {
      const { ManagedRuleGroupStatement } = acl.Rules.find(({ Name }) => Name === group)?.Statement ?? {}
      // named as in CloudFormation
      const overrides = ManagedRuleGroupStatement?.RuleActionOverrides as {
        Name: string
        ActionToUse: unknown
      }[]
      for (const { ActionToUse } of overrides) expect(ActionToUse).toEqual({ Count: {} })
      const passing = overrides.map(({ Name }) => Name)
      const readsText = (rule: string) => /_(BODY|QUERYSTRING|QUERYARGUMENTS|URIPATH)$/.test(rule)
      // the paths of other programs' secrets: no path of the API is like them
      const meant = rules.filter((rule) => readsText(rule) && rule !== 'ExploitablePaths_URIPATH')
      expect(passing.filter((rule) => rule !== 'NoUserAgent_HEADER').sort()).toEqual(meant.sort())
    },
  )

  it('answers callers over the rate limit as the API would', () => {
    expect(acl.Rules[0]?.Action).toMatchObject({
      Block: {
        CustomResponse: { ResponseCode: 429, ResponseHeaders: [{ Name: 'Retry-After', Value: '60' }] },
      },
    })
    expect(JSON.parse(acl.CustomResponseBodies.TooManyRequests?.Content ?? '')).toMatchObject({
      error: { code: 'rate_limited', docs: '/v1/docs#rate_limited' },
    })
  })

  it('keeps no samples, because they would contain tokens', () => {
    expect(JSON.stringify(acl)).not.toContain('"SampledRequestsEnabled":true')
  })

  it('is refused by CloudFormation outside us-east-1, with the reason', () => {
    const rules = Object.values(full.template.toJSON().Rules as Record<string, unknown>)
    expect(rules).toContainEqual({
      Assertions: [
        {
          Assert: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'] },
          AssertDescription: expect.stringContaining('waf needs a stack in us-east-1') as unknown,
        },
      ],
    })
  })

  it('can be the team’s own web ACL', () => {
    const own = synthesize({ webAclArn })
    expect(own.resources('AWS::WAFv2::WebACL')).toEqual({})
    expect(distributionOf(own)).toMatchObject({ WebACLId: webAclArn })
  })
})
