import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Request } from 'playwright-core'
import { card } from '../support/board.ts'
import { sharedBrowser } from '../support/browser.ts'
import { account } from '../support/header.ts'
import { newProfile } from '../support/profile.ts'
import {
  button,
  heading,
  newEmail,
  reason,
  sayWho,
  signInAs,
  useSignIn,
  storedToken,
} from '../support/sign-in-views.ts'
import { labelField } from '../support/task-view.ts'
import { eventually, toApi } from '../support/web.ts'

const unverified = { email: 'unverified@example.com', email_verified: false }
const place = useSignIn([unverified])
const { web } = place

afterEach(() => {
  for (const fault of ['tamper', 'forge', 'intercept'] as const) Reflect.deleteProperty(place.provider, fault)
})

/** Makes somebody a member of another account, too. Returns its id. */
async function alsoMember(email: string, name: string): Promise<string> {
  const made = await web.service.operate('account', 'create', '--name', name, '--json')
  const { account: other } = JSON.parse(made) as { account: { id: string } } // the command prints it
  await web.service.operate('member', 'add', '--account', other.id, '--email', email, '--role', 'viewer')
  return other.id
}

describe('signing in with the identity provider', () => {
  it('shows the page that was asked for, and leaves no code in the address or the history', async () => {
    const { email } = await place.newMember()
    const scene = await web.scene('Asked for', [], { '': ['A card'] })
    const { page } = await place.open(`#/projects/${scene.projectId}`)
    await signInAs(page, email)
    await card(page, 'A card').waitFor()
    expect(page.url()).toBe(`${web.service.origin}/#/projects/${scene.projectId}`)
    expect(await storedToken(page)).toMatch(/^tss_/)
    const addresses = await page.evaluate<string>(
      `JSON.stringify([navigation.entries().map(({ url }) => url), { ...sessionStorage }])`,
    )
    expect(addresses).not.toContain('code=')
    expect(addresses).not.toContain('verifier')
    await page.reload()
    await card(page, 'A card').waitFor()
  })

  it('sends a code challenge, a state and a nonce, and no secret', async () => {
    const { email } = await place.newMember()
    const { page } = await place.open()
    const asked = page.waitForRequest((request) => request.url().includes('/auth?'))
    await button(page, 'Sign in with Example ID').click()
    const { searchParams } = new URL((await asked).url())
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'tasks',
      scope: 'openid email',
      redirect_uri: `${web.service.origin}/sign-in/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      code_challenge_method: 'S256',
    })
    await sayWho(page, email)
    await account(page).waitFor()
  })

  it('is a way beside a token', async () => {
    const { page } = await place.open()
    await page.getByLabel('Token', { exact: true }).fill(web.service.demo.token)
    await button(page, 'Sign in').click()
    await account(page).waitFor()
  })

  it('works in two tabs at once', async () => {
    const [ada, grace] = [await place.newMember(), await place.newMember()]
    const { page } = await place.open('#/tokens')
    const tab = await page.context().newPage()
    await tab.goto(`${web.service.origin}/#/due`)
    for (const each of [page, tab]) await button(each, 'Sign in with Example ID').click()
    await tab.getByLabel('Somebody else').waitFor()
    await sayWho(page, ada.email)
    await heading(page, 'Tokens').waitFor()
    await sayWho(tab, grace.email)
    await heading(tab, 'Due').waitFor()
    // the session is that of the whole browser: that of the last sign-in
    await eventually(async () => (await storedToken(page)) === (await storedToken(tab))).toBe(true)
    await heading(page, 'Tokens').waitFor()
  })

  it('lets the person choose among several accounts, once', async () => {
    const { email } = await place.newMember()
    const other = await alsoMember(email, 'Other')
    const { page } = await place.open('#/tokens')
    await signInAs(page, email)
    await heading(page, 'Choose an account').waitFor()
    await button(page, 'Other').click()
    await heading(page, 'Tokens').waitFor()
    const self = await web.service.clientOf(await storedToken(page)).tokens.self()
    expect(self.account.id).toBe(other)
  })
})

