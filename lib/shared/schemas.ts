import type * as z from 'zod/mini'
import { isJsonObject } from './json.ts'

/** A schema without what only says whether a value may be null or absent. */
export interface Unwrapped {
  def: z.core.$ZodTypes['_zod']['def']
  /** Whether it takes null. */
  takesNull: boolean
  /** Whether a member with it may be left out. */
  mayBeAbsent: boolean
}

/** Looks through what wraps a schema. */
export function unwrapped(schema: z.core.$ZodType): Unwrapped {
  const { def } = (schema as z.core.$ZodTypes)._zod // all schemas of zod are one of these
  if (def.type === 'nullable') return { ...unwrapped(def.innerType), takesNull: true }
  if (def.type === 'optional' || def.type === 'default')
    return { ...unwrapped(def.innerType), mayBeAbsent: true }
  if (def.type === 'pipe') return unwrapped(def.in)
  return { def, takesNull: false, mayBeAbsent: false }
}

/** The same for a value: of a union whose alternatives have names, the one that the value names, if there is one. */
export function unwrappedFor(schema: z.core.$ZodType, value: unknown): Unwrapped {
  const found = unwrapped(schema)
  const { def } = found
  if (def.type !== 'union' || !isJsonObject(value)) return found
  const { discriminator: name = '' } = def as { discriminator?: string } // zod has it where alternatives have names
  const named = def.options.find(({ _zod }) => _zod.propValues?.[name]?.has(value[name] as string)) // a set of any values
  return named ? { ...found, def: unwrapped(named).def } : found
}

/** Whether null stands for a member that is left out: one that may be, if null has no meaning of its own there. */
export function isNullAbsent(member: z.core.$ZodType): boolean {
  const { mayBeAbsent, takesNull } = unwrapped(member)
  return mayBeAbsent && !takesNull
}

/** A value without the members that are null in place of being left out. What its schema does not know stays. */
export function withoutNulls(
  schema: z.core.$ZodType,
  value: unknown,
  isAbsent: (member: z.core.$ZodType) => boolean = isNullAbsent,
): unknown {
  const { def } = unwrappedFor(schema, value)
  if (def.type === 'array' && Array.isArray(value))
    return value.map((entry) => withoutNulls(def.element, entry, isAbsent))
  if (def.type !== 'object' || !isJsonObject(value)) return value
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const own = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined
    if (!own) return [[name, member] as const]
    return member === null && isAbsent(own) ? [] : [[name, withoutNulls(own, member, isAbsent)] as const]
  })
  return Object.fromEntries(kept)
}
