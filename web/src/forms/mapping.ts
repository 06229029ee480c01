import type { Form, FormSample } from '../../../client/src/index.ts'

type Mapping = NonNullable<FormSample['mapping']>

/** The templates of a mapping. */
export const templateNames = ['label', 'description', 'externalId', 'commentOn'] as const
export type TemplateName = (typeof templateNames)[number]

/** A mapping while it is edited. An empty template or lane is none. */
export interface MappingDraft {
  label: string
  description: string
  externalId: string
  commentOn: string
  /** null: the one that the lane gives its tasks, else open. */
  status: 0 | 1 | 2 | null
  workflowLaneId: string
  /** The templates for the account's own fields. They are not edited here, and stay. */
  fields?: Record<string, string>
}

/** The fields of a mapping, as answers name them. A new one of the API does not compile until it is in the draft, too. */
const answerNames = {
  ...{ label: 'label', description: 'description', externalId: 'external_id', status: 'status' },
  ...{ workflowLaneId: 'workflow_lane_id', fields: 'fields', commentOn: 'comment_on' },
} as const satisfies Record<keyof Mapping, keyof NonNullable<Form['mapping']>>

/** The draft of no mapping. */
const none: MappingDraft = {
  label: '',
  description: '',
  externalId: '',
  commentOn: '',
  status: null,
  workflowLaneId: '',
}

/** Those of some entries that hold a value: an empty text is none. */
const given = (entries: readonly (readonly [string, unknown])[]) =>
  Object.fromEntries(
    entries.filter(([, value]) => value != null && (typeof value !== 'string' || value.trim() !== '')),
  )

/** The mapping of a form as it is edited. */
export const draftOf = ({ mapping }: Form): MappingDraft => ({
  ...none,
  ...given(Object.entries(answerNames).map(([name, inAnswer]) => [name, mapping?.[inAnswer]])),
})

/** The mapping of a draft; null: the default of every form. */
export function mappingOf(draft: MappingDraft): Mapping | null {
  const mapping: Mapping = given(Object.entries(draft))
  return Object.keys(mapping).length === 0 ? null : mapping
}

export const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const
export type SampleKind = keyof typeof contentTypes

/** Whether a sample looks like JSON or like what an HTML form sends. */
export const kindOf = (sample: string): SampleKind => (/^\s*[{[]/.test(sample) ? 'json' : 'form')

/** Replaces the selection in a template by a placeholder. `caret` is the position after it. */
export function insertKey(
  template: string,
  key: string,
  { start, end }: { start: number; end: number },
): { text: string; caret: number } {
  const placeholder = `{{${key}}}`
  return {
    text: template.slice(0, start) + placeholder + template.slice(end),
    caret: start + placeholder.length,
  }
}

/** Whether a field's key can stand in a placeholder. */
export const canInsert = (key: string): boolean => key.trim() === key && !/^$|^\/|[{}|]/.test(key)
