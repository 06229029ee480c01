import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { dryRun, none } from '../../lib/contract/fields.ts'
import { originHeader } from '../../lib/contract/headers.ts'
import { tasksPerCharge } from '../../lib/contract/limits.ts'
import { keptReasons, revertedWrites, revertReport } from '../../lib/history/revert-request.ts'
import { revertWrites } from '../../lib/history/reverts.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { ids } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'reverts.create',
  method: 'POST',
  path: '/reverts',
  // it finds the tasks in the history, and the answer has their labels
  auth: { kind: 'token', scope: 'write', also: ['read'] },
  params: none,
  query: z.strictObject({ dryRun }),
  headers: originHeader,
  body: revertedWrites,
  success: 200,
  answer: revertReport,
  errors: [],
  access: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
  via: 'revert',
})

const reasons = Object.entries(keptReasons)
  .map(([reason, meaning]) => `\`${reason}\`: ${meaning}`)
  .join('; ')

export const words = (): Words => ({
  tag: 'History',
  summary: 'Take back what a token, a member, a rule or a form wrote',
  description: `Takes back what one writer wrote in a time, up to \`limit\` tasks a request: each task becomes what it would be without these writes. Changed fields get the values from before, created tasks go to the trash, deleted ones come back to their places. What others changed since stays, and \`kept\` names it. Each task is one write, with \`"via": "revert"\` in its origin, which can be taken back like any other: send an \`Origin-Id\` of its own, and take back by that. A repeated request changes nothing. With \`dryRun=true\`, the answer is the same and nothing is written. Call again with \`next_cursor\` as \`cursor\` until it is null. A request has a time limit and begins nothing new after 4 MiB of history, so it can match few tasks, or none, and more may follow. Needs the scopes \`write\` and \`read\`, and \`delete\` for tasks that go to the trash. ${tasksPerCharge} tasks count as one request against the rate limits: where these allow no more, the answer is what was done until then, with \`next_cursor\`. Reasons in \`kept\`: ${reasons}. A \`kept\` without \`fields\` means that the task stays in the trash or out of it.`,
  body: { by: { tokenId: ids.tokenId }, after: '2026-11-21T00:00:00Z' },
  answer: {
    ...{ matched: 2, reverted: 1 },
    tasks: [{ id: ids.id, label: 'Call Ada', effect: 'changed', fields: ['status'] }],
    kept: [{ id: ids.otherTask, label: 'Call Bob', fields: ['label'], reason: 'changed_since' }],
    next_cursor: null,
  },
})

export const operation = endpoint(declaration, async (caller, { body }, charge) => ({
  body: await revertWrites(caller, body, charge),
}))
