import { ApiError } from '../contract/api-error.ts'
import { maxFieldLabelCharacters, maxFieldOptions } from '../contract/limits.ts'
import {
  addOptions,
  byDefinitions,
  createField,
  readDefinitions,
  type Definitions,
} from '../fields/definitions.ts'
import type { Field } from '../fields/field.ts'
import { fieldKey, hasOptions, type FieldType } from '../fields/kinds.ts'
import { asDateOf, listed, readText } from '../fields/read-text.ts'
import { typeRules, type FieldValue } from '../fields/types.ts'
import { attributeOf, type ValueChanges } from '../fields/values.ts'
import type { Tenant } from '../table/tenant.ts'
import { failedRow, shortName } from './collector.ts'
import { foldName } from './columns.ts'
import type { ImportFormat } from './import-request.ts'
import type { FailedRow, FileValue, ImportedRow, Parsed, Warning } from './parsed.ts'

/** The rows of a file with their values checked, and what else became of them. */
export interface Settled extends Parsed {
  /** The keys of the fields that the import has made. */
  fieldsCreated: string[]
}

const prefix = 'fields.'

/** The key that a name such as `fields.due` asks for; undefined if it names no possible key. */
function keyIn({ name, key }: FileValue): string | undefined {
  const asked = key ?? (name.startsWith(prefix) ? name.slice(prefix.length).trim() : undefined)
  return asked !== undefined && fieldKey.safeParse(asked).success ? asked : undefined
}

/** Finds the field that a value is for: by its key, or as a column by `fields.<key>`, a key or a label. */
function fieldFor({ fields }: Definitions, value: FileValue): Field | undefined {
  if (value.key !== undefined) return fields.find(({ key }) => key === value.key)
  const name = foldName(value.name)
  return (
    fields.find(({ key }) => foldName(`${prefix}${key}`) === name) ??
    fields.find(({ key }) => foldName(key) === name) ??
    fields.find(({ label }) => foldName(label) === name)
  )
}

/** An option's value made of a name in a file. */
const optionValue = (text: string): string =>
  Array.from(text.replace(/[,;\s]+/g, ' ').trim())
    .slice(0, maxFieldLabelCharacters)
    .join('')
    .trim()

/** The texts of a value, one for each option that it names. */
const textsOf = (given: unknown, type: FieldType): string[] => {
  const texts = Array.isArray(given) ? given : [given]
  return texts
    .filter((text) => typeof text === 'string')
    .flatMap((text) => (type === 'multi_select' ? listed(text) : [text.trim()]))
    .map(optionValue)
    .filter((text) => text !== '')
}

/** What makes the definitions that a file needs. */
class Maker {
  readonly created: string[] = []
  readonly #tenant: Tenant
  #definitions: Definitions

  constructor(tenant: Tenant, definitions: Definitions) {
    this.#tenant = tenant
    this.#definitions = definitions
  }

  get definitions(): Definitions {
    return this.#definitions
  }

  #keep(field: Field): void {
    const { fields, retired } = this.#definitions
    const isKnown = fields.some(({ key }) => key === field.key)
    const changed = fields.map((one) => (one.key === field.key ? field : one))
    this.#definitions = { fields: isKnown ? changed : [...fields, field], retired }
  }

  /** Makes a field, or its missing options. What there is no room for is left out, and a warning counts it. */
  async make(
    key: string,
    { label = key, type = 'text' }: Pick<FileValue, 'label' | 'type'>,
    texts: readonly string[],
  ): Promise<void> {
    const field = this.#definitions.fields.find((one) => one.key === key)
    const kind = field?.type ?? type
    const options = (field?.options ?? []).map(({ value, label: own }) => ({ value, label: own }))
    const missing = texts.filter((text) => readText({ type: 'select', options }, text).missing)
    if (field ? !hasOptions(kind) || missing.length === 0 : hasOptions(kind) && missing.length === 0) return
    try {
      if (field) {
        this.#keep(await addOptions(this.#tenant, key, missing))
        return
      }
      const made = missing.slice(0, maxFieldOptions).map((value) => ({ value }))
      const body = { key, label, type: kind, ...(hasOptions(kind) && { options: made }) }
      this.#keep(await createField(this.#tenant, body))
      this.created.push(key)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'field_exists') await this.#again(key, { label, type }, texts)
      else if (error.code !== 'quota_exceeded') throw error
    }
  }

  /** Another request has made the field meanwhile, or it was deleted and had another type. */
  async #again(
    key: string,
    kind: Pick<FileValue, 'label' | 'type'>,
    texts: readonly string[],
  ): Promise<void> {
    this.#definitions = await readDefinitions(this.#tenant)
    if (this.#definitions.fields.some((one) => one.key === key)) await this.make(key, kind, texts)
  }
}

