import { remembered } from '../../support/history.ts'
import type { TestTenant } from '../../support/tenant.ts'
import { changedByMember } from './changed-by-member.ts'
import type { Preparation } from './preparation.ts'

/** Gives a task a value of a field, and takes it off again with a move to a lane, as the history knows. Returns the version. */
async function writtenTwice(tenant: TestTenant, id: string): Promise<number> {
  await tenant.send('POST', '/fields', { body: { key: 'note', label: 'Note', type: 'text' } })
  const workflowLaneId = await tenant.newLane()
  let version = 0
  for (const body of [{ fields: { note: 'New' } }, { workflowLaneId, fields: { note: null } }]) {
    const sending = { body, headers: { 'Origin-Id': 'taken-back' } }
    const { headers } = await remembered(tenant, () => tenant.send('PATCH', `/tasks/${id}`, sending))
    version = Number(JSON.parse(String(headers.etag)))
  }
  return version
}

const takenBack = { by: { originId: 'taken-back' }, after: '2026-01-01T00:00:00Z' }
const isTried = { query: '?dryRun=true' }

/** Requests that read the history, and that take back. */
export const ofHistory: Record<string, Preparation[]> = {
  'history.list': [changedByMember],
  'tasks.history': [changedByMember],
  'tasks.revert': [
    async (tenant, { id = '' }) => ({ body: { version: (await writtenTwice(tenant, id)) - 1 } }),
    async (tenant, { id = '' }) => ({ ...isTried, body: { version: (await writtenTwice(tenant, id)) - 1 } }),
  ],
  'reverts.create': [
    async (tenant, { id = '' }) => {
      await writtenTwice(tenant, id)
      return { ...isTried, body: takenBack }
    },
    () => Promise.resolve({ body: takenBack }),
  ],
}
