import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  CorsHttpMethod,
  DomainName,
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
  type CorsPreflightOptions,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { routes, unmatched } from '../../lib/contract/functions.ts'
import { endpoints } from '../../lib/contract/index.ts'
import { basePath } from '../../lib/contract/routes.ts'
import type { Settings } from './settings.ts'

/**
 * One line per request. No header and no query, so no token and no cursor; the route instead of the path, which may
 * hold an external id. `request_id` is the X-Request-Id of the answer and of the function's own line.
 */
const accessLogFormat = JSON.stringify({
  request_id: '$context.requestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  route: '$context.routeKey',
  method: '$context.httpMethod',
  status: '$context.status',
  response_bytes: '$context.responseLength',
  latency_ms: '$context.responseLatency',
  function_ms: '$context.integrationLatency',
  function_error: '$context.integrationErrorMessage',
  // what Lambda's own lines have of a request that ended without one of ours
  lambda_request_id: '$context.integration.requestId',
  error: '$context.error.responseType',
})

/** Sorted, so that a template changes with its contract alone. */
const distinct = <T extends string>(values: T[]): T[] => [...new Set(values)].sort()

/** What a browser may send is what the contract reads; what it may see is what the answers carry. */
const corsOf = (origins: string[]): CorsPreflightOptions => ({
  allowOrigins: origins,
  allowMethods: distinct(endpoints.map(({ method }) => CorsHttpMethod[method])),
  allowHeaders: distinct([
    'authorization',
    'content-type',
    ...endpoints.flatMap(({ headers }) => Object.keys(headers?.shape ?? {})),
  ]),
  exposeHeaders: [
    ...['Allow', 'ETag', 'Idempotency-Replayed', 'Link', 'Location'],
    ...['RateLimit', 'RateLimit-Policy', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
  ],
  maxAge: Duration.hours(1),
})

/**
 * The team's own domain; its DNS record is the team's, wherever it keeps its zone. With the web interface before the
 * API, the domain is CloudFront's: web.ts.
 */
const createDomain = (scope: Construct, { domainName, certificateArn, webInterface }: Settings) =>
  domainName && certificateArn && !webInterface
    ? new DomainName(scope, 'Domain', {
        domainName,
        certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
      })
    : undefined

/** The way in: a route for each endpoint and for the documentation, and one for everything else. */
export interface Api {
  httpApi: HttpApi
  stage: HttpStage
  domain: DomainName | undefined
  /** Its own address, without a path. */
  origin: string
}

/** The HTTP API. Its stage is the one without a name in the path: a Location header is right under any domain. */
export function createApi(
  scope: Construct,
  functions: ReadonlyMap<string, LambdaFunction>,
  settings: Settings,
): Api {
  const integrationOf = (id: string) => {
    const target = functions.get(id)
    if (!target) throw new Error(`There is no function ${id}.`)
    return new HttpLambdaIntegration(id, target)
  }
  const { corsOrigins } = settings
  const httpApi = new HttpApi(scope, 'Api', {
    apiName: `tasks-api-${settings.stageName}`,
    createDefaultStage: false,
    defaultIntegration: integrationOf(unmatched),
    ...(corsOrigins.length > 0 && { corsPreflight: corsOf(corsOrigins) }),
  })
  for (const { id, method, path } of routes) {
    httpApi.addRoutes({
      path: `${basePath}${path}`,
      methods: [HttpMethod[method]],
      integration: integrationOf(id),
    })
  }
  Validations.of(httpApi).acknowledge({
    id: 'AwsSolutions-APIG4',
    reason:
      'Tokens are checked in each function (lib/http/authenticate.ts): an authorizer could not say which scope.',
  })
  const accessLogs = new LogGroup(scope, 'AccessLogs', {
    retention: settings.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const domain = createDomain(scope, settings)
  const stage = new HttpStage(scope, 'Stage', {
    httpApi,
    stageName: '$default',
    autoDeploy: true,
    throttle: { rateLimit: settings.throttleRate, burstLimit: settings.throttleBurst },
    accessLogSettings: {
      destination: new LogGroupLogDestination(accessLogs),
      format: AccessLogFormat.custom(accessLogFormat),
    },
    ...(domain && { domainMapping: { domainName: domain } }),
  })
  const origin = domain ? `https://${String(settings.domainName)}` : httpApi.apiEndpoint
  return { httpApi, stage, domain, origin }
}
