import type * as z from 'zod/mini'
import { newAttributes } from '../table/attributes.ts'
import { mappedFields, shownFields, taskAttributes } from '../tasks/fields.ts'
import type { previewFormAnswer } from './form.ts'
import type { Tenant } from '../table/tenant.ts'
import { readFormValues } from './field-values.ts'
import { partsOf } from './parts.ts'
import { readBody } from './read-body.ts'
import { interpret, type FormRules } from './receive.ts'

type Preview = z.output<typeof previewFormAnswer>

/** Why the empty list of a sender that is known makes no task. */
const nothingSent = 'The list of events is empty: with it, a sender only asks whether somebody listens.'

/**
 * Shows how a form would map a body. It checks no signature, and ignores whether the form is paused.
 * @throws ApiError payload_too_large, unsupported_media_type, invalid_request, as for the sender
 */
export async function preview(
  tenant: Tenant,
  rules: FormRules,
  { contentType, body }: { contentType: string; body: string },
  nowMs: number,
): Promise<Preview> {
  const request = { headers: { 'content-type': contentType }, bytes: Buffer.from(body) }
  const parts = partsOf(rules.source, request, await readBody(request))
  const [part] = parts
  if (!part) return { fields: [], task: null, dedupe_key: null, warnings: [nothingSent] }
  const others =
    parts.length > 1
      ? [`The body has ${parts.length} submissions, each with its task: this is the first.`]
      : []
  const receipt = await interpret(rules, part.request, nowMs, part.body)
  if (receipt.outcome !== 'task') {
    const { fields = [], dedupe } = 'fields' in receipt ? receipt : {}
    return { fields, task: null, dedupe_key: dedupe?.key ?? null, warnings: [...others, receipt.reason] }
  }
  const { fields, commentOn, flaw, dedupe } = receipt
  const values = await readFormValues(tenant, receipt.texts, rules.timeZone)
  const warnings = [...others, ...(flaw === undefined ? [] : [flaw]), ...receipt.warnings, ...values.warnings]
  const shown: Record<string, unknown> = {
    ...shownFields({ status: 0, ...newAttributes(taskAttributes, receipt.task) }),
    fields: values.fields,
  }
  return {
    fields,
    task:
      flaw === undefined
        ? (Object.fromEntries(mappedFields.map((name) => [name, shown[name]])) as Preview['task']) // it has these fields
        : null,
    ...(commentOn !== undefined && { comment_on: commentOn }),
    dedupe_key: dedupe.key,
    warnings,
  }
}
