import { idOf, type StackTemplate } from './template.ts'

interface Statement {
  Effect: string
  Action: string | string[]
  Resource: unknown
  Condition?: Record<string, Record<string, string | string[]>>
}

interface Policy {
  PolicyDocument: { Statement: Statement[] }
}

/** The logical id in a reference. */
const referred = (value: unknown) => (value as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0]

/** The partitions or the attributes to which a statement is limited, if it is, such as ` where ACCOUNT#*`. */
const limitOf = ({ Condition = {} }: Statement): string => {
  const named =
    Condition['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ??
    Condition['ForAllValues:StringEquals']?.['dynamodb:Attributes']
  return named === undefined ? '' : ` where ${[named].flat().join()}`
}

/** Every policy of a role, inline or attached. */
function policiesOf({ resources }: StackTemplate, roleId: string): Policy[] {
  const { Policies = [], ManagedPolicyArns = [] } = resources('AWS::IAM::Role')[roleId]?.Properties ?? {}
  if ((ManagedPolicyArns as unknown[]).length > 0) throw new Error(`${roleId} has managed policies`)
  const attached = Object.values(resources('AWS::IAM::Policy')).filter(({ Properties }) =>
    (Properties.Roles as { Ref: string }[]).some(({ Ref }) => Ref === roleId),
  )
  return [...(Policies as Policy[]), ...attached.map(({ Properties }) => Properties as unknown as Policy)]
}

/**
 * What each function's role allows, by function id, in the format `dynamodb:GetItem table`. Resources other than the
 * table, its indexes and the function's own log appear as in the template.
 */
export function rolesOf(stack: StackTemplate): Map<string, string[]> {
  const functions = Object.values(stack.functions)
  const [tableId = ''] = Object.keys(stack.resources('AWS::DynamoDB::Table'))
  const arn = (id: string) => JSON.stringify({ 'Fn::GetAtt': [id, 'Arn'] })
  return new Map(
    functions.map((resource) => {
      const { Role, LoggingConfig } = resource.Properties
      const logId = (LoggingConfig as { LogGroup: { Ref: string } }).LogGroup.Ref
      const shown = (target: unknown) =>
        JSON.stringify(target)
          .replace(/^\{"Fn::Join":\["",\[(.*),"\/(index\/\w+)"\]\]\}$/, '$1 $2')
          .replace(arn(tableId), 'table')
          .replace(/^table (index\/\w+)$/, '$1')
          .replace(arn(logId), 'log')
      const statements = policiesOf(stack, referred(Role)).flatMap(
        (policy) => policy.PolicyDocument.Statement,
      )
      if (statements.some(({ Effect }) => Effect !== 'Allow'))
        throw new Error('a policy has a Deny statement')
      const grants = statements.flatMap((statement) =>
        [statement.Action]
          .flat()
          .flatMap((action) =>
            [statement.Resource].flat().map((target) => `${action} ${shown(target)}${limitOf(statement)}`),
          ),
      )
      return [idOf(resource), grants] as const
    }),
  )
}