/** Makes the definitions and options that the values of a file lack. */
async function makeMissing(maker: Maker, values: readonly FileValue[]): Promise<void> {
  const needed = new Map<string, { value: FileValue; texts: Set<string> }>()
  for (const value of values) {
    const field = fieldFor(maker.definitions, value)
    const key = field?.key ?? keyIn(value)
    if (key === undefined) continue
    const type = field?.type ?? value.type ?? 'text'
    const { texts } = needed.get(key) ?? { texts: new Set<string>() }
    needed.set(key, { value, texts })
    if (!hasOptions(type)) continue
    const wanted = field ? [] : (value.options ?? [])
    for (const text of [...wanted, ...textsOf(value.given, type)]) texts.add(text)
  }
  for (const [key, { value, texts }] of needed) await maker.make(key, value, [...texts])
}

/** Any value as a text. */
function textOf(given: unknown): string {
  if (typeof given === 'string') return given
  return Array.isArray(given) ? given.map(textOf).join(', ') : JSON.stringify(given)
}

/** Reads a value of a file for a field. */
function readValue(field: Field, given: unknown): { value?: FieldValue | undefined; missing?: string[] } {
  const { type, options = [] } = field
  if (type === 'text') return { value: typeRules.text.read(textOf(given), []) }
  if (Array.isArray(given) && type === 'multi_select' && given.every((one) => typeof one === 'string')) {
    return readText(field, given.map((one) => optionValue(one)).join(','))
  }
  if (typeof given === 'string')
    return readText(field, hasOptions(type) ? given : String(asDateOf(type, given)))
  return { value: typeRules[type].read(given, options) }
}

/**
 * Gives each row the values that the fields of an account take. What no field takes is left out and counted; a value of the
 * wrong type fails the row of a table or a JSON file, and is left out of a file from another tool.
 */
export function settleBy(definitions: Definitions, parsed: Parsed, format: ImportFormat): Parsed {
  const counts = new Map(parsed.warnings.map(({ message, count }) => [message, count]))
  const failed: FailedRow[] = []
  const isStrict = format === 'csv' || format === 'json'

  const settle = ({ values = [], ...row }: ImportedRow): ImportedRow[] => {
    const messages = new Set<string>()
    const changes: ValueChanges = {}
    const fields: Record<string, FieldValue> = {}
    for (const value of values) {
      const field = fieldFor(definitions, value)
      if (!field) {
        messages.add(value.leftOut)
        continue
      }
      const { value: read, missing = [] } = readValue(field, value.given)
      for (const text of missing) {
        messages.add(`The field ${field.key} has no option ${shortName(text)}: it is left out.`)
      }
      if (read !== undefined) {
        changes[attributeOf(field.key)] = read
        fields[field.key] = read
      } else if (missing.length === 0) {
        const rule = `must be ${typeRules[field.type].takes(field.options ?? [])}`
        if (isStrict) {
          failed.push(failedRow(row.row, `${shortName(value.name)} ${rule}`))
          return []
        }
        messages.add(`Some values of ${value.name} are left out: the field ${field.key} ${rule}.`)
      }
    }
    for (const message of messages) counts.set(message, (counts.get(message) ?? 0) + 1)
    return Object.keys(fields).length === 0 ? [row] : [{ ...row, task: { ...row.task, fields }, changes }]
  }

  const rows = parsed.rows.flatMap(settle)
  const warnings: Warning[] = Array.from(counts, ([message, count]) => ({ message, count }))
  return { ...parsed, rows, warnings, failed: [...parsed.failed, ...failed] }
}

/**
 * The same by the definitions of the tenant's account, which are read only if the file needs them.
 * @param createFields whether missing fields and options are made
 * @returns the keys of the fields that it has made, too
 */
export async function settleValues(
  tenant: Tenant,
  parsed: Parsed,
  { format, createFields }: { format: ImportFormat; createFields: boolean },
): Promise<Settled> {
  const all = parsed.rows.flatMap(({ values = [] }) => values)
  if (all.length === 0) return { ...parsed, fieldsCreated: [] }
  const stored = await byDefinitions(tenant, (definitions) => ({
    result: definitions,
    isRefused: all.some((value) => fieldFor(definitions, value) === undefined),
  }))
  const maker = new Maker(tenant, stored)
  if (createFields) await makeMissing(maker, all)
  return { ...settleBy(maker.definitions, parsed, format), fieldsCreated: maker.created }
}
