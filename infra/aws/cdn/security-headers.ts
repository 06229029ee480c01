import { Duration } from 'aws-cdk-lib'
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import { securityHeaders } from '../../web-assets/headers.ts'

const override = true

/** HSTS: browsers use TLS alone for a year. Not in the shared list, because a local service has no TLS. */
const strictTransportSecurity = {
  accessControlMaxAge: Duration.days(365),
  includeSubdomains: false,
  override,
}

/** The headers that CloudFront has settings for. It does not accept them as custom headers. */
const known = (): ResponseSecurityHeadersBehavior => ({
  contentSecurityPolicy: {
    contentSecurityPolicy: securityHeaders['Content-Security-Policy'],
    override,
  },
  contentTypeOptions: { override }, // `nosniff` is the only value
  frameOptions: { frameOption: HeadersFrameOption[securityHeaders['X-Frame-Options']], override },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
  strictTransportSecurity,
})

const custom = ['Cross-Origin-Opener-Policy', 'Cross-Origin-Resource-Policy'] as const

/** The headers of infra/web-assets/headers.ts as a CloudFront policy. */
export const createSecurityHeaders = (scope: Construct, name: string): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'SecurityHeaders', {
    responseHeadersPolicyName: name,
    comment: 'Tasks API: the web interface',
    securityHeadersBehavior: known(),
    customHeadersBehavior: {
      customHeaders: custom.map((header) => ({ header, value: securityHeaders[header], override })),
    },
  })

/** Adds HSTS to the answers of the API, and leaves their other headers alone. */
export const createStrictTransport = (scope: Construct, name: string): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'StrictTransport', {
    responseHeadersPolicyName: name,
    comment: 'Tasks API: the API',
    securityHeadersBehavior: { strictTransportSecurity },
  })
