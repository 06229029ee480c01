import { describe, expect, it } from 'vitest'
import { functionIds } from '../../../functions/index.ts'
import { everything, synthesize } from './synthesize.ts'

const { canaryTokenParameter } = everything
const plain = synthesize()
const full = synthesize(everything)
const stack = synthesize({ canaryTokenParameter, webInterface: false })
const canaryOf = (of = stack) => {
  const [found] = Object.entries(of.resources('AWS::Lambda::Function')).filter(([id]) =>
    id.startsWith('Canary'),
  )
  if (!found) throw new Error('There is no canary.')
  const [logicalId, { Properties }] = found
  return { logicalId, Properties }
}
const roleOf = (of = stack) =>
  Object.entries(of.resources('AWS::IAM::Role')).find(([id]) => id.startsWith('CanaryRole'))?.[1].Properties

describe('the canary', () => {
  it('is there only where the settings name its token', () => {
    const without = JSON.stringify(plain.template.toJSON())
    expect(without).not.toMatch(/canary/i)
    expect(Object.keys(stack.functions)).toHaveLength(functionIds.length) // it is none of the service's
  })

  it('calls the URL that callers use: the team’s domain, CloudFront, or the API itself', () => {
    for (const of of [full, stack]) {
      // named as in CloudFormation
      const { Variables } = canaryOf(of).Properties.Environment as { Variables: Record<string, unknown> }
      of.template.hasOutput('BaseUrl', { Value: Variables.BASE_URL })
    }
  })

  it('runs every five minutes, once in each period of its alarm, and is not run again when it fails', () => {
    const { logicalId } = canaryOf()
    const rules = Object.values(stack.resources('AWS::Events::Rule')).map(({ Properties }) => Properties)
    expect(rules).toContainEqual(
      expect.objectContaining({
        ScheduleExpression: 'cron(2/5 * * * ? *)',
        Targets: [expect.objectContaining({ Arn: { 'Fn::GetAtt': [logicalId, 'Arn'] } }) as unknown],
      }),
    )
    expect(stack.only('AWS::Lambda::EventInvokeConfig').Properties).toMatchObject({
      FunctionName: { Ref: logicalId },
      MaximumRetryAttempts: 0,
    })
  })

  it('may write to its log and read its token, and nothing else', () => {
    const statements = (of = stack) => {
      // the shape of a role
      const { Policies } = roleOf(of) as unknown as {
        Policies: { PolicyDocument: { Statement: { Action: string | string[]; Resource: unknown }[] } }[]
      }
      return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    }
    const log = { Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] }
    const token = { Action: 'ssm:GetParameter' }
    expect(statements()).toMatchObject([log, token])
    expect(JSON.stringify(statements()[1]?.Resource)).toMatch(
      /:parameter\/tasks-api\/production\/canary"\]\]\}$/,
    )
    expect(statements(full)).toMatchObject([
      log,
      token,
      { Action: 'kms:Decrypt', Resource: everything.customerKeyArn },
    ])
    const [, , decrypt] = statements(full)
    expect(JSON.stringify(decrypt)).toMatch(/"kms:EncryptionContext:PARAMETER_ARN".*\/canary/)
  })

  it('has an alarm: two of three runs failed, or did not come', () => {
    const { logicalId } = canaryOf()
    const [alarm] = Object.entries(stack.resources('AWS::CloudWatch::Alarm')).filter(([id]) =>
      id.startsWith('CanaryAlarm'),
    )
    expect(alarm?.[1].Properties).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: 'Errors',
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: logicalId } }],
      Period: 300,
      Threshold: 0,
      EvaluationPeriods: 3,
      DatapointsToAlarm: 2,
      TreatMissingData: 'breaching',
    })
  })
})
