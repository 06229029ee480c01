import type { Locator, Page } from 'playwright-core'

/** The section of an operation, an object or an error on the documentation page. */
export const sectionOf = (page: Page, id: string) => page.locator(`section[id="${id}"]`)

/** Opens the form of an operation, with the keyboard alone. */
export async function openForm(page: Page, id: string): Promise<Locator> {
  const section = sectionOf(page, id)
  await section.getByRole('button', { name: 'Try it' }).press('Enter')
  return section.getByRole('form')
}

/** What the service has answered to a form. */
export const answer = (form: Locator) => form.locator('figure pre')
