import type { Page } from 'playwright-core'
import { eventually } from './web.ts'

/** What assistive technology has been told last. */
export const announced = async (page: Page): Promise<string> =>
  (await page.locator('[aria-live]:not([role=alert])').allTextContents()).join(' ').trim()

/** Presses a key and waits until what it did has been announced. */
export async function press(page: Page, key: string): Promise<string> {
  const before = await announced(page)
  await page.keyboard.press(key)
  await eventually(() => announced(page)).not.toBe(before)
  return announced(page)
}
