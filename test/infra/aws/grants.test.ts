import { afterEach, describe, expect, it } from 'vitest'
import { grantsNeeded, type TableRequest } from '../../../infra/proof/sandbox/grants.ts'
import { rolesOf } from '../../../infra/proof/sandbox/roles.ts'
import { scopes } from '../../../lib/contract/endpoint.ts'
import { endpoints } from '../../../lib/contract/index.ts'
import { send, tap, testTable } from '../../support/api.ts'
import { newTenant } from '../../support/tenant.ts'
import { goodRequests } from './good-requests.ts'
import { synthesize } from './synthesize.ts'

const roles = rolesOf(synthesize())

/** Makes the table refuse what these grants do not allow. Returns the used and the refused grants. */
function actAs(grants: readonly string[]) {
  const used = new Set<string>()
  const refused = new Set<string>()
  tap.answerInstead = (operation, request) => {
    // every request here comes from the SDK
    for (const needed of grantsNeeded(operation, request as TableRequest, testTable.name)) {
      ;(grants.includes(needed) ? used : refused).add(needed)
    }
    if (refused.size > 0) throw new Error(`AccessDenied: ${[...refused].join(', ')}`)
    return undefined
  }
  return { used, refused }
}

afterEach(() => {
  tap.reset()
})

describe('the grants of a function’s role', () => {
  it.each(endpoints.map((endpoint) => ({ endpoint, id: endpoint.id })))(
    'are sufficient for $id, and all of them are used',
    async ({ endpoint, id }) => {
      const grants = (roles.get(id) ?? []).filter((grant) => grant.startsWith('dynamodb:'))
      const used = new Set<string>()
      const tenant = await newTenant()
      for await (const { path, body, headers } of goodRequests(endpoint, tenant)) {
        // a new token, which no function has cached, so that it is looked up
        const token = await tenant.newToken([...scopes])
        const acts = actAs(grants)
        const { status } = await send(endpoint.method, path, { token, body, headers })
        expect({ path, body, status, refused: [...acts.refused] }).toMatchObject({
          status: endpoint.success,
          refused: [],
        })
        for (const grant of acts.used) used.add(grant)
        tap.reset()
      }
      expect([...used].sort()).toEqual([...grants].sort())
    },
  )

  it('are sufficient where no route matches, without the table', async () => {
    const { used, refused } = actAs(roles.get('routes.unmatched') ?? [])
    expect((await send('GET', '/nowhere')).status).toBe(404)
    expect([...used, ...refused]).toEqual([])
  })

  it('are all needed: without one, a request fails', async () => {
    const tenant = await newTenant()
    const { refused } = actAs(roles.get('tasks.get') ?? [])
    const body = { projectId: tenant.projectId, label: 'New' }
    expect((await tenant.send('POST', '/tasks', { body })).status).toBe(503)
    expect([...refused].sort()).toEqual(['dynamodb:PutItem table', 'dynamodb:UpdateItem table'])
  })
})
