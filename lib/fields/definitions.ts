import { randomUUID } from 'node:crypto'
import { ApiError, invalidField, notFound } from '../contract/api-error.ts'
import { maxFieldOptions, maxFields, maxFieldsKib, maxRetiredFields } from '../contract/limits.ts'
import type { Complete } from '../table/attributes.ts'
import { accountPartition, type Item, type Key } from '../table/item.ts'
import { MinuteCache } from '../table/minute-cache.ts'
import { get } from '../table/read-items.ts'
import { retried } from '../table/retried.ts'
import { serviceUnavailable } from '../table/send.ts'
import type { Tenant } from '../table/tenant.ts'
import { put } from '../table/write-items.ts'
import type { Field, FieldChange, NewField, NewOption } from './field.ts'
import { hasOptions } from './kinds.ts'
import { NamedMembers } from './members.ts'
import { valueFor } from './types.ts'

/** A key that was deleted. Tasks may still have its values, so it can come back with the same type only. */
export type RetiredField = Pick<Field, 'key' | 'type'>

/** The definitions of an account: one item, which every change writes as a whole. */
export interface Definitions {
  /** In the order in which they are shown. */
  fields: Field[]
  retired: RetiredField[]
}

interface StoredDefinitions extends Definitions {
  version: number
  write_id: string
}

const definitionsKey = ({ accountId }: Pick<Tenant, 'accountId'>): Key => ({
  pk: accountPartition(accountId),
  sk: 'FIELDS',
})

/** Types an item that was read with `definitionsKey`, which only this file writes. */
const asStored = (item: Item | undefined): StoredDefinitions =>
  (item as StoredDefinitions | undefined) ?? { fields: [], retired: [], version: 0, write_id: '' }

/** Reads the definitions of an account as they are stored. */
export const readDefinitions = async (tenant: Tenant): Promise<Definitions> =>
  asStored(await get(tenant, definitionsKey(tenant)))

const cache = new MinuteCache<Definitions>()

/**
 * Checks something against the account's definitions, which are cached for a minute. If the cached ones refuse it, the
 * stored ones decide. So a new field or option works at once, and a removed one may be accepted for up to a minute. The
 * same holds for members, which are read only if values name some.
 * @param judge returns its result, and whether it refuses anything; it is called again for what was read meanwhile
 */
export async function byDefinitions<T>(
  tenant: Tenant,
  judge: (definitions: Definitions, members: NamedMembers) => { result: T; isRefused: boolean },
): Promise<T> {
  const members = new NamedMembers(tenant)
  const reads: Definitions[] = []
  const load = async () => {
    const stored = await readDefinitions(tenant)
    reads.push(stored)
    return stored
  }
  const judgeBy = async (definitions: Definitions) => {
    const first = judge(definitions, members)
    return (await members.readNoted()) ? judge(definitions, members) : first
  }
  const judged = await judgeBy(await cache.get(tenant.accountId, load))
  if (!judged.isRefused || reads.length > 0) return judged.result
  cache.delete(tenant.accountId)
  return (await judgeBy(await cache.get(tenant.accountId, load))).result
}

/**
 * The keys of the values that tasks can have, in the order of the fields; those of deleted fields follow. They are read
 * from the table, because cached ones may lack a field of which tasks have values.
 */
export async function keysInUse(tenant: Tenant): Promise<string[]> {
  const { fields, retired } = await readDefinitions(tenant)
  return [...fields, ...retired].map(({ key }) => key)
}

/**
 * Changes the definitions of an account. When another request has changed them meanwhile, it decides again.
 * @param decide returns the definitions after the change, and what the caller gets
 * @throws ApiError of `decide`; service_unavailable when nobody knows whether the change was written
 */
