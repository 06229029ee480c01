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
import { hasOptions, isFieldKey, type FieldType } from '../fields/kinds.ts'
import { asDateOf, listed, optionOf, readText } from '../fields/read-text.ts'
import { typeRules, type FieldValue } from '../fields/types.ts'
import { attributeOf, type ValueChanges } from '../fields/values.ts'
import type { Tenant } from '../table/tenant.ts'
import { failedRow, shortName } from './collector.ts'
import { foldName } from './columns.ts'
import type { ImportFormat } from './import-request.ts'
import { NamedWarnings } from './named-warnings.ts'
import type { FailedRow, FileValue, ImportedRow, Parsed, Warning } from './parsed.ts'

/** The rows of a file with their values checked, and the other results of the check. */
export interface Settled extends Parsed {
  /** The keys of the fields that the import made. */
  fieldsCreated: string[]
}

const prefix = 'fields.'

/** The key in a name such as `fields.due`; undefined if it is not a possible key. */
function keyIn({ name, key }: FileValue): string | undefined {
  const asked = key ?? (name.startsWith(prefix) ? name.slice(prefix.length).trim() : undefined)
  return asked !== undefined && isFieldKey(asked) ? asked : undefined
}

/**
 * Returns a function that finds the field for a value: by its key, or for a column by `fields.<key>`, else by a key or
 * a label. Names are compared like those of columns, but an exact match comes first: `a_b` and `ab` may both be keys.
 * Each is folded once, because a file has up to 100,000 values.
 */
function finderOf({ fields }: Definitions): (value: FileValue) => Field | undefined {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const byFolded = new Map<string, Field>()
  const ways = [
    ({ key }: Field) => `${prefix}${key}`,
    ({ key }: Field) => key,
    ({ label }: Field) => label,
  ].map((nameOf) => fields.map((field) => [foldName(nameOf(field)), field] as const))
  for (const [name, field] of ways.flat()) if (!byFolded.has(name)) byFolded.set(name, field)
  const byName = new Map<string, Field | undefined>()
  return (value) => {
    const { key, name } = value
    if (key !== undefined) return byKey.get(key)
    if (!byName.has(name)) {
      const asked = keyIn(value)
      byName.set(name, asked ? byKey.get(asked) : (byKey.get(name) ?? byFolded.get(foldName(name))))
    }
    return byName.get(name)
  }
}

/** An option's value made of a name in a file. */
const optionValue = (text: string): string =>
  Array.from(text.replace(/[,;\s]+/g, ' ').trim())
    .slice(0, maxFieldLabelCharacters)
    .join('')
    .trim()

/** The texts of a value, one for each option in it. */
function textsOf(given: unknown, type: FieldType): string[] {
  const texts = Array.isArray(given)
    ? given.filter((text) => typeof text === 'string')
    : typeof given === 'string' && type === 'multi_select'
      ? listed(given)
      : [given].filter((text) => typeof text === 'string')
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}

/**
 * The value of the option that a text names by its value or label; if there is none, the value that such an option
 * would get.
 */
