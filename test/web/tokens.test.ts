import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isTasksApiError } from '../../client/src/index.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const named = async (name: string) =>
  (await web.service.client.tokens.list()).tokens.find((token) => token.name === name)

/** The error code that the service returns for a secret; undefined if the secret works. */
const refusal = (secret: string) =>
  web.service
    .clientOf(secret)
    .tokens.self()
    .then(
      () => undefined,
      (error: unknown) => (isTasksApiError(error) ? error.code : error),
    )

const secretOf = (page: Page) => page.getByRole('textbox', { name: 'Secret', exact: true })

async function create(page: Page, name: string, scopes: string[], expiresOn?: string): Promise<void> {
  await page.getByRole('button', { name: 'New token', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  const group = page.getByRole('group', { name: 'Scopes', exact: true })
  for (const scope of ['read', 'write', 'delete', 'admin', 'hooks'])
    await group.getByRole('checkbox', { name: scope }).setChecked(scopes.includes(scope))
  if (expiresOn !== undefined) await page.getByLabel('Expires on').fill(expiresOn)
  await page.getByRole('button', { name: 'Create token', exact: true }).click()
}

describe('tokens', () => {
  it('are created with their scopes; the secret is shown once, can be copied, and works', async () => {
    const { page } = await web.visit('#/tokens', { permissions: ['clipboard-read', 'clipboard-write'] })
    await create(page, 'Form webhook', ['read', 'hooks'])
    const secret = await secretOf(page).inputValue()
    expect(secret).toMatch(/^tsk_/)
    expect(await secretOf(page).getAttribute('readonly')).not.toBeNull()
    expect(await page.locator('body').textContent()).toMatch(/only (this )?once|not be shown again/i)
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await eventually(() => page.evaluate('navigator.clipboard.readText()')).toBe(secret)
    const self = await web.service.clientOf(secret).tokens.self()
    expect(self.token).toMatchObject({ name: 'Form webhook', scopes: ['read', 'hooks'], expires_at: null })
    await page.reload()
    await page.getByRole('button', { name: 'Revoke Form webhook', exact: true }).waitFor()
    expect(await page.content()).not.toContain(secret)
    expect(await secretOf(page).count()).toBe(0)
  })

  it('are in the list that was still read when they were created', async () => {
    const { page } = await web.visit('#/')
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
    let reads = 0
    await page.route('**/v1/tokens', async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      reads += 1
      const response = await route.fetch()
      if (reads === 1) await held
      return route.fulfill({ response })
    })
    await page.evaluate(`location.hash = '#/tokens'`)
    await create(page, 'While it was read', ['read'])
    await secretOf(page).waitFor()
    letGo(undefined)
    await page.getByRole('row').filter({ hasText: 'While it was read' }).waitFor()
  })

  it('expire on the day that was chosen', async () => {
    const { page } = await web.visit('#/tokens', { timezoneId: 'Asia/Tokyo' })
    await create(page, 'Until the party', ['read'], '2099-12-24')
    await secretOf(page).waitFor()
    // valid until the end of that day in the person's time zone
    const expiresAt = (await named('Until the party'))?.expires_at ?? ''
    expect(new Date(expiresAt).getTime()).toBeGreaterThan(Date.parse('2099-12-24T00:00:00+09:00'))
    expect(new Date(expiresAt).getTime()).toBeLessThanOrEqual(Date.parse('2099-12-25T00:00:00+09:00'))
    const row = page.getByRole('row').filter({ hasText: 'Until the party' })
    await eventually(() => row.textContent()).toContain('24')
  })

  it('are revoked after a confirmation', async () => {
    const { token } = await web.service.client.tokens.create({ name: 'Lost laptop', scopes: ['read'] })
    const { page } = await web.visit('#/tokens')
    const revoke = page.getByRole('button', { name: 'Revoke Lost laptop', exact: true })
    await revoke.click()
    const question = page.getByRole('dialog')
    expect(await named('Lost laptop')).toBeDefined()
    await question.getByRole('button', { name: 'Revoke', exact: true }).click()
    await revoke.waitFor({ state: 'detached' })
    expect(await named('Lost laptop')).toBeUndefined()
    // the token was never used, so the service has not cached it for a minute
    expect(await refusal(token.secret)).toBe('invalid_token')
  })

  it('need a name and a scope', async () => {
    const before = (await web.service.client.tokens.list()).tokens.length
    const { page, requests } = await web.visit('#/tokens', { errors: [400] })
    await create(page, 'No scope', [])
    await eventually(() => page.getByRole('alert').allTextContents()).toContainEqual(
      expect.stringMatching(/scope/i),
    )
    expect((await web.service.client.tokens.list()).tokens).toHaveLength(before)
    expect(requests.filter((request) => request === 'POST /v1/tokens').length).toBeLessThanOrEqual(1)
  })

  it('cannot be managed without the scope admin, and the page says so', async () => {
    const { token } = await web.service.client.tokens.create({
      name: 'Helper',
      scopes: ['read', 'write', 'delete'],
    })
    const { page } = await web.visit('#/tokens', { token: token.secret, errors: [403] })
    await page.getByRole('heading', { name: 'Tokens', exact: true }).waitFor()
    await eventually(() => page.locator('main').textContent()).toMatch(/admin/)
    expect(await page.getByRole('button', { name: 'New token' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Revoke/ }).count()).toBe(0)
  })

  it('are shown without a break in the words of the page on a narrow screen', async () => {
    const { project } = await web.service.client.projects.create({ label: 'Narrow' })
    await web.service.client.tokens.create({
      name: 'A program with quite a long name',
      scopes: ['read', 'write', 'delete', 'hooks'],
    })
    await web.service.client.tokens.create({ name: 'Bound', scopes: ['read'], projectIds: [project.id] })
    const { page } = await web.visit('#/tokens', { viewport: { width: 360, height: 740 } })
    const words = page.getByRole('cell', { name: 'All projects', exact: true }).first()
    await words.waitFor()
    const lines = await words.evaluate((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size
    })
    expect(lines).toBeLessThanOrEqual(2)
  })
})
