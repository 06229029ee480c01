import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'

/** What a test sees of a browser's profile. */
export interface Profile {
  context: BrowserContext
  /** Closes its pages, and removes what they have stored. */
  leave: () => Promise<void>
}

const usual = { locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' } as const

/** Opens a profile that nobody has used. */
export async function newProfile(browser: Browser, options: BrowserContextOptions = {}): Promise<Profile> {
  const context = await browser.newContext({ ...usual, ...options })
  return { context, leave: () => context.close() }
}

const kept = new WeakMap<Browser, Promise<BrowserContext>>()
const taken = new WeakSet<Browser>()

/**
 * Opens a context with an empty page, which stays. So the process of its pages stays, too, and with it the files that it has
 * fetched and the code that it has compiled: a page takes half of what it takes in a new profile.
 */
async function keep(browser: Browser): Promise<BrowserContext> {
  const { context } = await newProfile(browser)
  await context.newPage()
  return context
}

/** Closes the pages of a kept context but the first, and removes all that those of an origin have stored. */
async function empty(context: BrowserContext, origin: string): Promise<void> {
  const [first, ...others] = context.pages()
  if (!first) throw new Error('The page that stays was closed.')
  for (const page of others) await page.close()
  await context.setOffline(false)
  await context.clearCookies()
  const session = await context.newCDPSession(first)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
}

/**
 * Lends the one profile of a browser that all tests use, one after the other; undefined while a test has it. It is as empty as
 * a new one, apart from the cache of files that never change.
 */
export function lendProfile(browser: Browser, origin: string): Promise<Profile> | undefined {
  if (taken.has(browser)) return undefined
  taken.add(browser)
  const opening = kept.get(browser) ?? keep(browser)
  kept.set(browser, opening)
  const forget = () => {
    kept.delete(browser)
    taken.delete(browser)
  }
  const leave = async (context: BrowserContext) => {
    try {
      await empty(context, origin)
      taken.delete(browser)
    } catch (error) {
      forget()
      await context.close()
      throw error
    }
  }
  return opening.then(
    (context) => ({ context, leave: () => leave(context) }),
    (error: unknown) => {
      forget()
      throw error
    },
  )
}
