import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '../../web/src/ui/day.ts'
import { account } from '../support/header.ts'
import { taskDialog } from '../support/task-view.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const inDays = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000))

beforeAll(async () => {
  const { fields } = web.service.client
  await fields.create({ key: 'deadline', label: 'Deadline', type: 'date' })
  const { projectId } = await web.scene('Due')
  const create = (label: string, values: Record<string, string>) =>
    web.service.client.tasks.create({ projectId, label, fields: values })
  await create('Print', { deadline: inDays(20) })
  // as an import makes it
  await fields.create({ key: 'due', label: 'Due', type: 'datetime' })
  await create('Meet', { due: `${inDays(20)}T10:00:00.000Z` })
  await create('Both', { deadline: inDays(30), due: `${inDays(10)}T10:00:00.000Z` })
})

const rows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) =>
        [item.querySelector('a'), item.querySelector('.due-date > .muted')]
          .map((part) => part?.textContent)
          .join(' by '),
      ),
    )

const all = ['Both by Due', 'Print by Deadline', 'Meet by Due', 'Both by Deadline']

describe('Due', () => {
  it('shows every date with the name of its field, and keeps a choice on the device', async () => {
    const { page } = await web.visit('#/due')
    const choice = page.getByRole('combobox', { name: 'By the field', exact: true })
    await eventually(() => rows(page)).toEqual(all)
    await choice.selectOption('Deadline')
    await eventually(() => rows(page)).toEqual(['Print by Deadline', 'Both by Deadline'])
    await page.reload()
    await eventually(() => rows(page)).toEqual(['Print by Deadline', 'Both by Deadline'])
    expect(await choice.locator('option:checked').textContent()).toBe('Deadline')
    await choice.selectOption('All dates')
    await eventually(() => rows(page)).toEqual(all)
  })

  it('is where a task closes to that was opened there', async () => {
    const { page } = await web.visit('#/due')
    await page.getByRole('link', { name: 'Meet', exact: true }).click()
    await taskDialog(page).getByRole('textbox', { name: 'Label', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Due', exact: true }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/due')
    await eventually(() =>
      page.getByRole('link', { name: 'Meet', exact: true }).and(page.locator(':focus')).count(),
    ).toBe(1)
    // and from another view
    await account(page).click()
    await page.getByRole('link', { name: 'Fields', exact: true }).click()
    await page.getByRole('heading', { name: 'Fields', exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('Print')
    await page.getByRole('option', { name: /Print/ }).first().click()
    await taskDialog(page).getByRole('textbox', { name: 'Label', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('heading', { name: 'Fields', exact: true }).waitFor()
  })
})
