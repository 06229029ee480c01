import { describe, expect, it } from 'vitest'
import { functionIds, httpFunctionIds } from '../../../functions/index.ts'
import { functionsOf, idOf, type Resource } from '../../harness/sandbox/template.ts'
import { endpoints, triggeredFunctions } from '../../../functions/index.ts'
import { staticRoutes } from '../../../lib/contract/static.ts'
import {
  defaultMemoryMb,
  defaultTimeoutSeconds,
  type TriggeredFunction,
} from '../../../lib/contract/triggered.ts'
import { viewerAddressHeader } from '../../../infra/aws/cdn/viewer-address.ts'
import { ownDomain, restored } from './combinations.ts'
import { everything, makeStack, synthesize } from './synthesize.ts'

const stack = synthesize()
const full = synthesize(everything)

/** The alias that a route calls, by its logical id. */
function targetOf({ Properties }: Resource): string {
  const integrationId = (Properties.Target as { 'Fn::Join': [string, [string, { Ref: string }]] })[
    'Fn::Join'
  ][1][1]
  const integration = stack.resources('AWS::ApiGatewayV2::Integration')[integrationId.Ref]?.Properties
  return (integration?.IntegrationUri as { Ref: string }).Ref
}

describe('the API', () => {
  it('has a route for each endpoint of the contract, to its own function, and $default', () => {
    const routes = Object.values(stack.resources('AWS::ApiGatewayV2::Route'))
    expect(
      new Set(routes.map((route) => `${String(route.Properties.RouteKey)}: ${targetOf(route)}`)),
    ).toEqual(
      new Set([
        ...[...endpoints, ...staticRoutes].map(
          ({ id, method, path }) => `${method} /v1${path}: ${stack.aliasOf(id)}`,
        ),
        `$default: ${stack.aliasOf('routes.unmatched')}`,
      ]),
    )
    expect(routes).toHaveLength(httpFunctionIds.length)
  })

  it('passes functions the payload format that they read', () => {
    for (const { Properties } of Object.values(stack.resources('AWS::ApiGatewayV2::Integration'))) {
      expect(Properties).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' })
    }
  })

  it('throttles at 500 requests a second, 1,000 at once, unless told otherwise', () => {
    const throttle = (context?: Record<string, unknown>) =>
      (context ? synthesize(context) : stack).only('AWS::ApiGatewayV2::Stage').Properties.DefaultRouteSettings
    expect(throttle()).toEqual({ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1_000 })
    expect(throttle({ throttleRate: 20, throttleBurst: 40 })).toEqual({
      ThrottlingRateLimit: 20,
      ThrottlingBurstLimit: 40,
    })
  })

  it('is made part by part, since API Gateway refuses changes at the same time', () => {
    const all = (
      stack.template.toJSON() as { Resources: Record<string, { Type: string; DependsOn?: string[] }> }
    ).Resources
    const needs = new Map<string, Set<string>>()
    const neededBy = (id: string): Set<string> => {
      const known = needs.get(id)
      if (known) return known
      const own = new Set<string>()
      needs.set(id, own)
      const named = JSON.stringify(all[id]).matchAll(/"(?:Ref":|Fn::GetAtt":\[)"(\w+)"/g)
      for (const next of [...[...named].map(([, one = '']) => one), ...[all[id]?.DependsOn ?? []].flat()])
        if (all[next]) for (const one of [next, ...neededBy(next)]) own.add(one)
      return own
    }
    const parts = Object.keys(all).filter((id) =>
      /^AWS::ApiGatewayV2::(Route|Integration|Stage)$/.test(String(all[id]?.Type)),
    )
    expect(parts).toHaveLength(2 * httpFunctionIds.length + 1)
    const inOrder = parts.sort((one, other) => neededBy(one).size - neededBy(other).size)
    const together = inOrder.filter((id, index) => index > 0 && !neededBy(id).has(inOrder[index - 1] ?? ''))
    expect(together).toEqual([])
  })

  it('has no address but its own domain, if it has one without CloudFront', () => {
    const closed = (context: Record<string, unknown>) =>
      synthesize(context).only('AWS::ApiGatewayV2::Api').Properties.DisableExecuteApiEndpoint === true
    expect([{}, { webInterface: false }, ownDomain].map(closed)).toEqual([false, false, true])
  })

  it('has one stage, whose log is JSON without headers, queries and paths', () => {
    const { StageName, AutoDeploy, AccessLogSettings } = stack.only('AWS::ApiGatewayV2::Stage').Properties
    expect({ StageName, AutoDeploy }).toEqual({ StageName: '$default', AutoDeploy: true })
    const format = JSON.parse((AccessLogSettings as { Format: string }).Format) as Record<string, string>
    expect(format).toMatchObject({ request_id: '$context.requestId', route: '$context.routeKey' })
    const secret = /header|authori[sz]|query|path|body/i
    expect(Object.values(format).filter((variable) => secret.test(variable))).toEqual([])
  })

  it('has no CORS unless origins are given', () => {
    expect(stack.only('AWS::ApiGatewayV2::Api').Properties).not.toHaveProperty('CorsConfiguration')
    expect(full.only('AWS::ApiGatewayV2::Api').Properties.CorsConfiguration).toMatchObject({
      AllowOrigins: ['https://app.example.com'],
      AllowHeaders: [
        'authorization',
        'content-type',
        'idempotency-key',
        'if-match',
        'if-none-match',
        'origin-id',
      ],
      ExposeHeaders: expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'Retry-After']) as unknown,
    })
  })

  it('uses the team’s own domain if there is no web interface, which uses the domain otherwise', () => {
    for (const { resources } of [stack, full]) expect(resources('AWS::ApiGatewayV2::DomainName')).toEqual({})
    const alone = synthesize(ownDomain)
    expect(alone.only('AWS::ApiGatewayV2::DomainName').Properties).toMatchObject({
      DomainName: everything.domainName,
      DomainNameConfigurations: [{ CertificateArn: ownDomain.certificateArn }],
    })
    alone.template.hasOutput('BaseUrl', { Value: 'https://api.example.com/v1' })
    alone.template.hasOutput('DomainTarget', {})
  })
})

