import { invalidFields, type ErrorDetail } from '../contract/api-error.ts'
import { maxMappedFields } from '../contract/limits.ts'
import { byDefinitions, type Definitions } from '../fields/definitions.ts'
import type { NamedMembers } from '../fields/members.ts'
import { readText } from '../fields/read-text.ts'
import { assumedAs } from '../fields/read-time.ts'
import { typeRules, type FieldValue } from '../fields/types.ts'
import { unknownKey } from '../fields/check.ts'
import { attributeOf, type ValueChanges } from '../fields/values.ts'
import { shownName } from '../shared/describe-issues.ts'
import { shortText } from '../shared/short-text.ts'
import { checkTemplate } from '../shared/template.ts'
import type { Tenant } from '../table/tenant.ts'
import { formPlaceholders } from './pointer.ts'

/** The values of the account's fields that a submission gives a task. */
export interface FormValues {
  /** As a request has them, and as they are stored. */
  fields?: Record<string, FieldValue>
  values: ValueChanges
  /** The texts that the fields do not take, for the owner of the form. */
  warnings: string[]
}

/** A person's text in a warning is cut after this many characters. */
const maxShownCharacters = 60

const shown = (text: string): string => shortText(text, maxShownCharacters)

function readAll(
  { fields, retired }: Definitions,
  members: NamedMembers,
  texts: Readonly<Record<string, string>>,
  zone: string | undefined,
): { result: FormValues; isRefused: boolean } {
  const found: FormValues = { values: {}, warnings: [] }
  /** What was read otherwise than it is written. */
  const remarks: string[] = []
  for (const [key, text] of Object.entries(texts)) {
    const field = fields.find((one) => one.key === key)
    if (!field) {
      const why = retired.some((one) => one.key === key) ? 'is deleted' : 'is not there'
      found.warnings.push(`The field ${key} ${why}: “${shown(text)}” is left out.`)
      continue
    }
    const { value, missing = [], assumed, shortened } = readText(field, text, zone, members)
    if (shortened !== undefined) remarks.push(`The field ${key} ${shortened}: “${shown(text)}”.`)
    if (assumed) {
      const lacks = assumed === 'midnight' ? 'no time' : 'no offset, or that of UTC'
      remarks.push(`The field ${key}: “${shown(text)}” has ${lacks}: it is ${assumedAs(assumed, zone)}.`)
    }
    for (const option of missing) {
      found.warnings.push(`The field ${key} has no option “${shown(option)}”: it is left out.`)
    }
    if (value !== undefined) {
      found.fields = { ...found.fields, [key]: value }
      found.values[attributeOf(key)] = value
    } else if (missing.length === 0) {
      const rule = typeRules[field.type].takes([])
      found.warnings.push(`The field ${key} must be ${rule}: “${shown(text)}” is left out.`)
    }
  }
  const { warnings } = found
  return { result: { ...found, warnings: [...warnings, ...remarks] }, isRefused: warnings.length > 0 }
}

/**
 * Reads the texts of a submission by the types of the account's fields, which are read only if there are texts. A text
 * that they do not take is left out with a warning; the submission is not held for it.
 * @param texts by the keys of the fields; none is empty, and undefined means that there is none
 * @param zone the time zone of times without an offset: that of the form, else that of the account
 */
export async function readFormValues(
  tenant: Tenant,
  texts: Readonly<Record<string, string>> | undefined,
  zone = tenant.timeZone,
): Promise<FormValues> {
  if (!texts) return { values: {}, warnings: [] }
  return byDefinitions(tenant, (definitions, members) => readAll(definitions, members, texts, zone))
}

/**
 * Checks the templates for fields in a mapping.
 * @throws ApiError invalid_request when one names no field, or a deleted one
 */
export async function refuseBadFields(
  tenant: Tenant,
  templates: Readonly<Record<string, string>> = {},
): Promise<void> {
  const keys = Object.keys(templates)
  if (keys.length === 0) return
  const path = 'mapping.fields'
  if (keys.length > maxMappedFields) {
    throw invalidFields({ path, message: `must have at most ${maxMappedFields} templates` })
  }
  const problems = await byDefinitions(tenant, (definitions) => {
    const isThere = (key: string) => definitions.fields.some((field) => field.key === key)
    const result = Object.entries(templates).flatMap(([key, template]): ErrorDetail[] => {
      const message = isThere(key)
        ? checkTemplate(template, formPlaceholders)
        : unknownKey(tenant, definitions)
      return message === undefined ? [] : [{ path: `${path}.${shownName(key)}`, message }]
    })
    return { result, isRefused: result.length > 0 }
  })
  const [first, ...others] = problems
  if (first) throw invalidFields(first, ...others)
}
