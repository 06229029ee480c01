import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import type { Resource as Schema } from '@aws-cdk/service-spec-types'
import { isDeepStrictEqual } from 'node:util'
import { flatten, type Templates } from './flatten.ts'

type Json = Record<string, unknown>

/** A resource, reduced to what makes CloudFormation replace it. */
export interface Fixed {
  type: string
  /** The nested stack in which it is; undefined for the main stack. */
  stack?: string
  /** The id in the contract of a function of the service. */
  functionId?: string
  /** The values that cannot be changed in place, by their paths: `NotificationsWithSubscribers`, `Budget.BudgetName`. */
  values: Json
}

/** The resources of a stack and its nested stacks, by logical id. */
export type FixedResources = Record<string, Fixed>

const spec = loadAwsServiceSpecSync()

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The values in some properties that cannot be changed in place, by the resource schemas of CloudFormation. */
function* fixedIn(properties: Schema['properties'], values: Json, path = ''): Generator<[string, unknown]> {
  for (const [name, value] of Object.entries(values)) {
    const property = properties[name]
    if (!property) continue // of a type without a schema, such as a custom resource
    // within an object, its parts: one of them may be the name
    if (property.type.type === 'ref' && isRecord(value)) {
      const { properties: inner } = spec.get('typeDefinition', property.type.reference)
      yield* fixedIn(inner, value, `${path}${name}.`)
    } else if (property.causesReplacement && property.causesReplacement !== 'no') yield [path + name, value]
  }
}

/** Reduces the templates of a stack to what cannot be changed in place. */
export function fixedResources(templates: Templates): FixedResources {
  const { Resources } = flatten(templates) as {
    Resources: Record<string, { Type: string; Properties?: Json }>
  }
  const stackOf = new Map(
    Object.entries(templates.nested).flatMap(([stack, { Resources: inner = {} }]) =>
      Object.keys(inner).map((logicalId) => [logicalId, stack] as const),
    ),
  )
  const reduced = Object.entries(Resources).map(([logicalId, { Type: type, Properties = {} }]) => {
    const [schema] = spec.lookup('resource', 'cloudFormationType', 'equals', type)
    const stack = stackOf.get(logicalId)
    const description = String(Properties.Description)
    const fixed: Fixed = {
      type,
      ...(stack !== undefined && { stack }),
      ...(type === 'AWS::Lambda::Function' &&
        description.startsWith('Tasks API: ') && { functionId: description.replace('Tasks API: ', '') }),
      values: Object.fromEntries(fixedIn(schema?.properties ?? {}, Properties)),
    }
    return [logicalId, fixed] as const
  })
  return Object.fromEntries(reduced)
}

/** The names that a template gives a resource. Others are made by CloudFormation, another for each resource. */
const namesOf = ({ values }: Fixed, all: FixedResources) => {
  const isReference = (value: unknown) => isRecord(value) && typeof value.Ref === 'string' && value.Ref in all
  return Object.entries(values).filter(([path, value]) => path.endsWith('Name') && !isReference(value))
}

/** What an update does with the resources of a stack, beside changes in place. */
export interface Update {
  /** What is made anew under the same logical id, by which values, and whether its template gives it a name. */
  replaced: { logicalId: string; type: string; because: string[]; name: 'same' | 'other' | 'none' }[]
  /** What is removed: what has no such logical id any more, or is in another stack. */
  removed: string[]
  /** What is made with a name that is still taken, because the old one is removed last. */
  collisions: string[]
}

/** An account and a region, for stacks that do not say theirs. */
export const somewhere = { account: '123456789012', region: 'eu-central-1' }
const pseudo: Json = { 'AWS::AccountId': somewhere.account, 'AWS::Region': somewhere.region }

/** A value with the account and the region in it, as CloudFormation puts texts together. */
function settled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settled)
  if (!isRecord(value)) return value
  if (typeof value.Ref === 'string' && value.Ref in pseudo) return pseudo[value.Ref]
  const [separator, parts] = (value['Fn::Join'] ?? []) as [string?, unknown[]?]
  if (separator !== '' || !parts)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, settled(one)]))
  const joined = parts.map(settled).reduce<unknown[]>((all, part) => {
    const last = all.at(-1)
    return typeof last === 'string' && typeof part === 'string'
      ? [...all.slice(0, -1), last + part]
      : [...all, part]
  }, [])
  return joined.length === 1 ? joined[0] : { 'Fn::Join': ['', joined] }
}

/** Compares two states of a stack as CloudFormation does. */
export function updateOf(from: FixedResources, to: FixedResources): Update {
  // a record stays one
  const [before, after] = [settled(from) as FixedResources, settled(to) as FixedResources]
  const both = Object.keys(before).filter((id) => after[id] && after[id].stack === before[id]?.stack)
  const replaced = new Map<string, string[]>()
  const changedValues = (id: string): string[] => {
    const [old, now] = [before[id], after[id]]
    if (!old || !now) return []
    if (old.type !== now.type) return ['type']
    return [...new Set([...Object.keys(old.values), ...Object.keys(now.values)])].filter((path) => {
      const value = JSON.stringify([now.values[path]])
      const refersToReplaced = [...replaced.keys()].some(
        (other) => value.includes(`"Ref":"${other}"`) || value.includes(`"Fn::GetAtt":["${other}"`),
      )
      return refersToReplaced || !isDeepStrictEqual(old.values[path], now.values[path])
    })
  }
  // until nothing is added: what refers to a replaced resource by such a value is replaced as well
  for (let size = -1; size < replaced.size;) {
    size = replaced.size
    for (const id of both) {
      const because = changedValues(id)
      if (because.length > 0) replaced.set(id, because)
    }
  }
  const made = Object.keys(after).filter((id) => !both.includes(id))
  const removed = Object.keys(before).filter((id) => !both.includes(id))
  const taken = (id: string, old: string) => {
    const [now, was] = [after[id], before[old]]
    if (!now || was?.type !== now.type) return false
    const names = namesOf(now, after)
    return names.length > 0 && isDeepStrictEqual(names, namesOf(was, before))
  }
  const isNamed = (id: string) => after[id] !== undefined && namesOf(after[id], after).length > 0
  return {
    replaced: [...replaced].map(([logicalId, because]) => ({
      logicalId,
      type: String(after[logicalId]?.type),
      because,
      name: taken(logicalId, logicalId) ? 'same' : isNamed(logicalId) ? 'other' : 'none',
    })),
    removed,
    collisions: made.filter((id) => removed.some((old) => taken(id, old))),
  }
}
