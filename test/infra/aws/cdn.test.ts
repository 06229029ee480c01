import { Stage } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { securityHeaders } from '../../../infra/web-assets/headers.ts'
import { everything, makeStack, synthesize } from './synthesize.ts'

const stack = synthesize()
const full = synthesize(everything)

/** The members of a distribution that these tests read. A template can hold any JSON. */
interface Config {
  DefaultRootObject: string
  DefaultCacheBehavior: Record<string, unknown>
  CacheBehaviors: Record<string, unknown>[]
  Origins: { Id: string; S3OriginConfig?: object; CustomOriginConfig?: object }[]
  CustomErrorResponses: { ErrorCode: number; ErrorCachingMinTTL: number }[]
}

const configOf = (of = stack) =>
  of.only('AWS::CloudFront::Distribution').Properties.DistributionConfig as Config

describe('the distribution', () => {
  it('serves the files at /, the API below /v1, and nothing else', () => {
    const { DefaultRootObject, DefaultCacheBehavior, CacheBehaviors, Origins } = configOf()
    const kindOf = ({ TargetOriginId }: Record<string, unknown>) =>
      Origins.find(({ Id }) => Id === TargetOriginId)?.S3OriginConfig ? 'bucket' : 'API'
    expect([DefaultRootObject, kindOf(DefaultCacheBehavior)]).toEqual(['index.html', 'bucket'])
    expect(CacheBehaviors.map((one) => [one.PathPattern, kindOf(one)])).toEqual([
      ['/v1', 'API'],
      ['/v1/*', 'API'],
    ])
    expect(JSON.stringify(Origins)).toContain('ApiEndpoint')
  })

  it('passes every method, header and query to the API, only over TLS, without caching or changing anything', () => {
    const [api] = configOf().CacheBehaviors
    expect(api).toMatchObject({
      AllowedMethods: expect.arrayContaining(['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS']) as unknown,
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad', // Managed-CachingDisabled
      ViewerProtocolPolicy: 'https-only',
      Compress: false,
    })
    expect(api).not.toHaveProperty('ResponseHeadersPolicyId') // /v1/docs has its own policy
    expect(stack.only('AWS::CloudFront::OriginRequestPolicy').Properties).toMatchObject({
      OriginRequestPolicyConfig: {
        HeadersConfig: { HeaderBehavior: 'allExcept', Headers: ['Host'] },
        QueryStringsConfig: { QueryStringBehavior: 'all' },
        CookiesConfig: { CookieBehavior: 'none' },
      },
    })
    expect(configOf().Origins.find((origin) => origin.CustomOriginConfig)).toMatchObject({
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
    })
  })

  it('caches no errors, so that no caller gets another caller’s error', () => {
    const responses = configOf().CustomErrorResponses
    expect(responses.map(({ ErrorCode }) => ErrorCode)).toEqual(
      expect.arrayContaining([403, 404, 500, 502, 503, 504]),
    )
    for (const response of responses) {
      expect(response).toEqual({ ErrorCode: response.ErrorCode, ErrorCachingMinTTL: 0 })
    }
  })

  it('adds the security headers and HSTS to the files only', () => {
    const { Ref: id } = configOf().DefaultCacheBehavior.ResponseHeadersPolicyId as { Ref: string }
    const { Properties } = stack.only('AWS::CloudFront::ResponseHeadersPolicy')
    expect(Object.keys(stack.resources('AWS::CloudFront::ResponseHeadersPolicy'))).toEqual([id])
    const { SecurityHeadersConfig: known, CustomHeadersConfig: custom } =
      // named as in CloudFormation
      Properties.ResponseHeadersPolicyConfig as {
        SecurityHeadersConfig: Record<string, Record<string, unknown>>
        CustomHeadersConfig: { Items: { Header: string; Value: string; Override: boolean }[] }
      }
    const sent = {
      ...Object.fromEntries(custom.Items.map(({ Header, Value }) => [Header, Value])),
      'Content-Security-Policy': known.ContentSecurityPolicy?.ContentSecurityPolicy,
      'Referrer-Policy': known.ReferrerPolicy?.ReferrerPolicy,
      'X-Content-Type-Options': known.ContentTypeOptions && 'nosniff',
      'X-Frame-Options': known.FrameOptions?.FrameOption,
    }
    expect(sent).toEqual(securityHeaders)
    expect(known.StrictTransportSecurity).toMatchObject({ AccessControlMaxAgeSec: 31_536_000 })
    for (const header of [...Object.values(known), ...custom.Items]) expect(header.Override).toBe(true)
  })

  it('supports HTTP/2 and 3, and requires TLS 1.2 under the team’s own domain', () => {
    expect(configOf()).toMatchObject({ HttpVersion: 'http2and3' })
    expect(configOf().DefaultCacheBehavior.ViewerProtocolPolicy).toBe('redirect-to-https')
    expect(configOf()).not.toHaveProperty('Aliases')
    expect(configOf(full)).toMatchObject({
      Aliases: [everything.domainName],
      ViewerCertificate: {
        AcmCertificateArn: everything.certificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    })
  })

  it('is the address in BaseUrl, WebUrl and DomainTarget', () => {
    const outputOf = (of: typeof stack, name: string) => JSON.stringify(of.template.findOutputs(name))
    expect(outputOf(stack, 'WebUrl')).toMatch(/"Web\w+","DomainName"\]\},"\/"\]/)
    expect(outputOf(stack, 'DomainTarget')).toBe('{}')
    full.template.hasOutput('BaseUrl', { Value: 'https://api.example.com/v1' })
    full.template.hasOutput('WebUrl', { Value: 'https://api.example.com/' })
    expect(outputOf(full, 'DomainTarget')).toMatch(/"Web\w+","DomainName"/)
  })

  it('has names that differ from those of another region’s stack', () => {
    const named = [
      ['AWS::CloudFront::OriginRequestPolicy', 'OriginRequestPolicyConfig'],
      ['AWS::CloudFront::ResponseHeadersPolicy', 'ResponseHeadersPolicyConfig'],
      ['AWS::CloudFront::OriginAccessControl', 'OriginAccessControlConfig'],
    ] as const
    for (const [type, config] of named) {
      const { Name } = stack.only(type).Properties[config] as { Name: unknown } // each has one
      expect(Name).toEqual({ 'Fn::Join': ['', ['TasksApi-production-', { Ref: 'AWS::Region' }]] })
    }
  })
})

