import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { grantsNeeded, type TableRequest } from '../../harness/sandbox/grants.ts'
import { rolesOf } from '../../harness/sandbox/roles.ts'
import { isCounted, scopes } from '../../../lib/contract/endpoint.ts'
import { functionOf, serviceFunctions } from '../../../functions/index.ts'
import { send, tap, testTable } from '../../support/api.ts'
import { servedKinds } from '../../support/kinds.ts'
import { queued } from '../../support/queue.ts'
import { served } from '../../support/requests.ts'
import { newTenant } from '../../support/tenant.ts'
import { goodRequests } from './good-requests.ts'
import { synthesize } from './synthesize.ts'

const kinds = servedKinds.map(({ endpoint }) => functionOf(endpoint))
const roles = rolesOf(synthesize({}, [...serviceFunctions, ...kinds]))

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

/** An attempt to sign in that counts, and is refused. */
const refusedAttempt = ({ accountId }: { accountId: string }) => ({ body: { ticket: 'made-up', accountId } })

/** Attempts to sign in are counted by address: elsewhere, each has one of its own. */
const from = '127.0.0.8'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] }) // no minute ends before ten requests have come in it
})

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

describe('the grants of a function’s role', () => {
  it.each([...served, ...servedKinds].map((one) => ({ one, id: one.endpoint.id })))(
    'suffices for $id, and all of it is used',
    async ({ one, id }) => {
      const { endpoint } = one
      const grants = (roles.get(id) ?? []).filter((grant) => grant.startsWith('dynamodb:'))
      const used = new Set<string>()
      const sentTo = new Set<string>()
      const tenant = await newTenant()
      let isFirst = true
      for await (const { path, body, headers, token: given } of goodRequests(one, tenant)) {
        // a new token, which no function has cached, so that it is looked up
        const token = given ?? (await tenant.newToken([...scopes]))
        const acts = actAs(grants)
        queued.length = 0
        // the tenth request with a token or a key, or from an address, shares the count of them, whatever it asks for
        const { kind } = endpoint.auth
        for (let sent = 0; isFirst && sent < 9; sent++) {
          if (kind === 'token') await send('GET', '/tokens/self', { token })
          if (kind === 'key') await one.send(endpoint.method, path, { body, headers })
          if (kind === 'none' && isCounted(endpoint))
            await one.send(endpoint.method, path, { from, ...refusedAttempt(tenant) })
        }
        const { status } = await one.send(endpoint.method, path, { from, token, body, headers })
        expect({ path, body, status, refused: [...acts.refused] }).toMatchObject({
          status: path.includes('dryRun=true') ? 200 : endpoint.success,
          refused: [],
        })
        isFirst = false
        for (const grant of acts.used) used.add(grant)
        for (const { functionId } of queued) sentTo.add(functionId)
        tap.reset()
      }
      expect([...used].sort()).toEqual([...grants].sort())
      expect([...sentTo].sort()).toEqual([...(functionOf(endpoint).sends ?? [])].sort())
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
