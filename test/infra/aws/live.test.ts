import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import { functionIds, serviceFunctions } from '../../../functions/index.ts'
import { everything, makeStack, synthesize } from './synthesize.ts'
import { flatten, templatesOf } from './flatten.ts'

const stack = synthesize()
const full = synthesize(everything)
const limited = synthesize({ reservedConcurrency: 5, provisionedConcurrency: { 'tasks.get': 1 } })
// a template has resources
const { Resources: withOtherCode } = flatten(templatesOf(makeStack({}, {}, serviceFunctions, 'other'))) as {
  Resources: object
}
const aliases = (of = stack) => Object.values(of.resources('AWS::Lambda::Alias'))

describe('the alias live', () => {
  it('is there for each function, and points to a version of its present code and configuration', () => {
    expect(aliases()).toHaveLength(functionIds.length)
    const versions = stack.resources('AWS::Lambda::Version')
    for (const { Properties } of aliases()) {
      expect(Properties.Name).toBe('live')
      // named as in CloudFormation
      const [version] = (Properties.FunctionVersion as { 'Fn::GetAtt': [string] })['Fn::GetAtt']
      expect(versions[version]?.Properties.FunctionName).toEqual(Properties.FunctionName)
    }
  })

  it('gets a new version for another code or configuration, and for nothing else', () => {
    const versionsOf = (resources: object) =>
      Object.keys(resources).filter((id) => id.includes('FunctionCurrentVersion'))
    const before = versionsOf(stack.resources('AWS::Lambda::Version'))
    expect(before).toHaveLength(functionIds.length)
    expect(versionsOf(limited.resources('AWS::Lambda::Version'))).toEqual(before)
    // in `full`, all functions know another domain
    for (const all of [full.template.toJSON().Resources as object, withOtherCode]) {
      const after = versionsOf(all)
      expect(after).toHaveLength(before.length)
      expect(after.filter((id) => before.includes(id))).toEqual([])
    }
  })

  it('is what every caller calls, and API Gateway is allowed to before a route leads there', () => {
    const permissions = Object.values(stack.resources('AWS::Lambda::Permission'))
    const byGateway = permissions.filter(
      ({ Properties }) => Properties.Principal === 'apigateway.amazonaws.com',
    )
    const integrations = Object.values(stack.resources('AWS::ApiGatewayV2::Integration'))
    const names = (of: typeof integrations, key: string) =>
      of.map(({ Properties }) => JSON.stringify(Properties[key]))
    expect(names(byGateway, 'FunctionName').sort()).toEqual(names(integrations, 'IntegrationUri').sort())
    // in the nested stack of the function, which is complete before its integration in the main stack begins
    const main = Template.fromStack(makeStack())
    expect(
      main.findResources('AWS::Lambda::Permission', {
        Properties: { Principal: 'apigateway.amazonaws.com' },
      }),
    ).toEqual({})
    const called = permissions.map(({ Properties }) => Properties.FunctionName)
    expect(called.filter((target) => !JSON.stringify(target).includes('Aliaslive'))).toEqual([])
  })

  it('leaves the event sources of existing stages where they are: a new one would read the stream again', () => {
    expect(Object.keys(stack.resources('AWS::Lambda::EventSourceMapping')).sort()).toEqual([
      'FunctionsrulesrunFunctionQueue4BE9D935',
      'FunctionsruleswatchFunctionStream064B11DC',
      'FunctionswebhooksdeliverFunctionQueueDFA2916D',
      'FunctionswebhooksdispatchFunctionStreamB3AF28CA',
    ])
  })

  it('keeps executions ready where the settings ask for it', () => {
    const ready = (of: typeof stack) =>
      aliases(of).flatMap(({ Properties }) => Properties.ProvisionedConcurrencyConfig ?? [])
    expect(ready(stack)).toEqual([])
    expect(full.resources('AWS::Lambda::Alias')[full.aliasOf('tasks.create')]?.Properties).toMatchObject({
      ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 5 },
    })
    expect(ready(full)).toHaveLength(2)
  })
})

describe('a gradual deployment', () => {
  interface Group {
    AlarmConfiguration: { Enabled: boolean; Alarms: { Name: { Ref: string } }[] }
  }
  const groups = full.resources('AWS::CodeDeploy::DeploymentGroup')

  it('is off unless the settings ask for it', () => {
    expect(JSON.stringify(stack.template.toJSON())).not.toMatch(/CodeDeploy|UpdatePolicy|DeploymentAlarm/)
  })

  it('moves each alias by a group of its own, and goes back when requests fail or the background crashes', () => {
    const application = Object.keys(full.resources('AWS::CodeDeploy::Application'))[0]
    const used = aliases(full).map((alias) => {
      const { UpdatePolicy } = alias as unknown as {
        UpdatePolicy: { CodeDeployLambdaAliasUpdate: Record<string, { Ref: string }> }
      } // named as in CloudFormation
      const { ApplicationName, DeploymentGroupName } = UpdatePolicy.CodeDeployLambdaAliasUpdate
      expect(ApplicationName).toEqual({ Ref: application })
      return DeploymentGroupName?.Ref
    })
    expect(new Set(used)).toEqual(new Set(Object.keys(groups)))
    expect(used).toHaveLength(functionIds.length)
    for (const { Properties } of Object.values(groups)) {
      expect(Properties).toMatchObject({
        DeploymentConfigName: `CodeDeployDefault.Lambda${everything.gradualDeployment}`,
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
        },
      })
      const { Enabled, Alarms } = (Properties as unknown as Group).AlarmConfiguration
      const names = Alarms.map(({ Name }) => Name.Ref.replace(/[0-9A-F]{8}$/, ''))
      expect({ Enabled, names }).toEqual({ Enabled: true, names: ['DeploymentAlarm', 'CrashesAlarm'] })
    }
  })

  it('gives CodeDeploy, for each function, a role that may move that alias alone', () => {
    const roles = Object.entries(full.resources('AWS::IAM::Role')).filter(([id]) =>
      id.includes('AliasliveDeploymentRole'),
    )
    expect(roles).toHaveLength(functionIds.length)
    for (const [id, { Properties }] of roles) {
      expect(Properties).not.toHaveProperty('ManagedPolicyArns')
      const moved = id.split('FunctionAlias')[0]
      const { Policies } = Properties as unknown as {
        Policies: [{ PolicyDocument: { Statement: { Action: unknown; Resource: unknown }[] } }]
      } // the shape of a role
      const [moves, asks] = Policies[0].PolicyDocument.Statement
      expect(moves?.Action).toEqual([
        'lambda:GetAlias',
        'lambda:GetProvisionedConcurrencyConfig',
        'lambda:UpdateAlias',
      ])
      const named = JSON.stringify(moves?.Resource).match(/"(\w+Function)[0-9A-F]{8}"/g) ?? []
      expect(named).toHaveLength(2)
      for (const one of named) expect(one).toMatch(new RegExp(`^"${String(moved)}Function[0-9A-F]{8}"$`))
      expect(asks).toMatchObject({ Action: 'cloudwatch:DescribeAlarms', Resource: '*' })
    }
  })

  it('ends within the time of its shift: the alarm takes two minutes, and is over after five', () => {
    const [alarm] = Object.entries(full.resources('AWS::CloudWatch::Alarm')).filter(([id]) =>
      id.startsWith('DeploymentAlarm'),
    )
    expect(alarm?.[1].Properties).toMatchObject({ EvaluationPeriods: 5, DatapointsToAlarm: 2 })
    expect(alarm?.[1].Properties).not.toHaveProperty('AlarmActions')
  })
})
