import { declare } from '../../lib/contract/endpoint.ts'
import { formParams, none } from '../../lib/contract/fields.ts'
import { hooks } from '../../lib/contract/scope-hooks.ts'
import { rulesOf } from '../../lib/forms/form-item.ts'
import { previewFormAnswer, previewFormBody } from '../../lib/forms/form.ts'
import { refuseBadFields } from '../../lib/forms/field-values.ts'
import { getFormItem } from '../../lib/forms/forms.ts'
import { preview } from '../../lib/forms/preview.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { findProjectItem } from '../../lib/projects/read.ts'
import type { Words } from '../words.ts'

const noLane = "The form's project does not have the mapping's lane: a submission would be held."

const declaration = declare({
  id: 'forms.preview',
  method: 'POST',
  path: '/forms/{formId}/preview',
  auth: hooks,
  params: formParams,
  query: none,
  body: previewFormBody,
  success: 200,
  answer: previewFormAnswer,
  errors: ['form_not_found'],
  access: ['GetItem'],
})

export const words = (): Words => {
  const sample = '{"name": "Ada", "message": "Please call me"}'
  return {
    tag: 'Forms',
    summary: 'Try a mapping on a sample',
    description:
      'Shows which fields the form reads from a sample, and which task it would create. Nothing is stored. If the sample would create no task, `task` is null and `warnings` say why. `comment_on` names the task on which it would be a comment instead, if the project has that task.',
    body: {
      contentType: 'application/json',
      body: sample,
      mapping: { label: 'Call {{name}}', description: '{{all}}' },
    },
    answer: {
      fields: [
        { key: 'name', label: 'name', value: 'Ada' },
        { key: 'message', label: 'message', value: 'Please call me' },
      ],
      task: {
        label: 'Call Ada',
        description: 'name: Ada\nmessage: Please call me',
        status: 0,
        workflow_lane_id: null,
      },
      dedupe_key: 'body 3f786850e387550fdab836ed7e6dc881de23001b 29909280',
      warnings: ['This submission has no id, so repeats are recognised only for a minute.'],
    },
  }
}

export const operation = endpoint(declaration, async (caller, { params, body }) => {
  const form = await getFormItem(caller, params.formId)
  const rules = rulesOf(form)
  await refuseBadFields(caller, body.mapping?.fields)
  const mapping = body.mapping === undefined ? rules.mapping : (body.mapping ?? undefined)
  const shown = await preview(caller, { ...rules, mapping }, body, Date.now())
  const laneId = shown.task?.workflow_lane_id
  const project = laneId ? await findProjectItem(caller, form.project_id) : undefined
  const lane = project?.workflow_lanes.find(({ id }) => id === laneId)
  const status = mapping?.status ?? lane?.task_status ?? 0
  const warnings = [...shown.warnings, ...(laneId && !lane ? [noLane] : [])]
  return { body: { ...shown, task: shown.task && { ...shown.task, status }, warnings } }
})
