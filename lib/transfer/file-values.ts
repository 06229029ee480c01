import { ApiError } from '../contract/api-error.ts'
import { beginningOf } from '../contract/cut.ts'
import { maxFieldLabelCharacters, maxFieldOptions, maxSelectedOptions } from '../contract/limits.ts'
import { mayRead, taken } from '../fields/check.ts'
import {
  addOptions,
  byDefinitions,
  createField,
  readDefinitions,
  type Definitions,
} from '../fields/definitions.ts'
import type { Field } from '../fields/field.ts'
import { hasOptions, isFieldKey, isOfTime, type FieldType } from '../fields/kinds.ts'
import type { NamedMembers } from '../fields/members.ts'
import { listed, optionOf, readText, type ReadText } from '../fields/read-text.ts'
import { assumedAs } from '../fields/read-time.ts'
import { typeRules, type FieldValue } from '../fields/types.ts'
import { attributeOf, type ValueChanges } from '../fields/values.ts'
import { isJsonObject } from '../shared/json.ts'
import type { Tenant } from '../table/tenant.ts'
import { rowName, shortName } from './collector.ts'
import { foldName } from './columns.ts'
import type { ImportFormat, ImportReport } from './import-request.ts'
import { isoDate } from './known-columns.ts'
import { NamedWarnings, rowWarnings } from './named-warnings.ts'
import type { FileValue, ImportedRow, Parsed, Warning } from './parsed.ts'
import { similarFields } from './similar-fields.ts'

/** A field of the account that a file fills, and what else the file calls it. */
type MatchedField = ImportReport['fields_matched'][number]

/** The rows of a file with their values checked. */
interface Checked extends Parsed {
  fieldsMatched: readonly MatchedField[]
}

/** The same, and what else came of the check. */
export interface Settled extends Checked {
  /** The keys of the fields that the import made. */
  fieldsCreated: string[]
}

const prefix = 'fields.'

/** The key in a name such as `fields.due`; undefined if it is not a possible key. */
function keyIn({ name, key }: Pick<FileValue, 'name' | 'key'>): string | undefined {
  const asked = key ?? (name.startsWith(prefix) ? name.slice(prefix.length).trim() : undefined)
  return asked !== undefined && isFieldKey(asked) ? asked : undefined
}

/** What identifies the column or the member that a value comes from. */
const sourceOf = ({ key, name, isColumn = false }: FileValue): string =>
  key === undefined || isColumn ? `name ${name}` : `key ${key}`

/** Whether the file asks for a field by its key. Then no other one is meant. */
const isExplicit = ({ key, name, type }: FileValue): boolean =>
  key === undefined ? name.startsWith(prefix) : type === undefined

/** Which fields the values of a file go to. */
interface Finder {
  fieldFor: (value: FileValue) => Field | undefined
  /** Whether the field only means the same as the value's name. Then it may not take the value. */
  isSupposed: (value: FileValue) => boolean
}

/**
 * Finds the fields for the values of a file: by the key, or for a column by `fields.<key>`, else by a key or a label. Names
 * are compared like those of columns, but an exact match comes first: `a_b` and `ab` may both be keys. What is left goes
 * to fields whose names mean the same, unless other values of the file go there. Each name is looked at once, because a
 * file has up to 100,000 values.
 */