describe('the table', () => {
  const { Properties, DeletionPolicy, UpdateReplacePolicy } = stack.only('AWS::DynamoDB::Table')

  it('is billed by the request, purged, recoverable, protected, retained and streamed, and has no name', () => {
    expect(Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    })
    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['Retain', 'Retain'])
    expect(Properties).not.toHaveProperty('TableName')
  })

  it('has both indexes, of all attributes', () => {
    const index = (name: string) => ({
      IndexName: name,
      KeySchema: [
        { AttributeName: `${name}_pk`, KeyType: 'HASH' },
        { AttributeName: `${name}_sk`, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    })
    expect(Properties.GlobalSecondaryIndexes).toEqual([index('list'), index('changes')])
  })

  it('can be one that is there, such as a restored one, which the stack leaves as it is', () => {
    const other = synthesize({ ...everything, ...restored })
    expect(other.resources('AWS::DynamoDB::Table')).toEqual({})
    expect(functionsOf(other, 'none').get('tasks.get')?.variables.TABLE_NAME).toBe(restored.tableName)
    other.template.hasOutput('TableName', { Value: restored.tableName })
    const { Policies } = Object.entries(other.resources('AWS::IAM::Role')).find(([id]) =>
      id.startsWith('taskscreate'),
    )?.[1].Properties as { Policies: unknown } // the role has one
    expect(JSON.stringify(Policies)).toContain(`:table/${restored.tableName}"`)
    const sources = Object.values(other.resources('AWS::Lambda::EventSourceMapping'))
    expect(sources.map(({ Properties }) => Properties.EventSourceArn)).toContain(restored.tableStreamArn)
  })

  it('can use a customer’s key, as the logs then do', () => {
    const logs = Object.values(full.resources('AWS::Logs::LogGroup'))
    expect(new Set(logs.map(({ Properties }) => Properties.KmsKeyId))).toEqual(
      new Set([everything.customerKeyArn]),
    )
    expect(Properties).not.toHaveProperty('SSESpecification')
    expect(full.only('AWS::DynamoDB::Table').Properties.SSESpecification).toMatchObject({
      SSEType: 'KMS',
      KMSMasterKeyId: everything.customerKeyArn,
    })
  })
})

