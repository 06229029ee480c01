import { NestedStack, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'

type Json = Record<string, unknown>

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces each part of a JSON value for which `replace` has another, from the outside in. */
function rewrite(value: unknown, replace: (part: Json) => unknown): unknown {
  if (Array.isArray(value)) return value.map((part) => rewrite(part, replace))
  if (!isRecord(value)) return value
  const other = replace(value)
  if (other !== undefined) return rewrite(other, replace)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rewrite(part, replace)]))
}

/** What CloudFormation gets of a stack: its own template, and those of its nested stacks by their logical ids in it. */
export interface Templates {
  main: Record<string, Json>
  nested: Record<string, Record<string, Json>>
}

export function templatesOf(stack: Stack): Templates {
  const templateOf = (one: Stack) => Template.fromStack(one).toJSON() as Record<string, Json>
  const nested = stack.node
    .findAll()
    .flatMap((one) =>
      one instanceof NestedStack && one.nestedStackResource
        ? [[stack.getLogicalId(one.nestedStackResource), templateOf(one)] as const]
        : [],
    )
  return { main: templateOf(stack), nested: Object.fromEntries(nested) }
}

/** The attribute that `Fn::GetAtt` names, as `[resource, attribute]`. */
const attributeOf = (part: Json): [unknown, string] => {
  const [resource, attribute] = (part['Fn::GetAtt'] ?? []) as [unknown?, unknown?]
  return [resource, String(attribute)]
}

/**
 * The template of a stack with the resources of its nested stacks in it, as if there were none: parameters and outputs of
 * the nested stacks are replaced by what they stand for.
 * @throws Error when two stacks give a resource the same logical id
 */
export function flatten({ main, nested }: Templates): Json {
  const resources = new Map(Object.entries(main.Resources ?? {}))
  const outputs = new Map<string, Json>()
  for (const [logicalId, { Resources = {}, Outputs = {} }] of Object.entries(nested)) {
    const { Properties } = resources.get(logicalId) as { Properties: { Parameters?: Json } } // the CDK wrote it
    resources.delete(logicalId)
    const given = Properties.Parameters ?? {}
    const inline = (value: unknown) =>
      rewrite(value, (part) => (typeof part.Ref === 'string' ? given[part.Ref] : undefined))
    for (const [key, resource] of Object.entries(Resources)) {
      if (resources.has(key)) throw new Error(`Two stacks have a resource ${key}.`)
      resources.set(key, inline(resource))
    }
    outputs.set(logicalId, inline(Outputs) as Json) // a record stays one
  }
  const valueOf = (part: Json) => {
    const [logicalId, attribute] = attributeOf(part)
    const output = outputs.get(String(logicalId))?.[attribute.replace('Outputs.', '')]
    return isRecord(output) ? output.Value : undefined
  }
  return rewrite({ ...main, Resources: Object.fromEntries(resources) }, valueOf) as Json // a record stays one
}
