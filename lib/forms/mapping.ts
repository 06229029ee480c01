import type * as z from 'zod/mini'
import type { ErrorDetail } from '../contract/api-error.ts'
import { cutText } from '../contract/cut.ts'
import { isVisible, taskReference } from '../contract/fields.ts'
import type { Mapping } from './settings.ts'
import { maxDescriptionCharacters, maxLabelCharacters } from '../contract/limits.ts'
import { createShape, templatedFields } from '../tasks/fields.ts'
import type { NewTask } from '../tasks/task.ts'
import { ownMember } from '../shared/json.ts'
import { oneLine } from '../shared/short-text.ts'
import { checkTemplate, fillTemplate, parseTemplate } from '../shared/template.ts'
import { formPlaceholders, isPointer, resolvePointer } from './pointer.ts'
import { readable, type Field, type Submission } from './reading.ts'

/** A task to create, within the limits of the contract: what a mapping can give. Its project is that of the form. */
export type MappedTask = Omit<Pick<NewTask, Exclude<keyof Mapping, 'commentOn'>>, 'fields'>

/** The input of a mapping. */
export interface MappingInput {
  submission: Submission
  /** The document in which JSON Pointers are resolved. */
  document: object
  formName: string
  /** When the submission arrived, in ms since 1970. A replay uses the same time. */
  receivedAtMs: number
}

/** The task, or the reason why there is none, worded for the owner of the form. */
export type Mapped =
  | {
      task: MappedTask
      /** The texts that the mapping gives the account's fields, without empty ones; absent if there is none. */
      texts?: Record<string, string>
      /** The task that it is a comment on, if that exists: its id, or `ext:` and its external id. */
      commentOn?: string
      /** Why it cannot become a task, but only a comment; absent if it can. */
      flaw?: string
      /** That commentOn gives no reference to a task; absent if it gives one. */
      misread?: string
      /** Whether the task lacks a part of an answer that the mapping takes, because a text was too long. */
      truncated: boolean
      /** For the author of the mapping: names in the templates that the submission lacks. */
      warnings: string[]
    }
  | { reason: string }

/** Returns the error message of a schema of the contract for a text, or undefined if the text is valid. */
function problemOf(schema: z.ZodMiniType, text: string): string | undefined {
  const result = schema.safeParse(text)
  return result.success ? undefined : result.error.issues[0]?.message
}

/** What is wrong with a template beside its form; undefined if nothing is. */
function flawOf(path: 'commentOn' | (typeof templatedFields)[number], template: string): string | undefined {
  if (path === 'label' && !isVisible(template)) return 'must contain at least one visible character'
  // what a template gives is not known yet
  return path === 'commentOn' && !template.includes('{{') ? problemOf(taskReference, template) : undefined
}

/** Returns what is wrong with a mapping's templates; empty if nothing is. `path` is the template's name. */
export const checkMapping = (mapping: Mapping): ErrorDetail[] =>
  [...templatedFields, 'commentOn' as const].flatMap((path) => {
    const template = mapping[path]
    if (template === undefined) return []
    const message = checkTemplate(template, formPlaceholders) ?? flawOf(path, template)
    return message === undefined ? [] : [{ path, message }]
  })

/** Returns every answered field as a line `label: value`. */
const linesOf = (fields: readonly Field[]): string[] =>
  fields
    .filter(({ value }) => isVisible(value))
    // many questions end with a colon already
    .map((field) => `${field.label.replace(/:$/, '')}: ${field.value}`)

/** The value that names lead to, if the document has no such name itself: `items.0.sku`. */
const byDots = (document: object, name: string): unknown =>
  ownMember(document, name) ?? name.split('.').reduce<unknown>(ownMember, document)

/**
 * Finds a field's value by its key, by a JSON Pointer or by the names that lead to it. Returns undefined if the submission
 * has no such field.
 */
export const findValue = ({ submission, document }: MappingInput, name: string): string | undefined => {
  const field = isPointer(name) ? undefined : submission.fields.find(({ key }) => key === name)
  if (field) return field.value
  const value = isPointer(name) ? resolvePointer(document, name) : byDots(document, name)
  return value === undefined ? undefined : readable(value)
}

const entities = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    '#39': "'",
    nbsp: ' ',
  }),
)

