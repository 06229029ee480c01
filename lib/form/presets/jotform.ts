import * as z from 'zod/mini'
import { isJsonObject, parseJson } from '../json.ts'
import { asSubmission, readable, readShape, senderId, type Preset } from '../submission.ts'

/** The members of a Jotform request that count: https://www.jotform.com/help/245-how-to-setup-a-webhook-with-jotform/ */
const payload = z.object({ submissionID: senderId, rawRequest: z.string(), pretty: z.optional(z.string()) })

/** An answer's key in `rawRequest`: the question's number and its unique name. */
const questionKey = /^q\d+_(.+)$/

const joined = (parts: unknown[], separator: string) =>
  parts
    .map(readable)
    .filter((text) => text !== '')
    .join(separator)

/** An answer of several parts, such as a name or a date. Jotform keeps its own notes in some of them. */
function valueOf(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  const { year, month, day, hour, min, ampm } = value
  if (year !== undefined && month !== undefined && day !== undefined) {
    return joined([joined([year, month, day], '-'), joined([hour, min], ':'), ampm], ' ')
  }
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

/** Uploaded files stand under the bare name of their question, as a list of addresses. */
const isFiles = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((each) => typeof each === 'string' && each.startsWith('https://'))

/** What `pretty` shows of an answer: the names of files, the parts of others with blanks between them. */
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

/**
 * Where an answer begins in `pretty`, which goes on with a comma or ends there; -1 when it does not. By the engine's own
 * search alone: a body may have thousands of answers, and thousands of places where each could begin.
 */
function findAnswer(pretty: string, text: string, from: number): number {
  const at = pretty.indexOf(`:${text}, `, from)
  if (at !== -1) return at
  const last = pretty.length - text.length - 1
  return last >= from && pretty.endsWith(`:${text}`) ? last : -1
}

/** After so many answers that are not in `pretty`, no more are looked for: each of them is a search of the whole of it. */
const maxMisses = 20

/**
 * The questions of the answers, which Jotform sends in `pretty` alone: `question:answer, question:answer`. Both may
 * hold colons and commas, so a question is what stands before its known answer. Undefined where that is not found, and
 * for the next one, before which the other's question and answer stand too.
 */
function questionsOf(values: unknown[], pretty: string): (string | undefined)[] {
  let from = 0
  let isAfterUnknown = false
  let misses = 0
  return values.map((value) => {
    const text = prettyOf(value)
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
      return asSubmission(
        answers.map(({ key, value }, index) => ({
          key,
          label: questions[index],
          value: valueOf(value),
          isText: typeof value === 'string',
        })),
        { submissionId: submissionID },
      )
    })
  },
}
