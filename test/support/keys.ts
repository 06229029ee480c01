import type { Page } from 'playwright-core'
import { eventually } from './web.ts'

/** Returns the last announcement to assistive technology. */
export const announced = async (page: Page): Promise<string> =>
  (await page.locator('[aria-live]:not([role=alert])').allTextContents()).join(' ').trim()

/** Presses a key and waits for its announcement. */
export async function press(page: Page, key: string): Promise<string> {
  const before = await announced(page)
  await page.keyboard.press(key)
  await eventually(() => announced(page)).not.toBe(before)
  return announced(page)
}