describe('a sign-in that is refused', () => {
  it.each<[string, string | RegExp, () => Promise<string>]>([
    ['of an unknown address', 'You are not a member here', () => Promise.resolve(newEmail('stranger'))],
    [
      'of an unverified address',
      'your e-mail address is not verified',
      async () => (await place.newMember({ email: unverified.email })).email,
    ],
    [
      'with an ID token for another client',
      'The sign-in failed: start it again.',
      async () => {
        place.provider.tamper = (claims) => ({ ...claims, aud: 'another' })
        return (await place.newMember()).email
      },
    ],
    [
      'with another nonce',
      'The sign-in failed: start it again.',
      async () => {
        place.provider.tamper = (claims) => ({ ...claims, nonce: 'another' })
        return (await place.newMember()).email
      },
    ],
    [
      'with an ID token that has expired',
      'The sign-in failed: start it again.',
      async () => {
        place.provider.tamper = (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 301 })
        return (await place.newMember()).email
      },
    ],
    [
      'with a signature of another key',
      'The sign-in failed: start it again.',
      async () => {
        place.provider.forge = 'another key'
        return (await place.newMember()).email
      },
    ],
    [
      'with an ID token that nobody has signed',
      'The sign-in failed: start it again.',
      async () => {
        place.provider.forge = 'no key'
        return (await place.newMember()).email
      },
    ],
  ])('%s says why, and begins again', async (_, text, prepare) => {
    const email = await prepare()
    const { page } = await place.open('#/tokens', { errors: [401, 403] })
    await signInAs(page, email)
    await reason(page, text)
    expect(page.url()).toBe(`${web.service.origin}/#/tokens`)
    afterwards()
    const { email: known } = await place.newMember()
    await page.context().clearCookies()
    await signInAs(page, known)
    await heading(page, 'Tokens').waitFor()
  })

  const afterwards = () => {
    for (const fault of ['tamper', 'forge'] as const) Reflect.deleteProperty(place.provider, fault)
  }

  it('by the person, who cancels, says so', async () => {
    const { page } = await place.open()
    await button(page, 'Sign in with Example ID').click()
    await button(page, 'Cancel').click()
    await reason(page, 'you cancelled')
    await button(page, 'Sign in with Example ID').waitFor()
  })

  it('with a state that this tab does not know asks the service nothing', async () => {
    const { page, requests } = await place.open()
    await page.goto(`${web.service.origin}/sign-in/callback?code=x&state=another`)
    await reason(page, 'This tab did not begin this sign-in')
    expect(page.url()).toBe(`${web.service.origin}/#/`)
    expect(toApi(requests)).toEqual([])
    await button(page, 'Sign in with Example ID').waitFor()
  })

  it('with a code that was used says so, and keeps who is signed in', async () => {
    const { email } = await place.newMember()
    const { page } = await place.open('#/tokens', { errors: [401] })
    const back = page.waitForRequest((request) => request.url().includes('/sign-in/callback?'))
    await signInAs(page, email)
    await heading(page, 'Tokens').waitFor()
    const code = new URL((await back).url()).searchParams.get('code') ?? ''
    const tab = await page.context().newPage()
    await tab.goto(`${web.service.origin}/#/`)
    await account(tab).waitFor()
    await tab.evaluate(
      `sessionStorage.setItem('tasks-sign-in known', 'nonce=n&verifier=${'v'.repeat(43)}&hash=%23%2Ftokens')`,
    )
    await tab.goto(`${web.service.origin}/sign-in/callback?code=${code}&state=known`)
    await reason(tab, 'The sign-in failed: start it again.')
    await heading(tab, 'Tokens').waitFor()
  })

  it('because the provider is down is a page that says so', async () => {
    const { email } = await place.newMember()
    const { page } = await place.open('#/tokens', { errors: [503] })
    place.provider.intercept = (request, response) =>
      request.url === '/token' && !!response.writeHead(500).end()
    await signInAs(page, email)
    await reason(page, 'The identity provider does not answer.')
    await button(page, 'Sign in with Example ID').waitFor()
    expect(page.url()).toBe(`${web.service.origin}/#/tokens`)
  })

  it('is not begun while the provider does not answer, and the page says so', async () => {
    const error = {
      code: 'service_unavailable',
      message: 'The identity provider does not answer.',
      docs: '/v1/docs',
    }
    const { page } = await place.open('', { errors: [503] })
    await page.route('**/v1/sign-in', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: JSON.stringify({ error }) }),
    )
    await page.reload()
    await page.getByText('The identity provider does not answer.', { exact: true }).waitFor()
    await page.getByLabel('Token', { exact: true }).waitFor()
    expect(await button(page, 'Sign in with Example ID').count()).toBe(0)
    await page.unroute('**/v1/sign-in')
    await button(page, 'Try again').click()
    await button(page, 'Sign in with Example ID').waitFor()
  })

  it('with a choice that came too late says so', async () => {
    const { email } = await place.newMember()
    const other = await alsoMember(email, 'Late')
    const { page } = await place.open('', { errors: [401] })
    const answered = page.waitForResponse((response) => response.url().endsWith('/v1/sessions'))
    await signInAs(page, email)
    const { ticket } = (await (await answered).json()) as { ticket: string } // there are two accounts
    await heading(page, 'Choose an account').waitFor()
    await fetch(`${web.service.origin}/v1/sessions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ticket, accountId: other }),
    })
    await button(page, 'Late').click()
    await reason(page, 'The sign-in failed: start it again.')
  })
})

describe('an open task', () => {
  /** A task that nobody's session has made, open in the page of a member. */
  async function open() {
    const ada = await place.newMember()
    const scene = await web.scene('Whose', [], { '': ['Ours'] })
    const { id } = await scene.taskOf('Ours')
    const { page } = await place.open(`#/projects/${scene.projectId}/tasks/${id}`)
    await signInAs(page, ada.email)
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByText(/Changed/).waitFor()
    return { ada, scene, id, page, details }
  }

  it('says who has changed it when the change comes before its own answer', async () => {
    const { ada, id, page, details } = await open()
    const isRead = (request: Request) => request.method() === 'GET' && request.url().includes(`/tasks/${id}?`)
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await page.route(`**/tasks/${id}**`, async (route) => {
      if (route.request().method() === 'GET') {
        await answered
        return route.fallback().catch(() => undefined) // the page may have given it up
      }
      const read = page.waitForRequest(isRead)
      const response = await route.fetch()
      await read // the feed has told the page of the change
      return route.fulfill({ response })
    })
    await labelField(page).fill('Mine')
    await details.getByText(`by ${ada.email}`).waitFor()
  })

  it('says which member has changed it last', async () => {
    const { ada, scene, id, page, details } = await open()
    const grace = await place.newMember()
    // nobody's session has made it
    expect(await details.textContent()).not.toContain(' by ')
    await labelField(page).fill('Mine')
    await details.getByText(`by ${ada.email}`).waitFor()
    expect((await web.stored(id)).label).toBe('Mine')

    const { context } = await newProfile(await sharedBrowser())
    onTestFinished(() => context.close())
    const other = await context.newPage()
    await other.goto(`${web.service.origin}/#/projects/${scene.projectId}`)
    await signInAs(other, grace.email)
    await card(other, 'Mine').waitFor()
    const secret = await storedToken(other)
    await web.service.clientOf(secret).tasks.update(id, { label: 'Hers' })
    await details.getByText(`by ${grace.email}`).waitFor()
    await web.service.client.tasks.update(id, { label: 'A program’s' })
    await eventually(() => details.textContent()).not.toContain(grace.email)
    expect(await details.textContent()).not.toContain(' by ')
  })
})
