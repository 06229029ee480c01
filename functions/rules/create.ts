import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { dryRun, none } from '../../lib/contract/fields.ts'
import { defaultPreviewedTimes, maxRules } from '../../lib/contract/limits.ts'
import { hooksReadAndWrite } from '../../lib/contract/scope-hooks.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { previewNewRule } from '../../lib/rules/preview.ts'
import { toRule } from '../../lib/rules/rule-item.ts'
import { newRule, ruleWithPreview } from '../../lib/rules/rule.ts'
import * as rules from '../../lib/rules/rules.ts'
import { ids, rule } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'rules.create',
  method: 'POST',
  path: '/rules',
  auth: hooksReadAndWrite,
  params: none,
  query: z.strictObject({ dryRun }),
  body: newRule,
  success: 201,
  answer: ruleWithPreview,
  errors: ['project_not_found', 'lane_not_found', 'quota_exceeded'],
  access: ['GetItem', 'Query', 'Query:list', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
  sends: ['rules.run'],
})

export const words = (): Words => ({
  tag: 'Rules',
  summary: 'Create a rule',
  description: `Creates a rule, which then acts by itself. With \`dryRun=true\`, nothing is stored, and \`preview\` has the next ${defaultPreviewedTimes} times of a schedule, the first tasks of a date with their times, or the tasks that meet the conditions of an event now. Also needs the scopes \`read\` and \`write\`, and \`delete\` if the action moves tasks into the trash. An account can have at most ${maxRules} rules.`,
  body: {
    projectId: ids.projectId,
    label: 'Monthly report',
    trigger: {
      type: 'schedule',
      rrule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      start: '2026-11-01T16:00',
      timeZone: 'Europe/Berlin',
    },
    action: {
      type: 'create_task',
      task: { label: 'Report {{date}}', subtasks: [{ label: 'Ask for numbers' }] },
    },
  },
  answer: { rule },
})

export const operation = endpoint(declaration, async (caller, { path, body }) => {
  const created = await rules.createRule(caller, body)
  return {
    body: {
      rule: toRule(created),
      ...(caller.isDryRun && {
        preview: {
          status: created.status,
          occurrences: await previewNewRule(caller, created, defaultPreviewedTimes),
        },
      }),
    },
    headers: { Location: `${path}/${created.id}` },
  }
})
