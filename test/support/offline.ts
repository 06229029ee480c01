import type { Page } from 'playwright-core'
import { card, lane as column } from './board.ts'
import { atRest } from './page-requests.ts'
import type { useWeb, VisitOptions } from './web.ts'

/** A board that loses its connection. */

/** The field for a new task of a lane. */
export const box = (page: Page, lane: string) =>
  page.getByRole('textbox', { name: `Add a task to ${lane}`, exact: true })
/** An alert with a text. */
export const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
/** Waits until the page says what waits. */
export const waiting = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor()

/** A board with three tasks, in a profile that may lose the service. */
export async function offlineBoard(web: ReturnType<typeof useWeb>, name: string, options: VisitOptions = {}) {
  const scene = await web.scene(name, ['To do', 'Doing'], { 'To do': ['A', 'B', 'C'] })
  const visit = await web.visit(`#/projects/${scene.projectId}`, { losesService: true, ...options })
  await card(visit.page, 'C').waitFor()
  visit.page.on('dialog', (question) => void question.accept()) // "Leave this page?"
  return { ...visit, scene }
}

/**
 * Takes the connection away, and waits until the page says so. A request may begin just before and still be answered: then
 * the page takes the connection to be back, until its next one fails.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await atRest(page)
  await alert(page, 'No connection').waitFor()
}

/** Gives the connection back, and waits until the page has noticed. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await alert(page, 'No connection').waitFor({ state: 'hidden' })
}

/** Adds a task to a lane, and waits until it is shown. */
export async function add(page: Page, lane: string, label: string): Promise<void> {
  await box(page, lane).fill(label)
  await box(page, lane).press('Enter')
  await column(page, lane).getByText(label, { exact: true }).waitFor()
}

/** Loads the page while the service does not answer. */
export async function reloadAlone(page: Page): Promise<void> {
  await page.route('**/v1/**', (route) => route.abort())
  await page.context().setOffline(false)
  await page.reload()
  await page.getByRole('heading', { name: 'Signing in failed' }).waitFor()
}

/** Presses "Try again", unless the page has just done so by itself: then the button is gone. */
export const tryAgain = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Try again', exact: true }).evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
  })

/** The same, and lets it answer again: only the new page, because an answer to a late try of the old one ends its write. */
export async function reload(page: Page): Promise<void> {
  await reloadAlone(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await tryAgain(page)
}
