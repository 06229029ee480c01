import { Duration, Stack, Validations } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  CorsHttpMethod,
  DomainName,
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
  type CorsPreflightOptions,
  type HttpRouteIntegrationBindOptions,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Alias } from 'aws-cdk-lib/aws-lambda'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { endpoints, routes } from '../../functions/index.ts'
import { basePath } from '../../lib/contract/routes.ts'
import { unmatched } from '../../lib/contract/static.ts'
import { callable } from './live.ts'
import { createLogGroup } from './logs.ts'
import type { Settings } from './settings.ts'

/**
 * One line per request. It has no headers and no query, so that no token or cursor is logged, and the route instead of
 * the path, which may hold an external id. `request_id` is also the answer's X-Request-Id and in the function's log.
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
  // finds Lambda's own log lines of a request whose function logged none
  lambda_request_id: '$context.integration.requestId',
  error: '$context.error.responseType',
})

/** Unique and sorted, so that the template changes only with the contract. */
const distinct = <T extends string>(values: T[]): T[] => [...new Set(values)].sort()

/** Allows the request headers and methods of the contract, and exposes the headers of its answers. */
const corsOf = (origins: string[]): CorsPreflightOptions => ({
  allowOrigins: origins,
  allowMethods: distinct(endpoints.map(({ method }) => CorsHttpMethod[method])),
  allowHeaders: distinct([
    'authorization',
    'content-type',
    ...endpoints.flatMap(({ headers }) => Object.keys(headers?.shape ?? {})),
  ]),
  exposeHeaders: [
    ...['Allow', 'Dry-Run', 'ETag', 'Idempotency-Replayed', 'Link', 'Location'],
    ...['RateLimit', 'RateLimit-Policy', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
  ],
  maxAge: Duration.hours(1),
})

/**
 * The team's own domain. The team creates the DNS record itself. With the web interface, the domain belongs to
 * CloudFront instead: cdn/distribution.ts.
 */
const createDomain = (scope: Construct, { domainName, certificateArn, webInterface }: Settings) =>
  domainName && certificateArn && !webInterface
    ? new DomainName(scope, 'Domain', {
        domainName,
        certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
      })
    : undefined

/**
 * A route's integration with its function. API Gateway's permission to call the function is beside the function, in its
 * nested stack. So a route costs the main stack two resources, and the permission exists before the route leads to the
 * function.
 */
class FunctionIntegration extends HttpLambdaIntegration {
  readonly #alias: Alias

  constructor(id: string, alias: Alias) {
    super(id, callable(alias))
    this.#alias = alias
  }

  protected override completeBind({ route }: HttpRouteIntegrationBindOptions): void {
    this.#alias.addPermission('Route', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: Stack.of(route).formatArn({
        service: 'execute-api',
        resource: route.httpApi.apiId,
        resourceName: `*/*${route.path ?? ''}`,
      }),
    })
  }
}

/** The HTTP API: a route for each endpoint and for the documentation, and one for everything else. */
export interface Api {
  httpApi: HttpApi
  stage: HttpStage
  /** Has a line of JSON for each request. */
  accessLogs: LogGroup
  domain: DomainName | undefined
  /** Its own URL, without a path. */
  origin: string
}

/**
 * Creates the HTTP API. Its stage has no name in the path, so that Location headers are right under any domain.
 * @param functions the aliases that it calls, by the ids of their functions
 */
export function createApi(scope: Construct, functions: ReadonlyMap<string, Alias>, settings: Settings): Api {
  const integrationOf = (id: string) => {
    const target = functions.get(id)
    if (!target) throw new Error(`There is no function ${id}.`)
    return new FunctionIntegration(id, target)
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
      'Each function checks tokens (lib/http/authenticate.ts): an authorizer could not name the missing scope.',
  })
  const accessLogs = createLogGroup(scope, 'AccessLogs', settings)
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
  return { httpApi, stage, accessLogs, domain, origin }
}
