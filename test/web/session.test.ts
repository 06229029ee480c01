import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { account, inAccount, signIn } from '../support/header.ts'
import { eventually, toApi, useWeb } from '../support/web.ts'

const web = useWeb()

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Everything that the page has stored in the browser. A session's id, which is random, is shown as `<id>`. */
const kept = (page: Page) =>
  page.evaluate<{ session: Record<string, string>; local: Record<string, string>; cookie: string }>(
    `(() => {
      const shown = (storage) => Object.fromEntries(Object.entries(storage).map(
        ([key, value]) => [key, value.replace(/^\\d+-\\d+(?= |$)/, '<id>')]))
      return { session: shown(sessionStorage), local: shown(localStorage), cookie: document.cookie }
    })()`,
  )
const nothing = { session: {}, local: {}, cookie: '' }
/** What is stored of a session that ends with the last tab. */
const ofTabs = (token: string) => ({
  session: { 'tasks-token': `<id> ${token}` },
  local: { 'tasks-token': '<id>' },
  cookie: '',
})

/** A well-formed token that was revoked before it was ever used, so that the service has not cached it. */
async function revokedToken(): Promise<string> {
  const { token } = await web.service.client.tokens.create({ name: 'Gone', scopes: ['read'] })
  await web.service.client.tokens.delete(token.id)
  return token.secret
}

describe('signing in', () => {
  it('takes the token of a link into the session alone, and out of the address bar', async () => {
    const { token } = web.service.demo
    const { page } = await web.visit(`#token=${token}`)
    await heading(page, 'Projects').waitFor()
    await page.getByRole('link', { name: 'My first project', exact: true }).waitFor()
    expect(page.url()).toBe(`${web.service.origin}/#/`)
    await eventually(() => kept(page)).toEqual(ofTabs(token))
    await page.reload()
    await heading(page, 'Projects').waitFor()
  })

  it('follows a link to a page, and offers to stay signed in', async () => {
    const { token, project_id } = web.service.demo
    const { page } = await web.visit(`#token=${token}&open=/projects/${project_id}`)
    await page.getByRole('heading', { level: 1, name: 'My first project', exact: true }).waitFor()
    expect(page.url()).toBe(`${web.service.origin}/#/projects/${project_id}`)
    await eventually(() => kept(page)).toMatchObject(ofTabs(token))
    const toast = page.getByRole('status').filter({ hasText: 'Signed in until the last tab closes.' })
    await toast.getByRole('button', { name: 'Keep me signed in', exact: true }).click()
    const context = page.context()
    await page.close()
    const later = await context.newPage()
    await later.goto(web.service.origin)
    await heading(later, 'Projects').waitFor()
    await account(later).click()
    expect(await later.getByRole('button', { name: 'Keep me signed in', exact: true }).count()).toBe(0)
    await later.getByRole('button', { name: 'Sign out', exact: true }).click()
    await heading(later, 'Sign in').waitFor()
  })

  it('says on a phone, too, until when', async () => {
    const { token, project_id } = web.service.demo
    const { page } = await web.visit(`#token=${token}&open=/projects/${project_id}`, {
      viewport: { width: 360, height: 740 },
    })
    const text = page.getByRole('status').getByText('Signed in until the last tab closes.', { exact: true })
    await text.waitFor()
    const hidden = () => text.evaluate((element) => element.scrollHeight - element.clientHeight)
    expect(await hidden()).toBeLessThanOrEqual(1)
    // a short action stays beside its text
    await page.keyboard.press('Control+z')
    const short = page.getByText('Nothing to undo.', { exact: true })
    await short.waitFor()
    const dismiss = page.getByRole('button', { name: 'Dismiss', exact: true })
    const [words, button] = [await short.boundingBox(), await dismiss.boundingBox()]
    expect(words && button && button.y < words.y + words.height && button.y + button.height > words.y).toBe(
      true,
    )
  })

  it('stays on the device when that is chosen in the account menu', async () => {
    const { page } = await web.visit(`#/`)
    await account(page).click()
    await page.getByRole('button', { name: 'Keep me signed in', exact: true }).click()
    await eventually(() => page.evaluate('sessionStorage.length')).toBe(0)
    const context = page.context()
    await page.close()
    const later = await context.newPage()
    await later.goto(web.service.origin)
    await heading(later, 'Projects').waitFor()
  })

  it('accepts a token from the form', async () => {
    const { token } = web.service.demo
    const { page } = await web.visit('#/tokens', { token: null })
    await heading(page, 'Sign in').waitFor()
    expect(await page.getByLabel('Token', { exact: true }).getAttribute('type')).toBe('password')
    await signIn(page, token)
    await account(page).waitFor()
    expect(page.url()).not.toContain('tsk_')
    await eventually(() => kept(page)).toEqual(ofTabs(token))
  })

  it('lasts until the page is left where the browser blocks storage', async () => {
    const { page } = await web.visit('#/', { token: null })
    // as a browser does that blocks all data of sites: https://html.spec.whatwg.org/multipage/webstorage.html#dom-localstorage
    await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get() { throw new DOMException('Denied', 'SecurityError') } })`)
    await page.reload()
    await signIn(page, web.service.demo.token)
    await page.getByRole('link', { name: 'My first project', exact: true }).click()
    await heading(page, 'My first project').waitFor()
    await page.reload()
    await heading(page, 'Sign in').waitFor()
  })

  it.each([
    ['is not a token', () => 'nonsense'],
    ['has a wrong character', () => `${web.service.demo.token.slice(0, -1)}!`],
    ['was revoked', revokedToken],
  ])('rejects a token that %s, and stores nothing', async (_, wrong) => {
    const { page } = await web.visit('#/', { token: null, errors: [401] })
    await signIn(page, await wrong())
    await eventually(() => page.getByRole('alert').allTextContents()).toEqual([
      expect.stringMatching(/token/i),
    ])
    expect(await heading(page, 'Sign in').isVisible()).toBe(true)
    await eventually(() => kept(page)).toEqual(nothing)
    await signIn(page, web.service.demo.token)
    await heading(page, 'Projects').waitFor()
  })

  it('also rejects a wrong token in a link', async () => {
    const { page } = await web.visit(`#token=${await revokedToken()}`, { errors: [401] })
    await heading(page, 'Sign in').waitFor()
    await eventually(() => page.getByRole('alert').allTextContents()).toEqual([
      expect.stringMatching(/token/i),
    ])
    await eventually(() => kept(page)).toEqual(nothing)
  })

  it('says that the session has ended when the token in use was revoked', async () => {
    for (const isReloaded of [false, true]) {
      const { page } = await web.visit('#/', { errors: [401] })
      await heading(page, 'Projects').waitFor()
      const message = 'The token is malformed, unknown, expired or revoked.'
      const error = { code: 'invalid_token', message, request_id: 'test' }
      // a poll that is refused before the page is loaded again would end the session there, and the new page has no reason
      if (isReloaded) await page.goto('about:blank')
      await page.route('**/v1/**', (route) => route.fulfill({ status: 401, json: { error } }))
      if (isReloaded) await page.goto(web.service.origin)
      await heading(page, 'Sign in').waitFor()
      await eventually(() => page.getByRole('alert').allTextContents()).toEqual([
        'Your session has ended: its token is not accepted any more. It was revoked, or it has expired.',
      ])
    }
  })

  it('asks for another token when the service refuses the one in use', async () => {
    const { page } = await web.visit('#/', { errors: [401] })
    const error = { code: 'invalid_token', message: 'The token has expired.', request_id: 'test' }
    await page.route('**/v1/**', (route) => route.fulfill({ status: 401, json: { error } }))
    await heading(page, 'Sign in').waitFor()
    await eventually(() => page.getByRole('alert').allTextContents()).toEqual([
      expect.stringMatching(/token/i),
    ])
    await eventually(() => kept(page)).toEqual(nothing)
  })
})

