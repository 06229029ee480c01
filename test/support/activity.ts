import type { Page } from 'playwright-core'

/** Opens the activity in the dialog of a task, unless it is open as it was in the last one. */
export async function openActivity(page: Page): Promise<void> {
  const activity = page.locator('details.activity')
  if ((await activity.getAttribute('open')) === null) await activity.locator('summary').first().click()
}

/** The entries of a task's activity without their times: what each says, and the values that it has replaced. */
export const entriesIn = (page: Page): Promise<string[]> =>
  page
    .getByRole('list', { name: 'Activity', exact: true })
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) =>
        Array.from(item.querySelectorAll('p:not(.activity-text)'), (line) => {
          const copy = line.cloneNode(true) as Element // a copy of it
          for (const time of copy.querySelectorAll('time')) time.remove()
          return copy.textContent.trim()
        }).join(' | '),
      ),
    )
