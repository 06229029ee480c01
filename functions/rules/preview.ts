import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { ruleParams } from '../../lib/contract/fields.ts'
import { defaultPreviewedTimes, maxPreviewedTimes } from '../../lib/contract/limits.ts'
import { hooksAndRead } from '../../lib/contract/scope-hooks.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { previewRule } from '../../lib/rules/preview.ts'
import { preview, previewCount } from '../../lib/rules/rule.ts'
import * as rules from '../../lib/rules/rules.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'rules.preview',
  method: 'GET',
  path: '/rules/{ruleId}/preview',
  auth: hooksAndRead,
  params: ruleParams,
  query: z.strictObject({ count: previewCount }),
  success: 200,
  answer: preview,
  errors: ['rule_not_found'],
  access: ['GetItem', 'Query'],
})

export const words = (): Words => ({
  tag: 'Rules',
  summary: 'Preview a rule',
  description: `Shows the next times at which a rule runs: \`count\` of them, ${defaultPreviewedTimes} by default and at most ${maxPreviewedTimes}; for a date also the task. An event has no times. A rule whose \`status\` is not \`active\` does not run: it shows when it would. Also needs the scope \`read\`.`,
  query: { count: 2 },
  answer: {
    status: 'active',
    occurrences: [{ at: '2026-11-30T15:00:00.000Z' }, { at: '2026-12-31T15:00:00.000Z' }],
  },
})

export const operation = endpoint(declaration, async (caller, { params, query }) => {
  const rule = await rules.getRuleItem(caller, params.ruleId)
  return { body: { status: rule.status, occurrences: await previewRule(caller, rule, query.count) } }
})
