import { Function as EdgeFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'

/** What runs at CloudFront: a page's address has no extension, but its file in the bucket has. */
export const pageNameCode = `function handler(event) {
  var request = event.request
  if (request.uri === '/docs') request.uri = '/docs/index.html'
  else if (request.uri.endsWith('/')) request.uri += 'index.html'
  else if (!request.uri.split('/').pop().includes('.')) request.uri += '.html'
  return request
}`

/** Creates the function that names the file of a page of the documentation. */
export const createPageNameFunction = (scope: Construct): EdgeFunction =>
  new EdgeFunction(scope, 'PageName', {
    comment: 'Tasks API: the files of the documentation',
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(pageNameCode),
  })
