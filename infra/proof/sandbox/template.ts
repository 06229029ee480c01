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
  variables: Record<string, string>
}

/** The function's id in the contract. */
export const idOf = ({ Properties }: Resource): string =>
  String(Properties.Description).replace('Tasks API: ', '')

/** The properties of a function, named as in CloudFormation. */
interface FunctionProperties {
  Runtime: string
  Handler: string
  MemorySize: number
  Timeout: number
  Environment?: { Variables: Record<string, string | { Ref: string }> }
}

/**
 * Reads every function of a template, by id.
 * @param tableName replaces each reference to the stack's table
 * @throws Error when a variable refers to something else
 */
export function functionsOf(stack: StackTemplate, tableName: string): Map<string, FunctionDescription> {
  const [tableId] = Object.keys(stack.resources('AWS::DynamoDB::Table'))
  const queues = stack.resources('AWS::SQS::Queue')
  const resolve = (name: string, value: string | { Ref: string }): string => {
    if (typeof value === 'string') return value
    if (value.Ref === tableId) return tableName
    if (value.Ref in queues) return `http://127.0.0.1:9/${value.Ref}` // a port that refuses: the sandbox has no queues
    throw new Error(
      `The variable ${name} refers to ${JSON.stringify(value)}, which the sandbox does not know.`,
    )
  }
  const described = Object.entries(stack.functions).map(([logicalId, resource]) => {
    const { Runtime, Handler, MemorySize, Timeout, Environment } =
      resource.Properties as unknown as FunctionProperties // the CDK has validated it
    const variables = Object.entries(Environment?.Variables ?? {})
    return {
      id: idOf(resource),
      name: logicalId,
      runtime: Runtime,
      handler: Handler,
      memoryMiB: MemorySize,
      timeoutMs: Timeout * 1000,
      variables: Object.fromEntries(variables.map(([name, value]) => [name, resolve(name, value)])),
    }
  })
  return new Map(described.map((one) => [one.id, one]))
}