describe('the functions', () => {
  const functions = (of = stack) => Object.values(of.functions).map((one) => one.Properties)

  it('have the size of a route’s function, or what their declaration says', () => {
    const sizes = Object.values(stack.functions).map((one) => {
      const { Timeout, MemorySize } = one.Properties
      return [idOf(one), { timeout: Timeout, memory: MemorySize }]
    })
    const http = httpFunctionIds.map((id) => [id, { timeout: 10, memory: 512 }])
    const others = triggeredFunctions.map(({ id, ...declared }: TriggeredFunction) => [
      id,
      {
        timeout: declared.timeoutSeconds ?? defaultTimeoutSeconds,
        memory: declared.memoryMb ?? defaultMemoryMb,
      },
    ])
    expect(Object.fromEntries(sizes)).toEqual(Object.fromEntries([...http, ...others]))
  })

  it('know the networks that the operator allows, if they connect to receivers', () => {
    const knowing = (of: typeof stack) =>
      Object.values(of.functions).flatMap((one) => {
        // named as in CloudFormation
        const { Variables } = one.Properties.Environment as { Variables: Record<string, unknown> }
        const { WEBHOOK_ALLOWED_NETWORKS: networks } = Variables
        return networks === undefined ? [] : [[idOf(one), networks]]
      })
    expect(knowing(stack)).toEqual([])
    const allowing = synthesize({ webhookAllowedNetworks: '10.0.0.0/8, fd00::/8' })
    const senders = ['webhooks.create', 'webhooks.update', 'webhooks.test', 'webhooks.deliver']
    expect(Object.fromEntries(knowing(allowing))).toEqual(
      Object.fromEntries(senders.map((id) => [id, '10.0.0.0/8,fd00::/8'])),
    )
  })

  it('may send to the buses and queues that the operator names, if they send to receivers', () => {
    const arn = 'arn:aws:sqs:eu-central-1:123456789012:tasks.fifo'
    const allowing = synthesize({ webhookTargets: `eventbridge:team/tasks, sqs:${arn}` })
    const named = Object.values(allowing.functions).filter((one) => {
      // named as in CloudFormation
      const { Variables } = one.Properties.Environment as { Variables: Record<string, unknown> }
      return Variables.WEBHOOK_TARGETS === `eventbridge:team/tasks,sqs:${arn}`
    })
    expect(named.map(idOf).sort()).toEqual([
      'webhooks.create',
      'webhooks.deliver',
      'webhooks.test',
      'webhooks.update',
    ])
    const roles = Object.entries(allowing.resources('AWS::IAM::Role')).filter(([, role]) => {
      const text = JSON.stringify(role)
      return text.includes(arn) && text.includes('events:PutEvents') && text.includes('event-bus/team/tasks')
    })
    expect(roles.map(([name]) => name.replace(/^Functions|Role.*$/g, '')).sort()).toEqual([
      'webhooksdeliver',
      'webhookstest',
    ])
  })

  it('run on Node 24 and ARM, and know their table and stage', () => {
    for (const properties of functions()) {
      expect(properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        Environment: {
          Variables: { TABLE_NAME: { Ref: expect.any(String) as unknown }, STAGE: 'production' },
        },
      })
      expect(properties).not.toHaveProperty('ReservedConcurrentExecutions')
      expect(properties).not.toHaveProperty('Layers') // Lambda Insights would be a layer
    }
  })

  it('know what stands before the API: the team’s own domain, the header with the caller’s address, and whether there is a web interface', () => {
    const told = (context: Record<string, unknown>) =>
      functions(synthesize(context)).map(({ Environment }) => {
        // named as in CloudFormation
        const { Variables } = Environment as { Variables: Record<string, unknown> }
        return [Variables.PUBLIC_ORIGIN, Variables.VIEWER_ADDRESS_HEADER, Variables.WEB_INTERFACE]
      })
    const all = (...variables: unknown[]) => functionIds.map(() => variables)
    const { domainName, certificateArn } = everything
    const domain = { domainName, certificateArn }
    const cdn = { 'Fn::GetAtt': [expect.stringMatching(/^WebDistribution/), 'DomainName'] as unknown[] }
    expect(told({})).toEqual(all({ 'Fn::Join': ['', ['https://', cdn]] }, viewerAddressHeader, undefined))
    expect(told(domain)).toEqual(all('https://api.example.com', viewerAddressHeader, undefined))
    expect(told({ ...domain, webInterface: false })).toEqual(all('https://api.example.com', undefined, 'off'))
    expect(told({ webInterface: false })).toEqual(all(undefined, undefined, 'off'))
  })

  it('lead to the OpenAPI document from the links of errors where there is no site', () => {
    const told = (context: Record<string, unknown>) =>
      functions(synthesize(context)).flatMap(({ Environment }) => {
        // named as in CloudFormation
        const { Variables } = Environment as { Variables: Record<string, unknown> }
        return Variables.DOCS_LOCATION ?? []
      })
    expect(told({})).toEqual([])
    expect(told({ webInterface: false })).toEqual(['/v1/openapi.json'])
  })

  it('each have their own log, which is kept for a month by default', () => {
    const logs = functions().map(
      ({ LoggingConfig }) => (LoggingConfig as { LogGroup: { Ref: string } }).LogGroup.Ref,
    )
    expect(new Set(logs).size).toBe(functionIds.length)
    const kept = (of = stack) =>
      new Set(
        Object.values(of.resources('AWS::Logs::LogGroup')).map(
          ({ Properties }) => Properties.RetentionInDays,
        ),
      )
    expect(kept()).toEqual(new Set([30]))
    expect(kept(synthesize({ logRetentionDays: 90 }))).toEqual(new Set([90]))
  })

  it('send their own metrics by default', () => {
    const disabled = (of = stack) =>
      functions(of).map(({ Environment }) =>
        JSON.stringify(Environment).includes('POWERTOOLS_METRICS_DISABLED'),
      )
    expect(new Set(disabled())).toEqual(new Set([false]))
    expect(new Set(disabled(synthesize({ requestMetrics: false })))).toEqual(new Set([true]))
  })

  it('are limited in number where that is asked for', () => {
    const limited = functions(full).filter((properties) => 'ReservedConcurrentExecutions' in properties)
    expect(limited).toMatchObject([
      { Description: 'Tasks API: tasks.create', ReservedConcurrentExecutions: 50 },
    ])
  })
})

