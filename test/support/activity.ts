import type { Page } from 'playwright-core'

/** Opens the activity in the dialog of a task. */
export const openActivity = (page: Page): Promise<void> =>
  page.locator('summary', { hasText: /^Activity$/ }).click()

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
