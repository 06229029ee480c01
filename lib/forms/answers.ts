import { isJsonObject, ownMember, type JsonObject } from '../shared/json.ts'
import { readable } from './reading.ts'

/** A value of a JSON document, and the names that lead to it. They are joined later: together they may be very long. */
interface Leaf {
  path: string[]
  value: unknown
  /** The name that the sender gives the value beside it, such as the question of an answer. */
  name?: string
  /** The type of field that the sender gives. */
  type?: string | undefined
  /** Whether it was filled in, and is not a parameter of a program. */
  isAnswer?: boolean
}

/** A value of a document as people know it. */
export interface ReadLeaf extends Leaf {
  /** The names by which people know it: those within the part with the answers. */
  names: string[]
  /** Whether it is outside of the part with the answers, if there is one. */
  isOutside: boolean
}

/** Members of an answer with its name, and with its value; the first that is there counts. In lower case. */
const nameMembers = ['label', 'title', 'question', 'questiontext', 'question_text', 'fieldlabel', 'field_label', 'fieldname', 'field_name', 'name', 'key', 'field', 'marker', 'id'] // prettier-ignore
const valueMembers = ['value', 'answer', 'answers', 'values', 'response', 'answer_text', 'text']
const typeMembers = ['type', 'kind', 'field_type', 'fieldtype']

/** Returns the first of these members, whatever their case. */
function firstOf(object: JsonObject, names: readonly string[]): unknown {
  const members = new Map(Object.entries(object).map(([name, value]) => [name.toLowerCase(), value]))
  const name = names.find((each) => members.has(each) && members.get(each) !== null)
  return name === undefined ? undefined : members.get(name)
}

/** Returns the name of an answer as text: it may be in parts, or in an object of its own. */
function nameOf(answer: JsonObject): string {
  const name = firstOf(answer, nameMembers)
  return (isJsonObject(name) ? nameOf(name) : readable(name)).trim()
}

const hasValue = (answer: unknown) => isJsonObject(answer) && firstOf(answer, valueMembers) !== undefined

/** Whether these are answers, each an object with its name and its value; some may not be answered. */
export const areAnswers = (values: readonly unknown[]): values is JsonObject[] =>
  values.some(hasValue) && values.every((each) => isJsonObject(each) && nameOf(each) !== '')

/** Files are their addresses, and choices their labels. */
function valueOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(valueOf)
  return isJsonObject(value) ? (ownMember(value, 'url') ?? ownMember(value, 'label') ?? value) : value
}

/** Lists of names and values that no person filled in. */
const ofPrograms =
  /param|header|hidden|utm|variable|calculat|attribute|propert|meta|tracking|custom|schema|definition|tag|quiz/i

const leafOf = (answer: JsonObject, path: string[], fallback: string): Leaf => {
  const type = firstOf(answer, typeMembers)
  return {
    path,
    value: valueOf(firstOf(answer, valueMembers)),
    name: firstOf(answer, nameMembers.slice(0, -1)) === undefined ? fallback : nameOf(answer),
    ...(typeof type === 'string' && { type }),
    isAnswer: !path.some((each) => ofPrograms.test(each)),
  }
}

const isScalar = (value: unknown) => typeof value !== 'object' || value === null

/** The values of a JSON document in order. Lists of names and values are read as fields with these names. */
function flatten(value: unknown, path: string[]): Leaf[] {
  if (isScalar(value) || (Array.isArray(value) && value.every(isScalar))) return [{ path, value }]
  const entries = Object.entries(value as object) // an object or a list, by the check above
  if (entries.length === 0) return [{ path, value }]
  const members = entries.map(([, member]) => member as unknown)
  if (Array.isArray(value) ? areAnswers(value) : members.length > 0 && members.every(hasValue)) {
    return entries.map(([key, member]) => leafOf(member as JsonObject, [...path, key], key)) // by the check
  }
  return entries.flatMap(([key, member]) => flatten(member, [...path, key]))
}

/** Members in which senders wrap what was filled in, outermost first as they are usual. */
const wrappers = ['payload', 'data', 'submission', 'submissions', 'entity', 'form_response', 'formresponse', 'response', 'responses', 'answers', 'fields', 'formdata', 'form_data', 'values', 'entry', 'record', 'object_attributes', 'object'] // prettier-ignore

/** Returns the names that lead to the object with the answers. */
function answersPath(document: unknown): string[] {
  if (Array.isArray(document)) return document.length === 1 ? ['0', ...answersPath(document[0])] : []
  if (!isJsonObject(document)) return []
  const names = Object.keys(document)
  for (const wrapper of wrappers) {
    const name = names.find((each) => each.toLowerCase() === wrapper)
    const inner = name === undefined ? undefined : document[name]
    if (name !== undefined && isJsonObject(inner) && Object.keys(inner).length > 0) {
      return [name, ...answersPath(inner)]
    }
  }
  const events = document.events
  return Array.isArray(events) && events.length === 1 ? ['events', ...answersPath(events)] : []
}

/** The values of a document, first those that its sender's form was filled in with. */
export function leavesOf(document: object): ReadLeaf[] {
  const leaves = flatten(document, [])
  const areNamed = leaves.some(({ isAnswer }) => isAnswer)
  const prefix = areNamed ? [] : answersPath(document)
  const read = leaves.map((leaf): ReadLeaf => {
    const { path, name, isAnswer = false } = leaf
    const isOutside = areNamed ? !isAnswer : prefix.some((each, index) => path[index] !== each)
    const names = name === undefined ? path.slice(isOutside ? 0 : prefix.length) : [name]
    return { ...leaf, names, isOutside }
  })
  return [...read.filter(({ isOutside }) => !isOutside), ...read.filter(({ isOutside }) => isOutside)]
}

/** Returns the document that names such as `fields[name][value]` mean, and the values with other names. */
export function unbracketed(fields: readonly (readonly [name: string, value: unknown])[]): JsonObject {
  const document = Object.create(null) as JsonObject
  for (const [name, value] of fields) {
    const names = /^[^[\]]+(?:\[[^[\]]+\])+$/.test(name) ? name.replaceAll(']', '').split('[') : [name]
    let inner = document
    for (const each of names.slice(0, -1)) {
      inner[each] ??= Object.create(null) as JsonObject
      const next = inner[each]
      if (!isJsonObject(next)) break
      inner = next
    }
    const last = names.at(-1) ?? name
    if (last in inner) document[name] = value
    else inner[last] = value
  }
  return document
}