const notAToken = 'This is not a token of the Tasks API. A token begins with tsk_.'

describe('a text that cannot be a token', () => {
  it.each(['tsk_abc def-', 'tsk_abc-', 'tsk_töken', 'Bearer', 'nonsense'])(
    'is rejected in the form without a request: %s',
    async (wrong) => {
      const { page, requests } = await web.visit('#/', { token: null })
      await signIn(page, wrong)
      await eventually(() => page.getByRole('alert').allTextContents()).toEqual([notAToken])
      await eventually(() => kept(page)).toEqual(nothing)
      expect(toApi(requests)).toEqual([])
      await signIn(page, web.service.demo.token)
      await heading(page, 'Projects').waitFor()
    },
  )

  it.each(['tsk_abc%20def-', '%E0', ''])('is rejected in a link: "%s"', async (wrong) => {
    const { page } = await web.visit(`#token=${wrong}`)
    await heading(page, 'Sign in').waitFor()
    await eventually(() => page.getByRole('alert').allTextContents()).toEqual([notAToken])
    expect(page.url()).toBe(`${web.service.origin}/#/`)
    await eventually(() => kept(page)).toEqual(nothing)
    await page.evaluate(`location.hash = '#token=${web.service.demo.token}'`)
    await heading(page, 'Projects').waitFor()
  })

  it('leads to the sign-in page when it is already stored', async () => {
    const { page } = await web.visit('#/', { token: null })
    await page.evaluate(`sessionStorage.setItem('tasks-token', 'tsk_abc def-')`)
    await page.reload()
    await heading(page, 'Sign in').waitFor()
    await eventually(() => kept(page)).toEqual(nothing)
  })

  it('does not include a token with blanks or the word Bearer before it', async () => {
    const { token } = web.service.demo
    const { page } = await web.visit('#/', { token: null })
    await signIn(page, `  bearer   ${token} `)
    await heading(page, 'Projects').waitFor()
    await eventually(() => kept(page)).toEqual(ofTabs(token))
  })
})

describe('signing out', () => {
  it('forgets the token, and sends no further requests', async () => {
    const { page, requests } = await web.visit('#/tokens')
    await inAccount(page, 'Sign out')
    await heading(page, 'Sign in').waitFor()
    await eventually(() => kept(page)).toEqual(nothing)
    const asked = requests.length
    await page.goBack()
    await heading(page, 'Sign in').waitFor()
    await page.reload()
    await heading(page, 'Sign in').waitFor()
    expect(toApi(requests.slice(asked))).toEqual([])
    expect(await web.service.client.tokens.self()).toMatchObject({ token: { name: 'Demo' } })
  })
})

describe('the page itself', () => {
  it("has a Content-Security-Policy that allows only the page's own origin", async () => {
    const { headers } = await fetch(web.service.origin)
    const policy = headers.get('Content-Security-Policy') ?? ''
    for (const directive of [
      `default-src 'none'`,
      `script-src 'self'`,
      `style-src 'self'`,
      `connect-src 'self'`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors 'none'`,
    ]) {
      expect(policy.split(/;\s*/)).toContain(directive)
    }
    expect(policy).not.toContain('unsafe')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
  })
})
