import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { grantsNeeded, type TableRequest } from '../../../infra/sandbox/grants.ts'
import { rolesOf } from '../../../infra/sandbox/roles.ts'
import { scopes } from '../../../lib/contract/endpoint.ts'
import { endpoints } from '../../../lib/contract/index.ts'
import { send, tap, testTable } from '../../support/api.ts'
import { newTenant } from '../../support/tenant.ts'
import { goodRequests } from './good-requests.ts'
import { synthesize } from './synthesize.ts'

const roles = rolesOf(synthesize())

/** From now on the table refuses what these grants do not allow; returns what was used and what was refused. */
function actAs(grants: readonly string[]) {
  const used = new Set<string>()
  const refused = new Set<string>()
  tap.answerInstead = (operation, request) => {
    // whatever passes here, the SDK has made
    for (const needed of grantsNeeded(operation, request as TableRequest, testTable.name)) {
      ;(grants.includes(needed) ? used : refused).add(needed)
    }
    if (refused.size > 0) throw new Error(`AccessDenied: ${[...refused].join(', ')}`)
    return undefined
  }
  return { used, refused }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] }) // no minute ends before ten requests have come in it
})

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

describe('what the role of a function allows', () => {
  it.each(endpoints.map((endpoint) => ({ endpoint, id: endpoint.id })))(
    'suffices for $id, and all of it is used',
    async ({ endpoint, id }) => {
      const grants = (roles.get(id) ?? []).filter((grant) => grant.startsWith('dynamodb:'))
      const used = new Set<string>()
      const tenant = await newTenant()
      for await (const { path, body, headers } of goodRequests(endpoint, tenant)) {
        // one that no function has seen yet, so that it is looked up
        const token = await tenant.newToken([...scopes])
        const acts = actAs(grants)
        // the tenth request shares the count of them
        for (let sent = 0; sent < 9; sent++) await send('GET', '/tokens/self', { token })
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

  it('suffices where no route matches, without the table', async () => {
    const { used, refused } = actAs(roles.get('routes.unmatched') ?? [])
    expect((await send('GET', '/nowhere')).status).toBe(404)
    expect([...used, ...refused]).toEqual([])
  })

  it('would be missed: without it, a request fails', async () => {
    const tenant = await newTenant()
    const { refused } = actAs(roles.get('tasks.get') ?? [])
    const body = { projectId: tenant.projectId, label: 'New' }
    expect((await tenant.send('POST', '/tasks', { body })).status).toBe(503)
    expect([...refused].sort()).toEqual(['dynamodb:PutItem table', 'dynamodb:UpdateItem table'])
  })
})