describe('the bucket', () => {
  it('is private, encrypted, emptied and deleted with the stack', () => {
    const { Properties, DeletionPolicy } = stack.only('AWS::S3::Bucket')
    expect(Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    })
    expect(JSON.stringify(Properties.BucketEncryption)).toContain('AES256')
    expect(DeletionPolicy).toBe('Delete')
    expect(Object.keys(stack.resources('Custom::S3AutoDeleteObjects'))).toHaveLength(1)
  })

  it('can be read only by this distribution, and only over TLS', () => {
    // the shape of a policy
    const { Statement: statements } = stack.only('AWS::S3::BucketPolicy').Properties.PolicyDocument as {
      Statement: { Effect: string; Principal: object; Action: unknown; Condition?: object }[]
    }
    const denials = statements.filter(({ Effect }) => Effect === 'Deny').map(({ Condition }) => Condition)
    expect(denials).toContainEqual({ Bool: { 'aws:SecureTransport': 'false' } })
    const readers = statements.filter(({ Principal }) => 'Service' in Principal)
    expect(readers).toMatchObject([
      { Principal: { Service: 'cloudfront.amazonaws.com' }, Action: ['s3:GetObject', 's3:ListBucket'] },
    ])
    expect(JSON.stringify(readers[0]?.Condition)).toMatch(
      /"AWS:SourceArn".*:distribution\/",\{"Ref":"WebDistr/,
    )
    expect(configOf().Origins.some((origin) => 'OriginAccessControlId' in origin)).toBe(true)
  })
})

