import { expect, vi } from 'vitest'
import type { Rule } from '../../lib/rules/rule.ts'
import type { Run } from '../../lib/rules/run.ts'
import { runRule, type Tally } from '../../lib/rules/session.ts'
import { watchRecords } from '../../lib/rules/watch.ts'
import { openStorage } from '../../lib/table/storage.ts'
import { recordsOf } from './stream.ts'
import type { TestTenant } from './tenant.ts'

/** Creates a rule in the tenant's project. */
export async function newRule(
  tenant: TestTenant,
  trigger: object,
  action: object,
  more: object = {},
): Promise<Rule> {
  const body = { projectId: tenant.projectId, label: 'A rule', trigger, action, ...more }
  const reply = await tenant.send('POST', '/rules', { body })
  expect(reply).toMatchObject({ status: 201 })
  return (reply.body as { rule: Rule }).rule // checked by the status
}

/** What a message to `rules.run` does, with a minute for it. */
export const runNow = (
  { accountId }: Pick<TestTenant, 'accountId'>,
  { id }: Pick<Rule, 'id'>,
): Promise<Tally> => runRule(openStorage(Date.now() + 60_000), { account: accountId, rule: id })

/** The same at a time: the clock stays there. */
export async function runAt(tenant: TestTenant, rule: Pick<Rule, 'id'>, at: string | number): Promise<Tally> {
  vi.setSystemTime(at)
  return runNow(tenant, rule)
}

export const getRule = async (tenant: TestTenant, { id }: Pick<Rule, 'id'>): Promise<Rule> =>
  ((await tenant.send('GET', `/rules/${id}`)).body as { rule: Rule }).rule

/** The log of a rule, newest first. */
export const logOf = async (tenant: TestTenant, { id }: Pick<Rule, 'id'>): Promise<Run[]> =>
  ((await tenant.send('GET', `/rules/${id}/runs?limit=100`)).body as { runs: Run[] }).runs

/** Acts, and hands the writes of the account's tasks to the function on the stream. */
export async function watched(tenant: TestTenant, act: () => Promise<unknown>): Promise<void> {
  const records = await recordsOf(tenant, act)
  expect(await watchRecords(openStorage(Date.now() + 60_000), records)).toEqual({
    failedFrom: undefined,
    cause: undefined,
    setAside: 0,
  })
}
