import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { nextCursor, paging, ruleParams } from '../../lib/contract/fields.ts'
import { runLogDays } from '../../lib/contract/limits.ts'
import { hooks } from '../../lib/contract/scope-hooks.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { run, runOutcomes } from '../../lib/rules/run.ts'
import * as runs from '../../lib/rules/runs.ts'
import { run as exampleRun } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'runs.list',
  method: 'GET',
  path: '/rules/{ruleId}/runs',
  auth: hooks,
  params: ruleParams,
  query: z.strictObject({ ...paging, outcome: z.optional(z.literal(runOutcomes)) }),
  success: 200,
  answer: z.object({ runs: z.array(run), next_cursor: nextCursor }),
  errors: ['rule_not_found'],
  access: ['GetItem', 'Query'],
})

export const words = (): Words => ({
  tag: 'Rules',
  summary: 'List the runs of a rule',
  description: `Lists the log of a rule, newest first, in pages: each run, and each occurrence that was skipped, of the last ${runLogDays} days. A page can have fewer entries than \`limit\` and still have a \`next_cursor\`.`,
  query: { outcome: 'done' },
  answer: { runs: [exampleRun], next_cursor: null },
})

export const operation = endpoint(declaration, async (caller, { params, query, ...input }) =>
  pageAnswer(input, await runs.listRuns(caller, params.ruleId, query)),
)
