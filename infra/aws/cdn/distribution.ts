import { Aws, Duration, Fn, Stack, Validations } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AccessLevel,
  AllowedMethods,
  CachePolicy,
  Distribution,
  FunctionEventType,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  OriginSslPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
  type BehaviorOptions,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { basePath, resourceMetadataPath, sitePath } from '../../../lib/contract/routes.ts'
import { originSecretHeader } from '../../../lib/http/check-origin.ts'
import type { Api } from '../api.ts'
import type { Settings } from '../settings.ts'
import { createAccessLog } from './access-log.ts'
import { createBucket, uploadFiles } from './files.ts'
import { createPageNameFunction } from './page-name.ts'
import { createViewerAddressFunction } from './viewer-address.ts'
import { createWebAcl } from './web-acl.ts'
import { docsHeaders, securityHeaders } from '../../web-assets/headers.ts'

const override = true

/** HSTS: browsers use TLS alone for a year. Not in the shared list, because a local service has no TLS. */
const strictTransportSecurity = {
  accessControlMaxAge: Duration.days(365),
  includeSubdomains: false,
  override,
}

/** The headers that CloudFront has settings for. It does not accept them as custom headers. */
const known = (contentSecurityPolicy: string): ResponseSecurityHeadersBehavior => ({
  contentSecurityPolicy: { contentSecurityPolicy, override },
  contentTypeOptions: { override }, // `nosniff` is the only value
  frameOptions: { frameOption: HeadersFrameOption[securityHeaders['X-Frame-Options']], override },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
  strictTransportSecurity,
})

const custom = ['Cross-Origin-Opener-Policy', 'Cross-Origin-Resource-Policy'] as const

/** Headers of infra/web-assets/headers.ts as a CloudFront policy. */
const createSecurityHeaders = (
  scope: Construct,
  id: string,
  {
    name,
    comment,
    headers,
  }: { name: string; comment: string; headers: typeof securityHeaders | typeof docsHeaders },
): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: name,
    comment,
    securityHeadersBehavior: known(headers['Content-Security-Policy']),
    customHeadersBehavior: {
      customHeaders: custom.map((header) => ({ header, value: headers[header], override })),
    },
  })

/** Adds HSTS to the answers of the API, and leaves their other headers alone. */
const createStrictTransport = (scope: Construct, name: string): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'StrictTransport', {
    responseHeadersPolicyName: name,
    comment: 'Tasks API: the API',
    securityHeadersBehavior: { strictTransportSecurity },
  })

/** Names of CloudFront policies must be unique in the account, across all regions. */
const globalName = (scope: Construct) => `${Stack.of(scope).stackName}-${Aws.REGION}`

/** The parts of the distribution. */
interface Parts {
  api: Api
  settings: Settings
  /** The folders of the built web interface and documentation. */
  folders: { web: string; docs: string }
  /** The headers that CloudFront sends with each request to the API; undefined if it sends none. */
  originSecret: string | undefined
}

/**
 * Passes API requests and answers through, and adds the caller's address. All headers are forwarded, including tokens
 * and ETags, except `Host`, by which API Gateway routes. Cookies are not forwarded: with them CloudFront would remove
 * If-None-Match: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Cookies.html
 */
const behaviorOfApi = (scope: Construct, { api, originSecret }: Parts): BehaviorOptions => ({
  origin: new HttpOrigin(Fn.parseDomainName(api.httpApi.apiEndpoint), {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    keepaliveTimeout: Duration.seconds(60),
    // replaces what a caller sends under this name:
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/add-origin-custom-headers.html
    ...(originSecret !== undefined && { customHeaders: { [originSecretHeader]: originSecret } }),
  }),
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY, // a redirect would hide that a token was sent unencrypted
  allowedMethods: AllowedMethods.ALLOW_ALL,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  originRequestPolicy: new OriginRequestPolicy(scope, 'ToApi', {
    originRequestPolicyName: globalName(scope),
    comment: 'Tasks API: all but Host and cookies',
    headerBehavior: OriginRequestHeaderBehavior.denyList('Host'),
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
    cookieBehavior: OriginRequestCookieBehavior.none(),
  }),
  functionAssociations: [
    { function: createViewerAddressFunction(scope), eventType: FunctionEventType.VIEWER_REQUEST },
  ],
  responseHeadersPolicy: createStrictTransport(scope, `${globalName(scope)}-api`),
  compress: false, // compression makes ETags weak, and If-Match accepts only strong ones
})

