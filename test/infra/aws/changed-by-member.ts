import { randomUUID } from 'node:crypto'
import { createMember } from '../../../lib/members/members.ts'
import { chooseAccount, createTicket } from '../../../lib/members/sessions.ts'
import type { Ids } from '../../harness/sample-requests.ts'
import { remembered } from '../../support/history.ts'
import type { TestTenant } from '../../support/tenant.ts'

/** A person has changed a task, which the history knows. */
export async function changedByMember(tenant: TestTenant, { id = '' }: Ids) {
  const email = `${randomUUID()}@example.com`
  await createMember(tenant, { email, role: 'member' })
  const { secret } = await chooseAccount(tenant, await createTicket(tenant, email), tenant.accountId)
  const write = () => tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'Theirs' }, token: secret })
  await remembered(tenant, write)
  return {}
}