function finderOf({ fields }: Definitions, values: readonly FileValue[]): Finder {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const byFolded = new Map<string, Field>()
  const ways = [
    ({ key }: Field) => `${prefix}${key}`,
    ({ key }: Field) => key,
    ({ label }: Field) => label,
  ].map((nameOf) => fields.map((field) => [foldName(nameOf(field)), field] as const))
  for (const [name, field] of ways.flat()) if (!byFolded.has(name)) byFolded.set(name, field)
  const named = (value: FileValue): Field | undefined => {
    const { key, name, isColumn } = value
    if (key !== undefined && !isColumn) return byKey.get(key)
    const asked = keyIn({ name })
    const own = asked ? byKey.get(asked) : (byKey.get(name) ?? byFolded.get(foldName(name)))
    return own ?? (key === undefined ? undefined : byKey.get(key))
  }
  const sources = new Map<string, FileValue>()
  for (const value of values) {
    const source = sourceOf(value)
    if (!sources.has(source)) sources.set(source, value)
  }
  const found = new Map(Array.from(sources, ([source, value]) => [source, named(value)]))
  const taken = new Set(found.values())
  const supposed = new Set<string>()
  for (const [source, value] of sources) {
    if (found.get(source) || isExplicit(value)) continue
    const field = similarFields(fields, value).find((one) => !taken.has(one))
    if (!field) continue
    taken.add(field)
    supposed.add(source)
    found.set(source, field)
  }
  return {
    fieldFor: (value) => found.get(sourceOf(value)),
    isSupposed: (value) => supposed.has(sourceOf(value)),
  }
}

/** An option's value made of a name in a file. */
const optionValue = (text: string): string =>
  beginningOf(
    text
      .normalize('NFC')
      .replace(/[,;\s]+/g, ' ')
      .trim(),
    maxFieldLabelCharacters,
  ).trim()

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
  const { fieldFor } = finderOf(maker.definitions, values)
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
    const given = textsOf(value.given, type).filter((text) => optionValue(text) !== '')
    const named = new Set(given.map((text) => optionName(field?.options ?? [], text)))
    for (const text of wanted) texts.add(text)
    // a task has no more of them
    for (const text of [...named].slice(0, maxSelectedOptions)) texts.add(text)
  }
  for (const [key, { value, texts }] of needed) await maker.make(key, value, [...texts])
}

/** Any value as a text. */
function textOf(given: unknown): string {
  if (typeof given === 'string') return given
  // a member, as an export has it
  if (isJsonObject(given) && typeof given.email === 'string') return given.email
  return Array.isArray(given) ? given.map(textOf).join(', ') : JSON.stringify(given)
}

/** Reads a value of a file for a field. */
function readValue(field: Field, given: unknown, zone: string | undefined, members: NamedMembers): ReadText {
  const { type, options = [] } = field
  if (type === 'text') return readText(field, textOf(given), zone, members)
  const isListOfTexts =
    type === 'multi_select' && Array.isArray(given) && given.every((one) => typeof one === 'string')
  if (hasOptions(type) && (isListOfTexts || typeof given === 'string')) {
    const names = textsOf(given, type).map((text) => optionName(options, text))
    return readText(field, names.join(','), zone, members)
  }
  if (typeof given === 'string') {
    return readText(field, isOfTime(type) ? isoDate(given) : given, zone, members)
  }
  return { value: typeRules[type].read(given, options, members) }
}

/** The fields that a file calls neither by their key nor by their label. */
const matchedOf = (filled: readonly { name: string; field: Field }[]): MatchedField[] =>
  filled
    .filter(({ name, field: { key, label } }) =>
      [prefix + key, key, label].every((own) => foldName(own) !== foldName(name)),
    )
    .map(({ name, field: { key } }) => ({ name, key }))

/** How the values of a file are read. */
export interface FileRules {
  format: ImportFormat
  /** The time zone of times without an offset; undefined if none is set. */
  timeZone?: string | undefined
  /**
   * Set if missing fields and options must be made: it is called before that, and throws if the import has no project.
   */
  beforeCreating?: (() => Promise<void>) | undefined
}

/** The rows of a file by some definitions, and whether these refuse any value. */
interface Judged {
  settled: Checked
  isRefused: boolean
}

/**
 * Gives each row the values that the fields of an account take. A value that no field takes is left out and counted. A
 * value of the wrong type is left out, too.
 */