describe('a stage that is not open', () => {
  const queuesAndStreams = triggeredFunctions.filter(({ trigger }) => trigger !== 'schedule')
  const schedules = triggeredFunctions.filter(({ trigger }) => trigger === 'schedule')
  const all = (source: boolean, schedule: string) => [
    ...queuesAndStreams.map(() => source),
    ...schedules.map(() => schedule),
  ]
  const of = (access: string) => {
    const own = synthesize({ access, provisionedConcurrency: { 'tasks.create': 1 } })
    const shut = Object.values(own.functions).filter(
      ({ Properties }) => Properties.ReservedConcurrentExecutions === 0,
    )
    const running = ['AWS::Lambda::EventSourceMapping', 'AWS::Events::Rule'].flatMap((type) =>
      Object.values(own.resources(type)).map(({ Properties }) => Properties.Enabled ?? Properties.State),
    )
    const { DefaultRouteSettings } = own.only('AWS::ApiGatewayV2::Stage').Properties
    return { shut: shut.map(idOf), running, DefaultRouteSettings }
  }

  it('lets through no request in any reading of the throttle, runs no function of a route, and no other', () => {
    const { shut, running, DefaultRouteSettings } = of('closed')
    expect(DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 0, ThrottlingBurstLimit: 0 })
    expect(shut.sort()).toEqual([...httpFunctionIds].sort())
    expect(running).toEqual(all(false, 'DISABLED'))
  })

  it('runs only functions that write nothing but the counts of requests, if it is for reading', () => {
    const { shut, running } = of('readOnly')
    const wrote = endpoints.filter(({ access }) =>
      access.some((action) => /^(Put|Update|Delete|BatchWrite)Item$/.test(action)),
    )
    expect(shut.sort()).toEqual(wrote.map(({ id }) => id).sort())
    expect(shut).toEqual(expect.arrayContaining(['tasks.create', 'tokens.delete', 'hooks.receive']))
    expect(shut).not.toContain('tasks.get')
    expect(running).toEqual(all(false, 'DISABLED'))
    expect(of('open')).toMatchObject({ shut: [], running: all(true, 'ENABLED') })
  })
})

describe('the stack', () => {
  it('belongs to an account and a region, if they are set; that of production cannot be deleted by mistake', () => {
    const pinned = makeStack({ account: '123456789012', region: 'eu-west-1' })
    expect([pinned.account, pinned.region, pinned.terminationProtection]).toEqual([
      '123456789012',
      'eu-west-1',
      true,
    ])
    expect(makeStack({ stageName: 'staging' }).terminationProtection).toBe(false)
  })
})

describe('the outputs', () => {
  const outputOf = (of: typeof stack, name: string) => JSON.stringify(of.template.findOutputs(name))

  it('name the base URL, the table, and the command that creates the first account', () => {
    expect(outputOf(stack, 'BaseUrl')).toMatch(/"Web\w+","DomainName"\]\},"\/v1"\]/)
    expect(outputOf(synthesize({ webInterface: false }), 'BaseUrl')).toContain('"ApiEndpoint"]},"/v1"]')
    expect(outputOf(stack, 'TableName')).toContain('"Ref":"Table')
    expect(outputOf(stack, 'AdminCommand')).toMatch(
      /npm run admin -- account create --name \\"My team\\" --table ",\{"Ref":"Table\w+"\}," --region ",\{"Ref":"AWS::Region"\}/,
    )
  })
})
