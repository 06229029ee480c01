import { describe, expect, it } from 'vitest'
import { inAccount } from '../support/header.ts'
import { eventually, useWeb } from '../support/web.ts'

type Scopes = ('read' | 'write' | 'delete' | 'admin')[]

const web = useWeb()

const tokenWith = async (...scopes: Scopes) =>
  (await web.service.client.tokens.create({ name: scopes.join(' '), scopes })).token.secret

describe('a token without the scope read', () => {
  it('leads to a message on every page, without repeated requests', async () => {
    const scene = await web.scene('Unseen')
    const token = await tokenWith('write', 'delete')
    const { page, requests } = await web.visit('#/', { token, errors: [403] })
    for (const hash of ['#/', `#/projects/${scene.projectId}`, `#/projects/${scene.projectId}/trash`]) {
      await page.evaluate(`location.hash = '${hash}'`)
      await eventually(() => page.locator('main').textContent()).toMatch(
        /lacks the scope read.*another token/i,
      )
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    }
    const asked = requests.length
    await page.waitForTimeout(3000)
    expect(requests.slice(asked).filter((request) => request.includes('/v1/'))).toEqual([])
    await inAccount(page, 'Sign out')
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  })

  it('can manage tokens with the scope admin', async () => {
    const { page } = await web.visit('#/tokens', { token: await tokenWith('admin'), errors: [403] })
    await page.getByRole('button', { name: 'New token', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Revoke admin', exact: true }).waitFor()
  })
})

describe('an account that loses its plan', () => {
  it('gets a message, and the change feed is no longer requested', async () => {
    const { page, requests } = await web.visit('#/', { errors: [403] })
    await page.getByRole('link', { name: 'My first project', exact: true }).waitFor()
    const message = 'The API is part of the Pro plan; this account is on another plan.'
    const error = { code: 'plan_required', message, request_id: 'test' }
    await page.route('**/v1/**', (route) => route.fulfill({ status: 403, json: { error } }))
    await page.getByRole('alert').filter({ hasText: 'Pro plan' }).waitFor()
    const asked = requests.length
    await page.waitForTimeout(3000)
    expect(requests.slice(asked).filter((request) => request.endsWith('/changes'))).toEqual([])
  })
})