const optionName = (options: NonNullable<Field['options']>, text: string): string =>
  optionOf(options, text) ?? (optionValue(text) || text)

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

  /** Makes a field, or its missing options. If there is no room, they are left out, and a warning counts them. */
  async make(
    key: string,
    { label = key, type = 'text' }: Pick<FileValue, 'label' | 'type'>,
    texts: readonly string[],
  ): Promise<void> {
    const field = this.#definitions.fields.find((one) => one.key === key)
    const kind = field?.type ?? type
    const options = (field?.options ?? []).map(({ value, label: own }) => ({ value, label: own }))
    const missing = texts.filter((text) => optionOf(options, text) === undefined)
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

/** Makes the definitions and options that the values of a file need. */
async function makeMissing(maker: Maker, values: readonly FileValue[]): Promise<void> {
  const fieldFor = finderOf(maker.definitions)
  const needed = new Map<string, { value: FileValue; texts: Set<string> }>()
  for (const value of values) {
    const field = fieldFor(value)
    const key = field?.key ?? keyIn(value)
    if (key === undefined) continue
    const type = field?.type ?? value.type ?? 'text'
    const { texts } = needed.get(key) ?? { texts: new Set<string>() }
    needed.set(key, { value, texts })
    if (!hasOptions(type)) continue
    const wanted = field ? [] : (value.options ?? [])
    const named = textsOf(value.given, type).filter((text) => optionValue(text) !== '')
    for (const text of wanted) texts.add(text)
    for (const text of named) texts.add(optionName(field?.options ?? [], text))
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
  const isListOfTexts =
    type === 'multi_select' && Array.isArray(given) && given.every((one) => typeof one === 'string')
  if (hasOptions(type) && (isListOfTexts || typeof given === 'string')) {
    const names = textsOf(given, type).map((text) => optionName(options, text))
    return readText(field, names.join(','))
  }
  if (typeof given === 'string') return readText(field, String(asDateOf(type, given)))
  return { value: typeRules[type].read(given, options) }
}

/** The rows of a file by some definitions, and whether these refuse any value. */
interface Judged {
  settled: Parsed
  isRefused: boolean
}

/**
 * Gives each row the values that the fields of an account take. A value that no field takes is left out and counted. A
 * value of the wrong type makes the row of a table or a JSON file fail; in a file from another tool, the value is left
 * out.
 */
export function settleBy(definitions: Definitions, parsed: Parsed, format: ImportFormat): Judged {
  const counts = new Map(parsed.warnings.map(({ message, count }) => [message, count]))
  const failed: FailedRow[] = []
  let isRefused = false
  const isStrict = format === 'csv' || format === 'json'
  const fieldFor = finderOf(definitions)
  const unknown = new NamedWarnings(format === 'json' ? 'field' : 'column')
  const missingOptions = new NamedWarnings('option')

  const settle = ({ values = [], ...row }: ImportedRow): ImportedRow[] => {
    const messages = new Set<string>()
    const changes: ValueChanges = {}
    const fields: Record<string, FieldValue> = {}
    for (const value of values) {
      const field = fieldFor(value)
      if (!field) {
        messages.add(value.isNamed ? unknown.of(value.leftOut) : value.leftOut)
        continue
      }
      const attribute = attributeOf(field.key)
      if (Object.hasOwn(changes, attribute)) {
        messages.add(`Several columns are for the field ${field.key}: only the first is read.`)
        continue
      }
      const { value: read, missing = [] } = readValue(field, value.given)
      for (const text of missing) {
        const message = `The field ${field.key} has no option ${shortName(text)}: it is left out.`
        messages.add(missingOptions.of(message))
      }
      if (read !== undefined) {
        changes[attribute] = read
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
    isRefused ||= messages.size > 0
    for (const message of messages) counts.set(message, (counts.get(message) ?? 0) + 1)
    return Object.keys(fields).length === 0 ? [row] : [{ ...row, task: { ...row.task, fields }, changes }]
  }

  const rows = parsed.rows.flatMap(settle)
  const warnings: Warning[] = Array.from(counts, ([message, count]) => ({ message, count }))
  isRefused ||= failed.length > 0
  return { settled: { ...parsed, rows, warnings, failed: [...parsed.failed, ...failed] }, isRefused }
}

/**
 * The same by the definitions of the tenant's account, which are read only if the file needs them.
 * @param options `beforeCreating` is set if missing fields and options must be made; it is called before that, and
 * throws if the import has no project
 * @returns the keys of the fields that it has made, too
 */
export async function settleValues(
  tenant: Tenant,
  parsed: Parsed,
  { format, beforeCreating }: { format: ImportFormat; beforeCreating?: (() => Promise<void>) | undefined },
): Promise<Settled> {
  const all = parsed.rows.flatMap(({ values = [] }) => values)
  if (all.length === 0) return { ...parsed, fieldsCreated: [] }
  const { definitions, settled, isRefused } = await byDefinitions(tenant, (stored) => {
    const result = { definitions: stored, ...settleBy(stored, parsed, format) }
    return { result, isRefused: result.isRefused }
  })
  if (!beforeCreating || !isRefused) return { ...settled, fieldsCreated: [] }
  await beforeCreating()
  const maker = new Maker(tenant, definitions)
  await makeMissing(maker, all)
  return { ...settleBy(maker.definitions, parsed, format).settled, fieldsCreated: maker.created }
}
