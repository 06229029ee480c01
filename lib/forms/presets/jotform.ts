import * as z from 'zod/mini'
import { isJsonObject, parseJson } from '../../shared/json.ts'
import { readingOf, readable, readShape, senderId, type Preset } from '../reading.ts'

/** The fields of a Jotform request that are read: https://www.jotform.com/help/245-how-to-setup-a-webhook-with-jotform/ */
const payload = z.object({ submissionID: senderId, rawRequest: z.string(), pretty: z.optional(z.string()) })

/** An answer's key in `rawRequest`: the question's number and its unique name. */
const questionKey = /^q\d+_(.+)$/

const joined = (parts: unknown[], separator: string) =>
  parts
    .map(readable)
    .filter((text) => text !== '')
    .join(separator)

/** Returns an answer of several parts, such as a name or a date, without the parts that are internal to Jotform. */
function valueOf(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  const { year, month, day, hour, min, ampm } = value
  if (year !== undefined && month !== undefined && day !== undefined) {
    return joined([joined([year, month, day], '-'), joined([hour, min], ':'), ampm], ' ')
  }
  if ('timeInput' in value) return joined([value.timeInput, ampm], ' ')
  if ('implementation' in value) return joined(value.date ? [value.date, value.timezone] : [], ' ')
  const parts = Object.entries(value).filter(([name]) => name !== 'colIds' && name !== 'rowIds')
  const isOneThing = parts.every(([name]) =>
    /^(?:prefix|first|middle|last|suffix|full|country|area|phone|addr_line\d|city|state|postal)$/.test(name),
  )
  return isOneThing
    ? joined(
        parts.map(([, part]) => part),
        'addr_line1' in value ? ', ' : ' ',
      )
    : Object.fromEntries(parts)
}

/** Whether a value is a list of uploaded files. Its key is the bare name of its question, and its entries are URLs. */
const isFiles = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((each) => typeof each === 'string' && each.startsWith('https://'))

/** Whether an answer is a file: a list of uploaded ones, or the address of one. */
const isUpload = (value: unknown): boolean =>
  isFiles(value) || (typeof value === 'string' && /^https:\/\/\S+\/uploads\/\S+$/.test(value))

/** Returns an answer as `pretty` shows it: the names of files, and the parts of other answers, separated by spaces. */
function prettyOf(value: unknown): string {
  if (!isFiles(value))
    return typeof value === 'object' && value ? joined(Object.values(value), ' ') : readable(value)
  const names = value.map((address) => address.slice(address.lastIndexOf('/') + 1))
  try {
    return names.map(decodeURIComponent).join(' ')
  } catch {
    return names.join(' ')
  }
}

/** Returns the index in `pretty` of the colon before an answer, or -1. A comma or the end must follow the answer. */
function findAnswer(pretty: string, text: string, from: number): number {
  const at = pretty.indexOf(`:${text}, `, from)
  if (at !== -1) return at
  const last = pretty.length - text.length - 1
  return last >= from && pretty.endsWith(`:${text}`) ? last : -1
}

/** After this many answers that are not in `pretty`, the search ends: each of them searches the whole text. */
const maxMisses = 20

/**
 * Returns the question of each answer. Jotform sends the questions only in `pretty`: `question:answer, question:answer`.
 * Both may contain colons and commas, so the question is the text before its known answer. A question is undefined if its
 * answer is not found. The question after it is then undefined too, because the text before its answer also holds the
 * answer that was not found.
 */
function questionsOf(values: unknown[], pretty: string): (string | undefined)[] {
  let from = 0
  let isAfterUnknown = false
  let misses = 0
  return values.map((value) => {
    const text = readable(valueOf(value)) === '' ? '' : prettyOf(value)
    if (text === '' || misses === maxMisses) return undefined
    const at = findAnswer(pretty, text, from)
    if (at === -1) {
      isAfterUnknown = true
      misses += 1
      return undefined
    }
    const question = pretty.slice(from, at)
    from = at + 1 + text.length + ', '.length
    const isAlone = !isAfterUnknown
    isAfterUnknown = false
    return isAlone ? question : undefined
  })
}

/** Jotform: a form whose field `rawRequest` is the JSON text of the answers. A field's key is its unique name. */
export const jotform: Preset = {
  name: 'Jotform',
  detect: ({ body }) =>
    body.kind === 'form' &&
    ['rawRequest', 'submissionID'].every((name) => body.fields.some(([field]) => field === name)),
  read: ({ body }) => {
    const form = body.kind === 'form' ? Object.fromEntries(body.fields) : body.value
    return readShape(payload, form, 'Jotform', ({ submissionID, rawRequest, pretty = '' }) => {
      const parsed = parseJson(rawRequest)
      if ('problem' in parsed)
        return { outcome: 'held', reason: `Jotform's field rawRequest ${parsed.problem}.` }
      const answers = Object.entries(isJsonObject(parsed.value) ? parsed.value : {}).flatMap(
        ([name, value]) => {
          const key = questionKey.exec(name)?.[1] ?? (isFiles(value) ? name : undefined)
          return key === undefined ? [] : [{ key, value }]
        },
      )
      const questions = questionsOf(
        answers.map(({ value }) => value),
        pretty,
      )
      return readingOf(
        answers.map(({ key, value }, index) => ({
          key,
          label: questions[index],
          value: valueOf(value),
          // nothing tells a text from a choice
          isText: !isUpload(value),
        })),
        { submissionId: submissionID },
      )
    })
  },
}
