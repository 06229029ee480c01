import { previewForm } from '../../lib/forms/form.ts'
import { preview } from '../../lib/forms/preview.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { getFormItem } from '../../lib/forms/forms.ts'
import { rulesOf } from '../../lib/forms/form-item.ts'
import { hasLane } from '../../lib/projects/project-item.ts'
import { findProjectItem } from '../../lib/projects/read.ts'

const noLane = "The form's project does not have the mapping's lane: a submission would be held."

export const handler = endpoint(previewForm, async (caller, { params, body }) => {
  const form = await getFormItem(caller, params.formId)
  const rules = rulesOf(form)
  const mapping = body.mapping === undefined ? rules.mapping : (body.mapping ?? undefined)
  const shown = await preview({ ...rules, mapping }, body, Date.now())
  const laneId = shown.task?.workflow_lane_id
  const project = laneId ? await findProjectItem(caller, form.project_id) : undefined
  const isLaneThere = !laneId || (project !== undefined && hasLane(project, laneId))
  return { body: { ...shown, warnings: [...shown.warnings, ...(isLaneThere ? [] : [noLane])] } }
})
