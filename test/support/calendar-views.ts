import type { Page } from 'playwright-core'
import type { Calendar, Field } from '../../client/src/index.ts'
import type { View } from './view.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const times = { created_at: '2026-11-20T09:00:00.000Z', updated_at: '2026-11-20T09:00:00.000Z' }
const due: Field = { key: 'due', label: 'Due', type: 'date', ...times }
const one: Calendar = {
  ...{ id: '01a1fc64-2e7b-7c05-8f31-6d0b9a4e7c52', label: 'Due tasks', field: 'due' },
  ...{ project_ids: null, old_url_until: null, ...times },
}
const others: Calendar[] = [
  { ...one, id: crypto.randomUUID(), label: 'Fair', project_ids: [crypto.randomUUID()], field: 'gone' },
  { ...one, id: crypto.randomUUID(), label: 'Moved', old_url_until: '2099-01-01T09:00:00.000Z' },
]

/** Lets the page find other calendars and fields than there are. */
async function pretend(page: Page, calendars: Calendar[]): Promise<void> {
  await page.route('**/v1/calendars', (route) => route.fulfill({ json: { calendars } }))
  await page.route('**/v1/fields', (route) => route.fulfill({ json: { fields: [due] } }))
  await page.reload()
}

const hash = () => '#/calendars'

/** The views and dialogs of calendars. */
export const calendarViews: View[] = [
  {
    name: 'calendars',
    hash,
    show: async (page) => {
      await pretend(page, [one, ...others])
      await page.getByText('By gone, a field that was deleted').waitFor()
    },
  },
  {
    name: 'calendars-empty',
    hash,
    show: async (page) => {
      await pretend(page, [])
      await page.getByText('No calendars yet.').waitFor()
    },
  },
  {
    name: 'calendar-new',
    hash,
    show: async (page) => {
      await pretend(page, [])
      await button(page, 'New calendar').click()
      await button(page, 'Create calendar').click()
      await page.getByText('Give the calendar a name, such as Due tasks.').waitFor()
    },
  },
  {
    name: 'calendar-url',
    hash,
    show: async (page) => {
      await pretend(page, [one])
      const url = `https://tasks.example.com/v1/calendars/ck_${'x'.repeat(70)}.ics`
      await page.route('**/rotate-url', (route) => route.fulfill({ json: { calendar: { ...one, url } } }))
      await button(page, 'New URL of Due tasks').click()
      await button(page, 'Replace the URL').click()
      await page.getByRole('textbox', { name: 'URL', exact: true }).waitFor()
    },
  },
]
