import { Aws, Duration, Fn, Stack, Validations } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AccessLevel,
  AllowedMethods,
  CachePolicy,
  Distribution,
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
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { basePath } from '../../../lib/contract/routes.ts'
import type { Api } from '../api.ts'
import type { Settings } from '../settings.ts'
import { createBucket, uploadFiles } from './files.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { createWebAcl } from './web-acl.ts'

/** CloudFront's policies have names that are the account's, over all regions. */
const globalName = (scope: Construct) => `${Stack.of(scope).stackName}-${Aws.REGION}`

/**
 * Answers of the API pass through as they are. All headers go to it, for tokens and tags are among them, but `Host`,
 * which API Gateway goes by; and no cookies, for with them CloudFront takes If-None-Match away:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Cookies.html
 */
const behaviorOfApi = (scope: Construct, api: Api): BehaviorOptions => ({
  origin: new HttpOrigin(Fn.parseDomainName(api.httpApi.apiEndpoint), {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    keepaliveTimeout: Duration.seconds(60),
  }),
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY, // a redirect would forgive a token that was sent in the clear
  allowedMethods: AllowedMethods.ALLOW_ALL,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  originRequestPolicy: new OriginRequestPolicy(scope, 'ToApi', {
    originRequestPolicyName: globalName(scope),
    comment: 'Tasks API: all but Host and cookies',
    headerBehavior: OriginRequestHeaderBehavior.denyList('Host'),
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
    cookieBehavior: OriginRequestCookieBehavior.none(),
  }),
  compress: false, // it would weaken the tags, and If-Match takes no weak one
})

const behaviorOfFiles = (scope: Construct, bucket: IBucket): BehaviorOptions => ({
  // with the right to list, what is not there is a 404; without it S3 says 403
  origin: S3BucketOrigin.withOriginAccessControl(bucket, {
    originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
    originAccessControl: new S3OriginAccessControl(scope, 'AccessControl', {
      originAccessControlName: globalName(scope),
    }),
  }),
  viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
  cachePolicy: CachePolicy.CACHING_OPTIMIZED,
  responseHeadersPolicy: createSecurityHeaders(scope, globalName(scope)),
  compress: true,
})

/**
 * CloudFront keeps errors for 10 s, for everyone who asks for the same path, and heeds no Cache-Control in them: a
 * task's 404 for a stranger would become its owner's.
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
      reason: 'At `/` there is the page, and queries do not go to the bucket: nobody gets a list.',
    },
    { id: 'AwsSolutions-CFR1', reason: 'Who may use it is a matter of tokens, not of countries.' },
    {
      id: 'AwsSolutions-CFR3',
      reason:
        'Each request of the API is in the access log of its stage; CloudFront’s would have paths and queries too, ' +
        'with what people search for. The other files are the same for everyone.',
    },
  )
  if (webAclArn === undefined) {
    Validations.of(distribution).acknowledge({
      id: 'AwsSolutions-CFR2',
      reason: 'A team turns WAF on with `waf`; it costs more than all the rest while idle.',
    })
  }
  if (domainName === undefined) {
    Validations.of(distribution).acknowledge({
      id: 'AwsSolutions-CFR4',
      reason:
        'With CloudFront’s own certificate the versions of TLS are CloudFront’s; a domain of one’s own has 1.2.',
    })
  }
}

/** The web interface before the API. */
export interface Cdn {
  distribution: Distribution
  /** The address of both, without a path. */
  origin: string
}

/**
 * One distribution for both: the web interface's files at `/`, the API at `/v1`; so the page needs no CORS.
 * @param folder the built web interface
 */
export function createCdn(stack: Stack, api: Api, settings: Settings, folder: string): Cdn {
  const scope = new Construct(stack, 'Web')
  const bucket = createBucket(scope)
  const webAclArn = settings.waf ? createWebAcl(scope, settings) : settings.webAclArn
  const domain = domainOf(scope, settings)
  const toApi = behaviorOfApi(scope, api)
  const distribution = new Distribution(scope, 'Distribution', {
    comment: stack.stackName,
    defaultRootObject: 'index.html',
    defaultBehavior: behaviorOfFiles(scope, bucket),
    // the base path by itself is the API's to refuse: the bucket would answer in XML
    additionalBehaviors: { [basePath]: toApi, [`${basePath}/*`]: toApi },
    errorResponses,
    httpVersion: HttpVersion.HTTP2_AND_3,
    ...domain,
    ...(webAclArn !== undefined && { webAclId: webAclArn }),
  })
  acknowledge(distribution, settings, webAclArn)
  uploadFiles(scope, { folder, bucket, distribution, settings })
  return {
    distribution,
    origin: `https://${settings.domainName ?? distribution.distributionDomainName}`,
  }
}
