import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll } from 'vitest'
import type { Member, NewMember } from '../../client/src/index.ts'
import { startProvider, type Person, type Provider } from '../harness/sign-in/provider.ts'
import { eventually, useServiceWith, type VisitOptions } from './web.ts'

/** The heading of the page for signing in, or of another view. */
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** What the page for signing in says. */
export const reason = (page: Page, text: string | RegExp) =>
  page.getByRole('alert').filter({ hasText: text }).first().waitFor()

/** A new e-mail address, which no other test uses. */
export const newEmail = (name = 'ada') => `${name}-${randomUUID().slice(0, 8)}@example.com`

/** The secret or token that a page keeps. */
export const storedToken = (page: Page) =>
  page.evaluate<string>(`(sessionStorage.getItem('tasks-token') ?? '').split(' ')[1] ?? ''`)

/** Says at the provider's page who one is. */
export async function sayWho(page: Page, email: string): Promise<void> {
  await page.getByLabel('Somebody else').fill(email)
  await button(page, 'Continue').click()
}

/** Signs in from the page for signing in. */
export async function signInAs(page: Page, email: string): Promise<void> {
  await button(page, 'Sign in with Example ID').click()
  await sayWho(page, email)
}

/** A service at which people sign in with a real provider, for one test file. */
export function useSignIn(people: Person[] = []) {
  // the provider reads its redirect addresses when it is first asked: the service has its port by then
  const redirectUris: string[] = []
  let provider: Provider | undefined
  const web = useServiceWith(async () => {
    provider = await startProvider({ clientId: 'tasks', redirectUris, people })
    return { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'tasks', OIDC_NAME: 'Example ID' }
  })
  afterAll(() => provider?.stop())
  const running = (): Provider => {
    if (!provider) throw new Error('The provider is not running yet.')
    return provider
  }
  return {
    web,
    get provider() {
      return running()
    },
    /** Opens a view in which nobody is signed in. */
    open: async (hash = '', options: VisitOptions = {}) => {
      if (redirectUris.length === 0) {
        redirectUris.push(`${web.service.origin}/sign-in/callback`)
        // on a busy machine, the provider's first answer comes too late for the service, which then says 503
        await eventually(async () => (await fetch(`${web.service.origin}/v1/sign-in`)).status).toBe(200)
      }
      return web.visit(hash, { token: null, elsewhere: [running().issuer], ...options })
    },
    newMember: async (more: Partial<NewMember> = {}): Promise<Member> =>
      (await web.service.client.members.create({ email: newEmail(), role: 'member', ...more })).member,
  }
}
