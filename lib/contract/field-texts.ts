import { maxDescriptionCharacters, maxExternalIdCharacters, maxLabelCharacters } from './limits.ts'

/** The meaning of a field and an example of its value. A list of objects has the texts of its entries instead. */
type FieldText<V> =
  NonNullable<V> extends readonly (infer Entry extends object)[]
    ? { meaning: string; entry: FieldTexts<Entry> }
    : { meaning: string; example: Exclude<V, undefined> }

/**
 * The text of each field of an object. A field without a text does not compile. Only the document needs these texts, so
 * each object has them in a function beside its schema: a function that no Lambda calls is in no bundle.
 */
export type FieldTexts<T> = { [F in keyof Required<T>]: FieldText<T[F]> }

const count = (number: number): string => number.toLocaleString('en')

/** The length limits of texts that people write, in words. */
export const labelLimit = () => `1–${count(maxLabelCharacters)} characters`
export const labelRule = () =>
  `${labelLimit()} after white space at both ends is removed, at least one of them visible`
export const descriptionLimit = () => `At most ${count(maxDescriptionCharacters)} characters`
export const externalIdLimit = () =>
  `at most ${count(maxExternalIdCharacters)} characters, at least one of them visible`

/** The rule of an id that a client chooses, in words. */
export const chosenIdRule =
  'any UUID of yours, version 1 to 8. A repeat of the request with the same id and body creates nothing twice. If left out, the service makes one'

/** The ids of the document's examples. All examples use the same task and project. */
export const exampleIds = {
  id: '6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53',
  projectId: '01a1fc5c-f808-70a6-aca9-b364a578bfae',
  laneId: '01a1fc5d-3c1e-7d0a-9c55-0b8c6a2f4e11',
  fieldKey: 'priority',
  subtaskId: '01a1fc5d-9a44-7f6e-8f3b-51f4c0a7d2c9',
  commentId: '01a1fc5d-c2f0-7a19-8e64-0d3b7f5a9c11',
  formId: '01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41',
  submissionId: '01a1fc5f-1e88-7b63-8a57-6c9d1f3b5a72',
  webhookId: '01a1fc60-2c47-7e18-b6a9-5d3f8e1c7b20',
  deliveryId: '01a1fc61-4f9a-7d35-a2c8-1b6e4d9f0a83',
  ruleId: '01a1fc62-6b21-7c4e-9d70-3e8a5f1b2c64',
  calendarId: '01a1fc64-2e7b-7c05-8f31-6d0b9a4e7c52',
  runId: '01a1fc63-8d05-7f1a-b3e6-7a2c4d9e0f18',
  tokenId: '01a1fc5e-0b12-7a3c-b1de-7c2f9e8d4a60',
  memberId: '5b7c0f0e-2d7f-5a41-9c3e-8a6d1b4f2e90',
  accountId: '01a1fc5b-17f0-7e49-a8f2-2d6b0c9e5f38',
  otherTask: '0f2f7c1e-5d0b-4c55-9a3e-7f1f6f0f8a12',
  requestId: '9a1c3e0e-2b57-4b52-9a43-3a1f7a3c2b1d',
} as const

/** The text of any field. */
interface Text {
  meaning: string
  example?: unknown
  entry?: Record<string, Text>
}

/** The texts of the fields of an object, by their names. */
export type Texts = Record<string, Text>

const examplesOf = (texts: Texts): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, { example, entry }]) => [name, entry ? [examplesOf(entry)] : example]),
  )

/** An object whose fields have their examples as values. */
export const exampleOf = <T>(texts: FieldTexts<T> & Texts): T => examplesOf(texts) as T // each field has an example of its own type