export function settleBy(
  tenant: Tenant,
  definitions: Definitions,
  members: NamedMembers,
  parsed: Parsed,
  { format, timeZone }: Pick<FileRules, 'format' | 'timeZone'>,
): Judged {
  const counts = new Map(parsed.warnings.map(({ message, count }) => [message, count]))
  let isRefused = false
  const isOwn = format === 'csv' || format === 'json'
  const { fieldFor, isSupposed } = finderOf(
    definitions,
    parsed.rows.flatMap(({ values = [] }) => values),
  )
  const filled = new Map<string, { name: string; field: Field }>()
  const unknown = new NamedWarnings(`Other ${format === 'json' ? 'fields' : 'columns'} are left out.`)
  const missingOptions = new NamedWarnings('Other options are left out.')
  const remarks = rowWarnings()
  const mayName = mayRead(tenant)

  const settle = ({ values = [], ...row }: ImportedRow): ImportedRow => {
    const messages = new Set<string>()
    const changes: ValueChanges = {}
    const fields: Record<string, FieldValue> = {}
    for (const value of values) {
      const field = fieldFor(value)
      if (!field) {
        isRefused = true
        messages.add(value.isNamed ? unknown.of(value.leftOut) : value.leftOut)
        continue
      }
      // which field means the same as a name tells what the account has
      const called = mayName ? field.key : shortName(value.name)
      const attribute = attributeOf(field.key)
      if (Object.hasOwn(changes, attribute)) {
        messages.add(`Several columns are for the field ${called}: only the first is read.`)
        continue
      }
      const zone = value.timeZone ?? timeZone
      const { value: read, missing = [], assumed, shortened } = readValue(field, value.given, zone, members)
      const remark = (text: string) => remarks.of(`${rowName(row.row, row.task.label)}: ${text}.`)
      if (shortened !== undefined) messages.add(remark(`the field ${called} ${shortened}`))
      if (assumed) {
        const lacks = assumed === 'midnight' ? 'no time' : 'no offset, or that of UTC'
        messages.add(
          `Some values of the field ${called} have ${lacks}: they are ${assumedAs(assumed, zone)}.`,
        )
      }
      isRefused ||= missing.length > 0 || read === undefined
      for (const text of missing) {
        const message = `The field ${called} has no option ${shortName(text)}: it is left out.`
        messages.add(missingOptions.of(message))
      }
      if (read !== undefined) {
        changes[attribute] = read
        fields[field.key] = read
        filled.set(sourceOf(value), { name: value.name, field })
      } else if (missing.length === 0) {
        const rule = `must be ${taken(tenant, field)}`
        // the file's author can correct it, and another tool's values are all of one kind
        messages.add(
          isOwn && !isSupposed(value)
            ? remark(`${shortName(value.name)} ${rule}, so ${shortName(textOf(value.given))} is left out`)
            : `Some values of ${value.name} are left out: the field ${called} ${rule}.`,
        )
      }
    }
    for (const message of messages) counts.set(message, (counts.get(message) ?? 0) + 1)
    return Object.keys(fields).length === 0 ? row : { ...row, task: { ...row.task, fields }, changes }
  }

  const rows = parsed.rows.map(settle)
  const warnings: Warning[] = Array.from(counts, ([message, count]) => ({ message, count }))
  return {
    settled: { ...parsed, rows, warnings, fieldsMatched: mayName ? matchedOf([...filled.values()]) : [] },
    isRefused,
  }
}

/**
 * The same by the definitions of the tenant's account, which are read only if the file needs them.
 * @returns the keys of the fields that it has made, too
 */
export async function settleValues(tenant: Tenant, parsed: Parsed, rules: FileRules): Promise<Settled> {
  const { beforeCreating } = rules
  const all = parsed.rows.flatMap(({ values = [] }) => values)
  if (all.length === 0) return { ...parsed, fieldsMatched: [], fieldsCreated: [] }
  const { definitions, members, settled, isRefused } = await byDefinitions(tenant, (stored, named) => {
    const result = { definitions: stored, members: named, ...settleBy(tenant, stored, named, parsed, rules) }
    return { result, isRefused: result.isRefused }
  })
  if (!beforeCreating || !isRefused) return { ...settled, fieldsCreated: [] }
  await beforeCreating()
  const maker = new Maker(tenant, definitions)
  await makeMissing(maker, all)
  return {
    ...settleBy(tenant, maker.definitions, members, parsed, rules).settled,
    fieldsCreated: maker.created,
  }
}
