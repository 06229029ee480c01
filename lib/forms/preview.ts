import type * as z from 'zod/mini'
import { newAttributes } from '../table/attributes.ts'
import { mappedFields, shownFields, taskAttributes } from '../tasks/fields.ts'
import type { previewFormAnswer } from './form.ts'
import type { Tenant } from '../table/tenant.ts'
import { readFormValues } from './field-values.ts'
import { interpret, type FormRules } from './receive.ts'

type Preview = z.output<typeof previewFormAnswer>

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
  const receipt = await interpret(rules, request, nowMs)
  if (receipt.outcome !== 'task') {
    const { fields = [], dedupe } = 'fields' in receipt ? receipt : {}
    return { fields, task: null, dedupe_key: dedupe?.key ?? null, warnings: [receipt.reason] }
  }
  const { fields, dedupe } = receipt
  const values = await readFormValues(tenant, receipt.texts)
  const warnings = [...receipt.warnings, ...values.warnings]
  const shown: Record<string, unknown> = {
    ...shownFields({ status: 0, ...newAttributes(taskAttributes, receipt.task) }),
    fields: values.fields,
  }
  return {
    fields,
    task: Object.fromEntries(mappedFields.map((name) => [name, shown[name]])) as Preview['task'], // it has these fields
    dedupe_key: dedupe.key,
    warnings,
  }
}
