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
import type { Construct, IConstruct } from 'constructs'
import { endpoints, routes } from '../../functions/index.ts'
import { corsMaxAgeSeconds, exposedHeaders, takenBy } from '../../lib/contract/cors.ts'
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

/** Allows the request headers and methods of the contract, and exposes the headers of its answers. */
function corsOf(origins: string[]): CorsPreflightOptions {
  const { methods, headers } = takenBy(endpoints)
  return {
    allowOrigins: origins,
    allowMethods: methods.map((method) => CorsHttpMethod[method]),
    allowHeaders: headers,
    exposeHeaders: exposedHeaders,
    maxAge: Duration.seconds(corsMaxAgeSeconds),
  }
}

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

/**
 * The throttle of every route. AWS does not say whether the routes share it, or each has its own: 0 means nothing either way.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 */
const throttleOf = ({ access, throttleRate, throttleBurst }: Settings) =>
  access === 'closed'
    ? { rateLimit: 0, burstLimit: 0 }
    : { rateLimit: throttleRate, burstLimit: throttleBurst }

/**
 * Lets CloudFormation make parts of an API one after the other. It would make them all at once, and API Gateway then refuses
 * some: "Unable to complete operation due to concurrent modification". Their logical ids stay, so a stage that is deployed
 * does not change by it. https://github.com/hashicorp/terraform-provider-aws/issues/18018
 */
function makeOneByOne(parts: readonly IConstruct[]): void {
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1]
    if (before) part.node.addDependency(before)
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
    // the domain of the API itself is then its only address; behind CloudFront, that address is what CloudFront calls
    disableExecuteApiEndpoint: settings.domainName !== undefined && !settings.webInterface,
    defaultIntegration: integrationOf(unmatched),
    ...(corsOrigins.length > 0 && { corsPreflight: corsOf(corsOrigins) }),
  })
  const made = routes.flatMap(({ id, method, path }) =>
    httpApi.addRoutes({
      path: `${basePath}${path}`,
      methods: [HttpMethod[method]],
      integration: integrationOf(id),
    }),
  )
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
    throttle: throttleOf(settings),
    accessLogSettings: {
      destination: new LogGroupLogDestination(accessLogs),
      format: AccessLogFormat.custom(accessLogFormat),
    },
    ...(domain && { domainMapping: { domainName: domain } }),
  })
  makeOneByOne([httpApi.node.findChild('DefaultRoute'), ...made, stage])
  const origin = domain ? `https://${String(settings.domainName)}` : httpApi.apiEndpoint
  return { httpApi, stage, accessLogs, domain, origin }
}