/** A text without the tags of HTML, which senders put around what was written in a rich editor. */
function withoutTags(text: string): string {
  if (!/^\s*<[a-z][^<>]*>/i.test(text)) return text
  const plain = text
    .replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')
    .replaceAll(/&(\w+|#39);/g, (entity, name: string) => entities.get(name) ?? entity)
  return isVisible(plain) ? plain : text
}

const defaultLabel = ({ submission, formName, receivedAtMs }: MappingInput): string =>
  (submission.firstText === undefined ? undefined : withoutTags(submission.firstText)) ??
  `${formName}, ${(submission.submittedAt ?? new Date(receivedAtMs).toISOString()).slice(0, 16).replace('T', ' ')} UTC`

/** Label and description of a task. */
interface Texts {
  label: string
  description: string
}

/**
 * Whether neither the description nor the label has the whole of an answer that the mapping takes, because they were
 * cut. A cut label loses nothing if the description holds its answers.
 */
function isLost(input: MappingInput, mapping: Mapping, uncut: Texts, short: Texts): boolean {
  const { fields, firstText, omittedFields } = input.submission
  const namesOf = (template: string) =>
    parseTemplate(template).flatMap((part) => ('name' in part ? [part.name] : []))
  const named = {
    label: mapping.label === undefined ? undefined : namesOf(mapping.label),
    description: namesOf(mapping.description ?? '{{all}}'),
  }
  const taken = (names: readonly string[]) =>
    names.flatMap((name) => (name === 'all' ? linesOf(fields) : (findValue(input, name) ?? [])))
  const held = [oneLine(short.description), short.label]
  const isAway = (text: string) => held.every((each) => !each.includes(oneLine(text)))
  return (
    (omittedFields !== undefined && Object.values(named).some((names) => names?.includes('all'))) ||
    (short.label !== uncut.label && (named.label ? taken(named.label) : [firstText ?? '']).some(isAway)) ||
    (short.description !== uncut.description && taken(named.description).some(isAway))
  )
}

/**
 * Maps a submission to a task. Label and description come from the templates of the mapping. Without one, the label is the
 * answer that labels it best, and the description holds all answers. It is a pure function and never throws.
 */
export function mapSubmission(input: MappingInput, mapping: Mapping = {}): Mapped {
  const [wrong] = checkMapping(mapping)
  if (wrong) return { reason: `The mapping's ${wrong.path} ${wrong.message}.` }
  const { submission } = input
  const all = linesOf(submission.fields).join('\n')
  const warnings: string[] = []
  const fillIn = (path: string, template: string, most: number): string => {
    const find = (name: string) => {
      const value = name === 'all' ? all : findValue(input, name)
      if (value === undefined)
        warnings.push(`The mapping's ${path} names {{${name}}}, which this submission lacks.`)
      return path === 'label' && value !== undefined ? oneLine(value) : value
    }
    // a code point has at most two code units
    return fillTemplate(parseTemplate(template), find, 2 * most)
  }
  const fill = (path: (typeof templatedFields)[number], most: number): string | undefined =>
    mapping[path] === undefined ? undefined : fillIn(path, mapping[path], most)
  const uncut = {
    label: oneLine(fill('label', maxLabelCharacters) ?? defaultLabel(input)),
    description: fill('description', maxDescriptionCharacters) ?? all,
  }
  const short = {
    label: cutText(uncut.label, maxLabelCharacters),
    description: cutText(uncut.description, maxDescriptionCharacters),
  }
  const { fields = {}, commentOn: reference, ...fixed } = mapping
  const task: Record<string, unknown> = { ...fixed }
  let flaw: string | undefined
  for (const path of templatedFields) {
    // other fields are not cut: texts that are too long are refused
    const isCut = path === 'label' || path === 'description'
    const text = isCut ? short[path] : (fill(path, maxDescriptionCharacters) ?? '')
    const problem = text === '' && path !== 'label' ? undefined : problemOf(createShape[path], text)
    if (problem) flaw ??= `The task's ${path} ${problem}: look at the mapping's ${path}.`
    if (text === '' || (problem && !isCut)) Reflect.deleteProperty(task, path)
    else task[path] = text
  }
  // the table keeps a mapping in no order
  const texts = Object.entries(fields)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([key, template]) => [key, fillIn(`fields.${key}`, template, maxDescriptionCharacters).trim()] as const,
    )
    .filter(([, text]) => isVisible(text))
  const filled =
    reference === undefined ? '' : fillIn('commentOn', reference, maxDescriptionCharacters).trim()
  // an external id keeps the white space around it
  const own = `ext:${task.externalId as string}`
  const commentOn = taskReference.safeParse(filled === own.trim() ? own : filled).data
  const misread =
    reference === undefined || commentOn !== undefined
      ? undefined
      : `The mapping's commentOn names no task, so this submission becomes one.`
  const isComment = commentOn !== undefined && (isVisible(short.label) || isVisible(short.description))
  if (flaw !== undefined && !isComment) return { reason: flaw }
  // without a flaw, each template gave a text that its field takes, and the values of a mapping are those of a task
  return {
    task: task as MappedTask,
    ...(texts.length > 0 && { texts: Object.fromEntries(texts) }),
    ...(commentOn !== undefined && { commentOn }),
    ...(flaw !== undefined && { flaw }),
    ...(misread !== undefined && { misread }),
    truncated: isLost(input, mapping, uncut, short),
    warnings,
  }
}