describe('the upload', () => {
  interface Upload {
    SystemMetadata: { 'cache-control': string }
    Prune: boolean
    DistributionPaths?: string[]
    SourceObjectKeys: string[]
  }
  const uploads = Object.entries(stack.resources('Custom::CDKBucketDeployment')).map(
    // the properties of the CDK's own resource
    ([id, resource]) => ({ id, ...resource, ...(resource.Properties as unknown as Upload) }),
  )
  const page = uploads.find(({ DistributionPaths }) => DistributionPaths)
  const assets = uploads.find((upload) => upload !== page)

  it('lets browsers cache the assets forever, and keeps those of earlier builds for open pages', () => {
    expect(assets?.SystemMetadata).toEqual({ 'cache-control': 'public, max-age=31536000, immutable' })
    expect(uploads.map(({ Prune }) => Prune)).toEqual([false, false])
  })

  it('replaces the page last, and invalidates it in CloudFront', () => {
    expect(page?.SystemMetadata).toEqual({ 'cache-control': 'no-cache' })
    expect(page?.DistributionPaths).toEqual(['/', '/index.html'])
    expect((page as unknown as { DependsOn: string[] }).DependsOn).toContain(assets?.id)
  })

  it('uploads the page and the assets separately', () => {
    const assembly = Stage.of(makeStack())?.synth()
    const uploaded = (upload: typeof page) =>
      readdirSync(
        join(String(assembly?.directory), `asset.${String(upload?.SourceObjectKeys[0]).replace('.zip', '')}`),
      )
    expect([uploaded(page), uploaded(assets)]).toEqual([['index.html'], ['assets']])
  })
})

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
    expect(configOf()).not.toHaveProperty('WebACLId')
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
    expect(JSON.stringify(configOf(full))).toContain('"WebACLId":{"Fn::GetAtt":["WebWebAcl')
    const other = synthesize({ waf: true, wafRateLimit: 500 }).only('AWS::WAFv2::WebACL')
    expect(JSON.stringify(other.Properties)).toContain('"Limit":500')
  })

  it('does not block long bodies, texts of tasks, or callers without a User-Agent', () => {
    const [, , common] = acl.Rules
    const overrides = common?.Statement.ManagedRuleGroupStatement?.RuleActionOverrides as {
      Name: string
      ActionToUse: unknown
    }[]
    expect(overrides.map(({ Name }) => Name)).toEqual(
      expect.arrayContaining(['SizeRestrictions_BODY', 'CrossSiteScripting_BODY', 'NoUserAgent_HEADER']),
    )
    for (const { ActionToUse } of overrides) expect(ActionToUse).toEqual({ Count: {} })
  })

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
    const webAclArn = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/some/1'
    const own = synthesize({ webAclArn })
    expect(own.resources('AWS::WAFv2::WebACL')).toEqual({})
    expect(configOf(own)).toMatchObject({ WebACLId: webAclArn })
  })
})

describe('the web interface', () => {
  it('can be turned off, with everything that belongs to it', () => {
    const { template } = synthesize({ webInterface: false })
    const types = Object.values(template.toJSON().Resources as Record<string, { Type: string }>)
    const ofWeb = types.filter(({ Type }) => /CloudFront|S3|WAF|^Custom::/.test(Type))
    expect(ofWeb).toEqual([])
    expect(template.findOutputs('WebUrl')).toEqual({})
  })

  it('has no cdk-nag findings with another bootstrap qualifier either', () => {
    const context = { '@aws-cdk/core:bootstrapQualifier': 'other' }
    expect(new AwsSolutionsChecks().validateScope(makeStack({}, context)).violations).toEqual([])
  })
})
