/** The members of a template's resource that are used here. */
export interface Resource {
  Type: string
  // CloudFormation properties can be any JSON; readers must state the type that they expect
  Properties: Record<string, unknown>
  DeletionPolicy?: string
  UpdateReplacePolicy?: string
}

/** A synthesized stack. */
export interface StackTemplate {
  /** The resources of a type, by logical id. */
  resources: (type: string) => Record<string, Resource>
  /** The service's own functions, by logical id, without those that the CDK runs during a deployment. */
  functions: Record<string, Resource>
}

/** A function as described in the template. */
export interface FunctionDescription {
  /** Its id in the contract: `tasks.create`. */
  id: string
  /** Its name in the sandbox: the logical id, from which CloudFormation generates the real name. */
  name: string
  runtime: string
  handler: string
  memoryMiB: number
  timeoutMs: number
  /** Whether a chain of requests may invoke it again and again. Otherwise Lambda ends the chain: trace.ts. */
  mayLoop: boolean
  variables: Record<string, string>
}

/** The function's id in the contract. */
export const idOf = ({ Properties }: Resource): string =>
  String(Properties.Description).replace('Tasks API: ', '')

/** A text of a template, with what CloudFormation puts into it. */
type Text = string | { Ref: string } | { 'Fn::GetAtt': [string, string] } | { 'Fn::Join': [string, Text[]] }

/** The properties of a function, named as in CloudFormation. */
interface FunctionProperties {
  Runtime: string
  Handler: string
  MemorySize: number
  Timeout: number
  RecursiveLoop?: 'Allow' | 'Terminate'
  Environment?: { Variables: Record<string, Text> }
}

/** The domain of CloudFront in the sandbox: that of AWS's own examples. */
const cdnDomain = 'd111111abcdef8.cloudfront.net'

/** The value of a secret in the sandbox: as long as the template asks for, and another one for each secret. */
const secretOf = (logicalId: string) => logicalId.padEnd(64, '0')

/**
 * Returns a text of a template as CloudFormation would put it together.
 * @param tableName replaces each reference to the stack's table
 * @param queues the endpoint of the queues; a port that refuses by default
 * @throws Error when it refers to something that the sandbox does not know
 */
export function textOf(
  stack: StackTemplate,
  text: Text,
  tableName: string,
  queues = 'http://127.0.0.1:9',
): string {
  const has = (type: string, logicalId: string) => logicalId in stack.resources(type)
  const resolve = (part: Text): string => {
    if (typeof part === 'string') return part
    if ('Fn::Join' in part) return part['Fn::Join'][1].map(resolve).join(part['Fn::Join'][0])
    if ('Ref' in part) {
      if (has('AWS::DynamoDB::Table', part.Ref)) return tableName
      if (has('AWS::SQS::Queue', part.Ref)) return `${queues}/${part.Ref}`
      if (has('AWS::SecretsManager::Secret', part.Ref) || has('AWS::S3::Bucket', part.Ref)) return part.Ref
    } else if (has('AWS::CloudFront::Distribution', part['Fn::GetAtt'][0])) return cdnDomain
    throw new Error(`${JSON.stringify(part)} is nothing that the sandbox knows.`)
  }
  return resolve(text).replaceAll(/{{resolve:secretsmanager:(\w+):SecretString:::}}/g, (_, id: string) =>
    secretOf(id),
  )
}

/**
 * Reads every function of a template, by id.
 * @param tableName replaces each reference to the stack's table
 * @param queues the endpoint of the queues
 * @throws Error when a variable refers to something else
 */
export function functionsOf(
  stack: StackTemplate,
  tableName: string,
  queues?: string,
): Map<string, FunctionDescription> {
  const described = Object.entries(stack.functions).map(([logicalId, resource]) => {
    const { Runtime, Handler, MemorySize, Timeout, RecursiveLoop, Environment } =
      resource.Properties as unknown as FunctionProperties // the CDK has validated it
    const variables = Object.entries(Environment?.Variables ?? {})
    return {
      id: idOf(resource),
      name: logicalId,
      runtime: Runtime,
      handler: Handler,
      memoryMiB: MemorySize,
      timeoutMs: Timeout * 1000,
      mayLoop: RecursiveLoop === 'Allow',
      variables: {
        ...Object.fromEntries(
          variables.map(([name, value]) => [name, textOf(stack, value, tableName, queues)]),
        ),
        // absent on AWS, as DYNAMODB_ENDPOINT is
        ...(queues !== undefined && { AWS_ENDPOINT_URL_S3: queues }),
      },
    }
  })
  return new Map(described.map((one) => [one.id, one]))
}
