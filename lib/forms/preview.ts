import type * as z from 'zod/mini'
import { previewFormAnswer } from './form.ts'
import { interpret, type FormRules } from './receive.ts'

type Preview = z.output<typeof previewFormAnswer>

/**
 * Shows how a form would map a body. It checks no signature, and ignores whether the form is paused.
 * @throws ApiError payload_too_large, unsupported_media_type, invalid_request, as for the sender
 */
export async function preview(
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
  const { fields, dedupe, warnings, task } = receipt
  return {
    fields,
    task: {
      label: task.label,
      description: task.description ?? null,
      status: task.status,
      workflow_lane_id: task.workflowLaneId ?? null,
      ...(task.externalId !== undefined && { external_id: task.externalId }),
    },
    dedupe_key: dedupe.key,
    warnings,
  }
}
