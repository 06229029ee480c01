import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { dryRun, ruleParams } from '../../lib/contract/fields.ts'
import { hooksReadAndWrite } from '../../lib/contract/scope-hooks.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { newRun, runWithPreview } from '../../lib/rules/run.ts'
import { runNow } from '../../lib/rules/run-now.ts'
import { run } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'runs.create',
  method: 'POST',
  path: '/rules/{ruleId}/runs',
  auth: hooksReadAndWrite,
  params: ruleParams,
  query: z.strictObject({ dryRun }),
  body: newRun,
  success: 201,
  answer: runWithPreview,
  errors: [
    ...(['rule_not_found', 'task_not_found', 'project_not_found', 'lane_not_found'] as const),
    ...(['quota_exceeded', 'external_id_exists'] as const),
  ],
  access: [
    ...(['GetItem', 'BatchGetItem', 'Query', 'Query:list', 'PutItem', 'UpdateItem'] as const),
    ...(['BatchWriteItem', 'ConditionCheckItem'] as const),
  ],
  sends: ['rules.run', 'webhooks.deliver'],
})

export const words = (): Words => ({
  tag: 'Rules',
  summary: 'Run a rule now',
  description:
    'Runs a rule once, whatever its trigger says about time, also if it is paused. A rule with the trigger `date` or `event` runs for the task that `taskId` names. What takes longer than the request goes on afterwards: `ended_at` is null then. If the run fails, its `error` says why. With `dryRun=true` nothing is written: the answer says what the run would do, with the task or the comment that it would create in `preview`, or is the error that it would have. Also needs the scopes `read` and `write`, and `delete` if the action moves tasks into the trash.',
  body: {},
  answer: { run },
})

export const operation = endpoint(declaration, async (caller, { params, body }) => ({
  body: await runNow(caller, params.ruleId, body.taskId),
}))
