import { Function as EdgeFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'

/** The header in which the API gets the address of CloudFront's caller. */
export const viewerAddressHeader = 'true-client-ip'

/**
 * Creates the function that runs at CloudFront and tells the API the caller's address. It overwrites the caller's own
 * header of that name. CloudFront's own header, `CloudFront-Viewer-Address`, cannot reach the API: a policy adds it
 * only to a list of headers, which would have to name every header that the API reads, or to all headers together with
 * `Host`, by which API Gateway routes.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/example-function-add-true-client-ip-header.html
 * https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_OriginRequestPolicyHeadersConfig.html
 */
export const createViewerAddressFunction = (scope: Construct): EdgeFunction =>
  new EdgeFunction(scope, 'ViewerAddress', {
    comment: 'Tasks API: the address of the caller',
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(`function handler(event) {
  event.request.headers['${viewerAddressHeader}'] = { value: event.viewer.ip }
  return event.request
}`),
  })
