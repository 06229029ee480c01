import type { Locator, Page } from 'playwright-core'

/** The button of the account menu. */
export const account = (page: Page): Locator => page.getByRole('button', { name: 'Account', exact: true })

/** Opens the account menu and clicks what has this name: a view's link, or "Sign out". */
export async function inAccount(page: Page, name: string): Promise<void> {
  await account(page).click()
  const panel = page.getByRole('dialog', { name: 'Account', exact: true })
  const named = { name, exact: true }
  await panel.getByRole('link', named).or(panel.getByRole('button', named)).click()
}

/** Opens the list of projects to switch to. */
export async function openSwitcher(page: Page, project: string): Promise<Locator> {
  await page.getByRole('button', { name: `${project}: switch project`, exact: true }).click()
  return page.getByRole('dialog', { name: `${project}: switch project`, exact: true })
}

/** Signs in with a token. `onDevice`: for all tabs, and beyond them. */
export async function signIn(page: Page, token: string, onDevice = false): Promise<void> {
  await page.getByLabel('Token', { exact: true }).fill(token)
  if (onDevice) await page.getByRole('checkbox', { name: 'Keep me signed in on this device' }).check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
