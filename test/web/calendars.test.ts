import ICAL from 'ical.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { button, textbox } from '../support/form-page.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const summariesAt = async (url: string): Promise<string[]> => {
  const calendar = new ICAL.Component(ICAL.parse(await (await fetch(url)).text()) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one).summary)
}

describe('the calendars of an account', () => {
  it('are made, copied, changed, given a new URL and deleted on their page', async () => {
    const scene = await web.scene('Dated')
    const { client } = web.service
    const { page } = await web.visit('#/calendars', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByText('No calendars yet.').waitFor()
    await page.getByRole('link', { name: 'Go to fields' }).waitFor()
    await client.fields.create({ key: 'ends', label: 'Ends', type: 'date' })
    onTestFinished(() => client.fields.delete('ends').then(() => undefined))
    const task = await scene.createTask('Sell the boat')
    await client.tasks.update(task.id, { fields: { ends: '2026-12-24' } })

    await page.reload()
    await button(page, 'New calendar').click()
    await button(page, 'Create calendar').click()
    await page.getByText('Give the calendar a name, such as Due tasks.').waitFor()
    await textbox(page, 'Name').fill('Boats')
    await button(page, 'Create calendar').click()
    const url = await textbox(page, 'URL').inputValue()
    await button(page, 'Copy').click()
    await eventually(() => page.evaluate('navigator.clipboard.readText()')).toBe(url)
    expect(await summariesAt(url)).toEqual(['Sell the boat'])
    const row = page.getByRole('list', { name: 'Calendars' }).getByRole('listitem')
    await row.getByText('By Ends · All projects').waitFor()
    await button(page, 'I have copied it').click()
    await textbox(page, 'URL').waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(url)

    await button(page, 'Change Boats').click()
    await textbox(page, 'Name').fill('Ships')
    await button(page, 'Save').click()
    await row.getByText('Ships', { exact: true }).waitFor()
    expect((await client.calendars.list()).calendars).toMatchObject([{ label: 'Ships', field: 'ends' }])

    await button(page, 'New URL of Ships').click()
    await page.getByRole('combobox').selectOption('0')
    await button(page, 'Replace the URL').click()
    const next = await textbox(page, 'URL').inputValue()
    expect((await fetch(url)).status).toBe(404)
    expect(await summariesAt(next)).toEqual(['Sell the boat'])
    await button(page, 'I have copied it').click()

    await button(page, 'Delete Ships').click()
    await button(page, 'Delete calendar').click()
    await page.getByText('No calendars yet.').waitFor()
    expect((await client.calendars.list()).calendars).toEqual([])
  })
})