async function change<T>(
  tenant: Tenant,
  decide: (stored: Definitions, now: string) => Definitions & { result: T },
): Promise<T> {
  const writeId = randomUUID()
  let stored = asStored(await get(tenant, definitionsKey(tenant)))
  try {
    return await retried(tenant, async () => {
      const { result, fields, retired } = decide(stored, new Date().toISOString())
      const { version } = stored
      const written = await put(tenant, {
        Item: { ...definitionsKey(tenant), fields, retired, version: version + 1, write_id: writeId },
        ConditionExpression: 'attribute_not_exists(pk) OR version = :seen',
        ExpressionAttributeValues: { ':seen': version },
      })
      // the SDK's retry after a lost answer finds its own write: it is done
      if (!written.refused || written.found?.write_id === writeId) return { result }
      if (written.isUnsure) throw serviceUnavailable()
      stored = asStored(written.found)
      return undefined
    }).then(({ result }) => result)
  } finally {
    cache.delete(tenant.accountId)
  }
}

const withLabels = (options: readonly NewOption[]): NonNullable<Field['options']> =>
  options.map(({ value, label = value, color }) => ({ value, label, ...(color && { color }) }))

/** @throws ApiError quota_exceeded when the definitions are too large */
function checkSize(fields: readonly Field[]): void {
  if (Buffer.byteLength(JSON.stringify(fields)) <= maxFieldsKib * 1024) return
  throw new ApiError(
    'quota_exceeded',
    `The fields of the account would have more than ${maxFieldsKib} KiB: shorten labels or delete fields.`,
  )
}

/** @throws ApiError field_not_found */
function fieldAt(fields: readonly Field[], key: string): Field {
  const found = fields.find((one) => one.key === key)
  if (!found) throw notFound('field')
  return found
}

/** The field as the contract shows it, because the table returns attributes in no order. */
const toField = ({ key, label, type, options, created_at, updated_at }: Field): Complete<Field> => ({
  ...{ key, label, type },
  options: options && withLabels(options),
  ...{ created_at, updated_at },
})

/** Lists the fields of an account in their order. */
export const listFields = async (tenant: Tenant): Promise<Field[]> =>
  (await readDefinitions(tenant)).fields.map(toField)

/**
 * Adds a field after the others. A deleted key comes back with the same type.
 * @throws ApiError field_exists, quota_exceeded
 */
export function createField(tenant: Tenant, { key, label, type, options }: NewField): Promise<Field> {
  return change(tenant, ({ fields, retired }, now) => {
    if (fields.some((one) => one.key === key)) {
      throw new ApiError(
        'field_exists',
        'The account has a field with this key: change it, or use another key.',
      )
    }
    const earlier = retired.find((one) => one.key === key)
    if (earlier && earlier.type !== type) {
      throw new ApiError(
        'field_exists',
        `This key was used for the type ${earlier.type}, and tasks may still have its values: use this type, or another key.`,
      )
    }
    if (fields.length >= maxFields) {
      throw new ApiError('quota_exceeded', `The account has ${maxFields} fields: delete one first.`)
    }
    const created = {
      ...{ key, label, type },
      ...(options && { options: withLabels(options) }),
      ...{ created_at: now, updated_at: now },
    }
    const all = [...fields, created]
    checkSize(all)
    return { fields: all, retired: retired.filter((one) => one !== earlier), result: toField(created) }
  })
}

/**
 * Changes the label or the options of a field, or moves it. If nothing is given, it returns the unchanged field.
 * @throws ApiError field_not_found, also if the field to move beside is absent; invalid_request for options of a type
 * that has none; quota_exceeded
 */