const behaviorOfFiles = (scope: Construct, bucket: IBucket): BehaviorOptions => ({
  // with the right to list, S3 answers 404 for a missing file; without it 403
  origin: S3BucketOrigin.withOriginAccessControl(bucket, {
    originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
    originAccessControl: new S3OriginAccessControl(scope, 'AccessControl', {
      originAccessControlName: globalName(scope),
    }),
  }),
  viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
  cachePolicy: CachePolicy.CACHING_OPTIMIZED,
  responseHeadersPolicy: createSecurityHeaders(scope, 'SecurityHeaders', {
    name: globalName(scope),
    comment: 'Tasks API: the web interface',
    headers: securityHeaders,
  }),
  compress: true,
})

/** The documentation comes from the same bucket. Its pages have a policy of their own, and addresses without `.html`. */
const behaviorOfDocs = (scope: Construct, files: BehaviorOptions): BehaviorOptions => ({
  ...files,
  functionAssociations: [
    { function: createPageNameFunction(scope), eventType: FunctionEventType.VIEWER_REQUEST },
  ],
  responseHeadersPolicy: createSecurityHeaders(scope, 'DocsHeaders', {
    name: `${globalName(scope)}-docs`,
    comment: 'Tasks API: the documentation',
    headers: docsHeaders,
  }),
})

/**
 * By default CloudFront caches errors for 10 s, per path for all callers, and ignores their Cache-Control. A stranger's
 * 404 for a task would then be served to its owner. So errors are not cached.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
 */
const errorResponses = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(0),
}))

const domainOf = (scope: Construct, { domainName, certificateArn }: Settings) =>
  domainName !== undefined &&
  certificateArn !== undefined && {
    domainNames: [domainName],
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
  }

function acknowledge(distribution: Distribution, { domainName }: Settings, webAclArn: string | undefined) {
  Validations.of(distribution).acknowledge(
    {
      id: 'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      reason: '`/` serves the page, and queries are not forwarded to the bucket: nobody can list it.',
    },
    { id: 'AwsSolutions-CFR1', reason: 'Access depends on tokens, not on countries.' },
    {
      id: 'AwsSolutions-CFR3',
      reason:
        'Its log is of standard logging, version 2, without paths and queries (access-log.ts). This rule knows only the ' +
        'version before, which always has both, and they may hold personal data.',
    },
  )
  if (webAclArn === undefined) {
    Validations.of(distribution).acknowledge({
      id: 'AwsSolutions-CFR2',
      reason: 'A team can turn WAF on with `waf`. While idle, it costs more than everything else.',
    })
  }
  if (domainName === undefined) {
    Validations.of(distribution).acknowledge({
      id: 'AwsSolutions-CFR4',
      reason: 'CloudFront’s own certificate fixes the TLS versions. A custom domain requires TLS 1.2.',
    })
  }
}

/** The web interface and the documentation, in front of the API. */
export interface Cdn {
  distribution: Distribution
  /** The URL of both, without a path. */
  origin: string
}

/** Creates one distribution for all, so that pages need no CORS: web interface at `/`, documentation at `/docs`, API at `/v1`. */
export function createCdn(stack: Stack, parts: Parts): Cdn {
  const { api, settings, folders } = parts
  const scope = new Construct(stack, 'Web')
  const bucket = createBucket(scope)
  const webAclArn = settings.waf ? createWebAcl(scope, settings) : settings.webAclArn
  const domain = domainOf(scope, settings)
  const toApi = behaviorOfApi(scope, parts)
  const toFiles = behaviorOfFiles(scope, bucket)
  const toDocs = behaviorOfDocs(scope, toFiles)
  const distribution = new Distribution(scope, 'Distribution', {
    comment: stack.stackName,
    defaultRootObject: 'index.html',
    defaultBehavior: toFiles,
    // the bare base path also goes to the API, to be refused: the bucket would answer in XML
    additionalBehaviors: {
      [basePath]: toApi,
      [`${basePath}/*`]: toApi,
      [sitePath]: toDocs,
      [`${sitePath}/*`]: toDocs,
      [`${resourceMetadataPath}*`]: toApi, // it names the provider, which only the API knows
    },
    errorResponses,
    httpVersion: HttpVersion.HTTP2_AND_3,
    ...domain,
    ...(webAclArn !== undefined && { webAclId: webAclArn }),
  })
  acknowledge(distribution, settings, webAclArn)
  createAccessLog(scope, distribution, settings)
  uploadFiles(scope, { folders, bucket, api, settings })
  return {
    distribution,
    origin: `https://${settings.domainName ?? distribution.distributionDomainName}`,
  }
}
