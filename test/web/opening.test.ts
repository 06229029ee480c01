import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useWeb } from '../support/web.ts'

const web = useWeb()

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Token', { exact: true }).fill(web.service.demo.token)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('a session that does not open', () => {
  const planError = {
    code: 'plan_required',
    message: 'The API is part of the Pro plan; this account is on another plan.',
    request_id: 'test',
  }

  it('says that the plan does not include the API, and offers to try again or sign out', async () => {
    const { page, requests } = await web.visit('#/', { token: null, errors: [403] })
    await page.route('**/v1/changes?*', (route) => route.fulfill({ status: 403, json: { error: planError } }))
    await signIn(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('alert').filter({ hasText: 'Pro plan' }).waitFor()
    // repeating the request would not change the plan
    const asked = requests.length
    await page.waitForTimeout(3000)
    expect(requests.slice(asked)).toEqual([])
    await page.unroute('**/v1/changes?*')
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await heading(page, 'Projects').waitFor()
  })

  it('offers to sign out while the service is failing', async () => {
    const { page } = await web.visit('#/', { token: null, errors: [500] })
    const error = { code: 'internal_error', message: 'Something went wrong.', request_id: 'test' }
    await page.route('**/v1/**', (route) => route.fulfill({ status: 500, json: { error } }))
    await signIn(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Try again', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await heading(page, 'Sign in').waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })
})
