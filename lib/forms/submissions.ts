import { notFound } from '../contract/api-error.ts'
import { isVisible } from '../contract/fields.ts'
import { shortText } from '../shared/short-text.ts'
import { maxWordCharacters, maxWords, type Outcome, type Submission } from './submission.ts'
import { decodeCursor, encodeCursor, resumePointShapes } from '../table/cursor.ts'
import { hasExpired } from '../table/item.ts'
import { newest } from '../table/newest.ts'
import { getMany } from '../table/read-items.ts'
import { isWithin, type Tenant } from '../table/tenant.ts'
import { getFormItem } from './forms.ts'
import { asForm, formKey, type FormItem } from './form-item.ts'
import { detectSource, readSubmission } from './presets/index.ts'
import { readBody } from './read-body.ts'
import type { Field } from './reading.ts'
import { rankOf } from './written.ts'
import {
  asSubmission,
  requestOf,
  submissionKey,
  submissionPartition,
  toSubmission,
  type SubmissionItem,
} from './submission-item.ts'
import { heldPrefix, settledPrefix } from './submission-prefix.ts'

/**
 * Reads a submission, whether it is held or not.
 * @throws ApiError submission_not_found
 */
export async function getSubmissionItem(tenant: Tenant, formId: string, id: string): Promise<SubmissionItem> {
  const ofForm = formKey(tenant, formId)
  const keys = (['held', 'created'] as const).map((outcome) => submissionKey(tenant, formId, { id, outcome }))
  const items = await getMany(tenant, [ofForm, ...keys])
  const form = items.find(({ sk }) => sk === ofForm.sk)
  if (!form || !isWithin(tenant, asForm(form).project_id)) throw notFound('form')
  const [found] = items
    .filter(({ sk }) => sk !== ofForm.sk)
    .map(asSubmission)
    .filter((item) => !hasExpired(item))
  if (!found) throw notFound('submission')
  return found
}

/** The first values that the sender filled in, cut; none if the body cannot be read. */
async function wordsOf({ source, honeypot }: FormItem, item: SubmissionItem): Promise<string[]> {
  try {
    const { headers, ...request } = requestOf(item)
    const input = { headers, body: await readBody({ headers, ...request }) }
    const reading = readSubmission(source ?? detectSource(input), input)
    const fields = reading.outcome === 'read' ? reading.submission.fields : []
    const filled = fields.filter(({ key, value }) => key !== honeypot && isVisible(value))
    const isWritten = ({ label, value }: Field) => rankOf({ names: [label], value }) !== undefined
    return [...filled.filter(isWritten), ...filled.filter((field) => !isWritten(field))]
      .slice(0, maxWords)
      .map(({ value }) => shortText(value, maxWordCharacters))
  } catch {
    return [] // it was held for that
  }
}

/**
 * Lists a form's submissions, newest first, one page at a time.
 * @throws ApiError form_not_found; invalid_request if the cursor does not belong to this list
 */
export async function listSubmissions(
  tenant: Tenant,
  formId: string,
  { limit, cursor, outcome }: { limit: number; cursor?: string | undefined; outcome?: Outcome | undefined },
): Promise<{ submissions: Submission[]; next_cursor: string | null }> {
  const form = await getFormItem(tenant, formId)
  const scope = ['submissions', submissionPartition(tenant, formId), outcome ?? '']
  const before = cursor === undefined ? '~' : decodeCursor(scope, cursor, resumePointShapes.submissions)
  const kinds = [
    ...(outcome === undefined || outcome === 'held' ? [heldPrefix] : []),
    ...(outcome === 'held' ? [] : [settledPrefix]),
  ]
  const read = await Promise.all(
    kinds.map((prefix) =>
      newest(tenant, {
        partition: submissionPartition(tenant, formId),
        prefix,
        as: asSubmission,
        before,
        enough: limit + 1,
        outcome: outcome === 'held' ? undefined : outcome,
      }),
    ),
  )
  // a page must not go past the point up to which both kinds have been read
  const readUpTo = read.flatMap((kind) => kind.before ?? []).reduce((a, b) => (a > b ? a : b), '')
  const found = read
    .flatMap((kind) => kind.found)
    .filter(({ id }) => id >= readUpTo)
    .sort((a, b) => (a.id < b.id ? 1 : -1))
  const shown = found.slice(0, limit)
  const next = found.length > limit ? shown.at(-1)?.id : readUpTo === '' ? undefined : readUpTo
  return {
    submissions: await Promise.all(
      shown.map(async (item) => ({ ...toSubmission(tenant, item), words: await wordsOf(form, item) })),
    ),
    next_cursor: next === undefined ? null : encodeCursor(scope, next),
  }
}
