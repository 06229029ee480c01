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

/** Those of the headers that CloudFront knows by name; it takes them in no other way. */
const known = (): ResponseSecurityHeadersBehavior => ({
  contentSecurityPolicy: {
    contentSecurityPolicy: securityHeaders['Content-Security-Policy'],
    override,
  },
  contentTypeOptions: { override }, // `nosniff` is all that there is
  frameOptions: { frameOption: HeadersFrameOption[securityHeaders['X-Frame-Options']], override },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
  // not in the list: a machine of one's own is served without TLS
  strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: false, override },
})

const custom = ['Cross-Origin-Opener-Policy', 'Cross-Origin-Resource-Policy'] as const

/** The list of infra/web-assets/headers.ts as CloudFront takes it. */
export const createSecurityHeaders = (scope: Construct, name: string): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'SecurityHeaders', {
    responseHeadersPolicyName: name,
    comment: 'Tasks API: the web interface',
    securityHeadersBehavior: known(),
    customHeadersBehavior: {
      customHeaders: custom.map((header) => ({ header, value: securityHeaders[header], override })),
    },
  })
