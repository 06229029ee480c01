import { Stage } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pageNameCode } from '../../../infra/aws/cdn/page-name.ts'
import { apiCatalog } from '../../../infra/web-assets/api-catalog.ts'
import { readDocs } from '../../../infra/web-assets/assets.ts'
import { docsHeaders, securityHeaders } from '../../../infra/web-assets/headers.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import type { Resource } from '../../harness/sandbox/template.ts'
import { write } from '../web-assets/project.ts'
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
  it('serves the files at /, the documentation at /docs, the API below /v1, and nothing else', () => {
    const { DefaultRootObject, DefaultCacheBehavior, CacheBehaviors, Origins } = configOf()
    const kindOf = ({ TargetOriginId }: Record<string, unknown>) =>
      Origins.find(({ Id }) => Id === TargetOriginId)?.S3OriginConfig ? 'bucket' : 'API'
    expect([DefaultRootObject, kindOf(DefaultCacheBehavior)]).toEqual(['index.html', 'bucket'])
    expect(CacheBehaviors.map((one) => [one.PathPattern, kindOf(one)])).toEqual([
      ['/v1', 'API'],
      ['/v1/*', 'API'],
      ['/docs', 'bucket'],
      ['/docs/*', 'bucket'],
      ['/.well-known/oauth-protected-resource*', 'API'],
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

  const policyOf = (behavior: Record<string, unknown> = {}) => {
    const { Ref: id } = behavior.ResponseHeadersPolicyId as { Ref: string } // named as in CloudFormation
    return stack.resources('AWS::CloudFront::ResponseHeadersPolicy')[id]?.Properties ?? {}
  }

  it('adds HSTS to the answers of the API, and nothing else', () => {
    for (const behavior of configOf().CacheBehaviors.slice(0, 2)) {
      const { ResponseHeadersPolicyConfig: config } = policyOf(behavior)
      expect(config).toEqual({
        Name: { 'Fn::Join': ['', ['TasksApi-production-', { Ref: 'AWS::Region' }, '-api']] },
        Comment: 'Tasks API: the API',
        SecurityHeadersConfig: {
          StrictTransportSecurity: {
            AccessControlMaxAgeSec: 31_536_000,
            IncludeSubdomains: false,
            Override: true,
          },
        },
      })
    }
  })

  it.each([
    ['the web interface', () => configOf().DefaultCacheBehavior, securityHeaders],
    ['the documentation', () => configOf().CacheBehaviors[2], docsHeaders],
    ['a page of the documentation', () => configOf().CacheBehaviors[3], docsHeaders],
  ] as const)('adds the security headers and HSTS to the files: %s', (_, behavior, headers) => {
    const Properties = policyOf(behavior())
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
    expect(sent).toEqual(headers)
    expect(known.StrictTransportSecurity).toMatchObject({ AccessControlMaxAgeSec: 31_536_000 })
    for (const header of [...Object.values(known), ...custom.Items]) expect(header.Override).toBe(true)
  })

  it('finds the file of each page of the documentation, whose address has no extension', () => {
    const docs = configOf().CacheBehaviors.slice(2, 4)
    const only = (of: typeof stack) =>
      Object.entries(of.resources('AWS::CloudFront::Function')).filter(
        ([, { Properties }]) => Properties.FunctionCode === pageNameCode,
      )
    const [[id] = []] = only(stack)
    for (const { FunctionAssociations } of docs)
      expect(FunctionAssociations).toEqual([
        { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': [id, 'FunctionARN'] } },
      ])
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the code of ours that CloudFront runs
    const define = new Function(`${pageNameCode}; return handler`) as () => (event: object) => { uri: string }
    const handler = define()
    const names = ['index.html', 'api.html', 'recipes/index.html', 'assets/app.1.js'].map(
      (name) => `docs/${name}`,
    )
    const folder = newTempFolder()
    write(folder, Object.fromEntries(names.map((name) => [name, ''])))
    const named = [...readDocs(folder).keys()].map((uri) => handler({ request: { uri } }).uri)
    expect(named.sort()).toEqual(['/docs/index.html', ...names.map((name) => `/${name}`)].sort())
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
      ['AWS::CloudFront::OriginAccessControl', 'OriginAccessControlConfig'],
    ] as const
    for (const [type, config] of named) {
      const { Name } = stack.only(type).Properties[config] as { Name: unknown } // each has one
      expect(Name).toEqual({ 'Fn::Join': ['', ['TasksApi-production-', { Ref: 'AWS::Region' }]] })
    }
  })
})

/** The web interface's resource of a type: other rooms of the stack have buckets, too. */
function ofWeb(type: string): Resource {
  const [found, ...others] = Object.entries(stack.resources(type)).filter(([id]) => /^Web(?!hook)/.test(id))
  if (!found || others.length > 0) throw new Error(`${1 + others.length} resources of type ${type}`)
  return found[1]
}

describe('the bucket', () => {
  it('is private, encrypted, emptied and deleted with the stack', () => {
    const { Properties, DeletionPolicy } = ofWeb('AWS::S3::Bucket')
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
    const { Statement: statements } = ofWeb('AWS::S3::BucketPolicy').Properties.PolicyDocument as {
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
    SystemMetadata: { 'cache-control': string; 'content-type'?: string }
    Prune: boolean
    DistributionPaths?: string[]
    SourceObjectKeys: string[]
  }
  const uploads = Object.entries(stack.resources('Custom::CDKBucketDeployment')).map(
    // the properties of the CDK's own resource
    ([id, resource]) => ({ id, ...resource, ...(resource.Properties as unknown as Upload) }),
  )
  const isPage = ({ SystemMetadata }: Upload) => SystemMetadata['cache-control'] === 'no-cache'
  const page = uploads.find(isPage)
  const assets = uploads.find((upload) => !isPage(upload))

  it('lets browsers cache the assets forever, and keeps those of earlier builds for open pages', () => {
    expect(assets?.SystemMetadata).toEqual({ 'cache-control': 'public, max-age=31536000, immutable' })
    expect(uploads.map(({ Prune }) => Prune)).toEqual([false, false, false])
  })

  it('says what the catalogue of the API is, whose name has no extension', () => {
    const typed = uploads.flatMap(({ SystemMetadata }) => SystemMetadata['content-type'] ?? [])
    expect(typed).toEqual([apiCatalog.contentType])
  })

  it('replaces the page last, after the routes and functions that it calls', () => {
    const { DependsOn } = page as unknown as { DependsOn: string[] } // the page depends on something
    const routes = Object.keys(stack.resources('AWS::ApiGatewayV2::Route'))
    const stages = Object.keys(stack.resources('AWS::ApiGatewayV2::Stage'))
    expect(DependsOn).toEqual(expect.arrayContaining([assets?.id, ...routes, ...stages]))
  })

  it('waits for no invalidation: CloudFront asks for the page again after a second', () => {
    expect(uploads.filter(({ DistributionPaths }) => DistributionPaths)).toEqual([])
    // Managed-CachingOptimized keeps for at least a second what says `no-cache`
    expect(configOf().DefaultCacheBehavior.CachePolicyId).toBe('658327ea-f89d-4fab-a63d-7e88639e58f6')
  })

  it('uploads the pages and the assets separately', () => {
    const assembly = Stage.of(makeStack())?.synth()
    const uploaded = (upload: typeof page) =>
      (upload?.SourceObjectKeys ?? []).map((key) =>
        readdirSync(join(String(assembly?.directory), `asset.${key.replace('.zip', '')}`), {
          recursive: true,
          encoding: 'utf8',
        }).sort(),
      )
    expect(uploaded(page)).toEqual([
      ['index.html'],
      ['docs', 'docs/concepts', 'docs/concepts/errors.html', 'docs/index.html', 'llms.txt'],
    ])
    expect(uploaded(assets)).toEqual([
      ['assets', 'assets/index-1.js'],
      ['docs', 'docs/assets', 'docs/assets/app-1.js'],
    ])
  })
})

describe('the web interface', () => {
  it('can be turned off, with everything that belongs to it', () => {
    const { template } = synthesize({ webInterface: false })
    const resources = Object.entries(template.toJSON().Resources as Record<string, { Type: string }>)
    const left = resources.filter(
      ([id, { Type }]) => /^Web(?!hook)/.test(id) || /CloudFront|WAF|^Custom::/.test(Type),
    )
    expect(left).toEqual([])
    expect(template.findOutputs('WebUrl')).toEqual({})
  })

  it('has no cdk-nag findings with another bootstrap qualifier either', () => {
    const context = { '@aws-cdk/core:bootstrapQualifier': 'other' }
    expect(new AwsSolutionsChecks().validateScope(makeStack({}, context)).violations).toEqual([])
  })
})

describe('the log of CloudFront', () => {
  const conditionOf = (type: string) => (full.only(type) as unknown as { Condition: string }).Condition // named as in CloudFormation
  const [logGroupId = '', logGroup] =
    Object.entries(full.resources('AWS::Logs::LogGroup')).find(([, one]) => 'Condition' in one) ?? []
  const name = 'TasksApi-production-cloudfront'

  it('has time, address, status and id of each request, and no path, query or header', () => {
    expect(full.only('AWS::Logs::DeliverySource').Properties).toMatchObject({
      Name: name,
      LogType: 'ACCESS_LOGS',
      ResourceArn: { 'Fn::Join': ['', expect.arrayContaining([':distribution/']) as unknown] },
    })
    const { RecordFields, DeliverySourceName, DeliveryDestinationArn } =
      full.only('AWS::Logs::Delivery').Properties
    expect(RecordFields).toEqual([
      ...['date', 'time', 'x-edge-request-id', 'c-ip'],
      ...['cs-method', 'sc-status', 'sc-bytes', 'time-taken'],
    ])
    expect(DeliverySourceName).toBe(name)
    const [destinationId] = Object.keys(full.resources('AWS::Logs::DeliveryDestination'))
    expect(DeliveryDestinationArn).toEqual({ 'Fn::GetAtt': [destinationId, 'Arn'] })
    expect(full.only('AWS::Logs::DeliveryDestination').Properties).toMatchObject({
      DestinationResourceArn: { 'Fn::GetAtt': [logGroupId, 'Arn'] },
      OutputFormat: 'json',
    })
  })

  it('is kept and encrypted as the other logs are, and written by the delivery of this account’s logs alone', () => {
    expect(logGroup?.Properties).toMatchObject({
      LogGroupName: `/aws/vendedlogs/${name}`,
      RetentionInDays: 30,
      KmsKeyId: everything.customerKeyArn,
      ResourcePolicyDocument: {
        Statement: [
          {
            Principal: { Service: 'delivery.logs.amazonaws.com' },
            Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          },
        ],
      },
    })
    expect(JSON.stringify(logGroup?.Properties)).toContain(`:log-group:/aws/vendedlogs/${name}:log-stream:*`)
  })

  it('is there in us-east-1 alone, where CloudFront’s logs are', () => {
    const types = ['Source', 'Destination', ''].map((part) => `AWS::Logs::Delivery${part}`)
    const { Condition: ofGroup } = logGroup as unknown as { Condition: string } // named as in CloudFormation
    const conditions = full.template.toJSON().Conditions as Record<string, unknown>
    for (const condition of [ofGroup, ...types.map(conditionOf)])
      expect(conditions[condition]).toEqual({ 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'] })
  })
})