export async function updateField(
  tenant: Tenant,
  key: string,
  { label, options, beforeKey, afterKey }: FieldChange,
): Promise<Field> {
  const isGiven = [label, options, beforeKey, afterKey].some((one) => one !== undefined)
  if (!isGiven) return toField(fieldAt((await readDefinitions(tenant)).fields, key))
  return change(tenant, ({ fields, retired }, now) => {
    const before = fieldAt(fields, key)
    if (options && !hasOptions(before.type)) {
      throw invalidField('options', 'is for the types select and multi_select only')
    }
    const changed: Field = {
      ...before,
      ...(label !== undefined && { label }),
      // the value of an option never changes, not even its Unicode form: tasks hold it
      ...(options && {
        options: withLabels(
          options.map((one) => ({ ...one, value: valueFor(before.options ?? [], one.value) ?? one.value })),
        ),
      }),
      updated_at: now,
    }
    const neighbour = beforeKey ?? afterKey
    const beside = neighbour === undefined ? undefined : fieldAt(fields, neighbour)
    const all = fields.map((one) => (one === before ? changed : one))
    checkSize(all)
    if (!beside || beside === before) return { fields: all, retired, result: toField(changed) }
    const others = all.filter((one) => one !== changed)
    const place = others.indexOf(beside) + (beforeKey === undefined ? 1 : 0)
    return { fields: others.toSpliced(place, 0, changed), retired, result: toField(changed) }
  })
}

/**
 * Adds options to a field, after its own: as many as it has room for.
 * @param values those that it has already are skipped
 * @throws ApiError field_not_found, quota_exceeded
 */
export function addOptions(tenant: Tenant, key: string, values: readonly string[]): Promise<Field> {
  return change(tenant, ({ fields, retired }, now) => {
    const before = fieldAt(fields, key)
    const known = before.options ?? []
    const added = values.filter((value) => valueFor(known, value) === undefined)
    const options = withLabels([...known, ...added.map((value) => ({ value }))].slice(0, maxFieldOptions))
    const changed: Field = { ...before, options, updated_at: now }
    const all = fields.map((one) => (one === before ? changed : one))
    checkSize(all)
    return { fields: all, retired, result: toField(changed) }
  })
}

/** The options of a field and those of its copy, as many as it has room for. */
const withOptionsOf = (field: Field, copy: Field | undefined): Field => {
  if (!field.options || copy?.type !== field.type) return field
  const { options } = field
  const added = (copy.options ?? []).filter(({ value }) => valueFor(options, value) === undefined)
  return { ...field, options: [...options, ...added].slice(0, maxFieldOptions) }
}

/**
 * Adds the fields of another account that this one lacks, with the deleted keys, and the options that its own fields
 * lack: as many as there is room for. A repeat changes nothing.
 * @throws ApiError quota_exceeded when the definitions would be too large
 */
export function copyDefinitions(tenant: Tenant, copied: Definitions): Promise<Definitions> {
  return change(tenant, ({ fields, retired }) => {
    const known = new Set([...fields, ...retired].map(({ key }) => key))
    const isNew = ({ key }: RetiredField) => !known.has(key)
    const own = fields.map((field) =>
      withOptionsOf(
        field,
        copied.fields.find(({ key }) => key === field.key),
      ),
    )
    const result = {
      fields: [...own, ...copied.fields.filter(isNew)].slice(0, maxFields).map(toField),
      retired: [...retired, ...copied.retired.filter(isNew)].slice(0, maxRetiredFields),
    }
    checkSize(result.fields)
    return { ...result, result }
  })
}

/**
 * Deletes a field: its key is retired. Tasks keep their values.
 * @throws ApiError field_not_found; quota_exceeded when the account remembers as many deleted keys as it may
 */
export function deleteField(tenant: Tenant, key: string): Promise<void> {
  return change(tenant, ({ fields, retired }) => {
    const deleted = fieldAt(fields, key)
    if (retired.length >= maxRetiredFields) {
      throw new ApiError(
        'quota_exceeded',
        `The account remembers ${maxRetiredFields} deleted keys, which is the most: create one of them again first.`,
      )
    }
    return {
      fields: fields.filter((one) => one !== deleted),
      retired: [...retired, { key, type: deleted.type }],
      result: undefined,
    }
  })
}
