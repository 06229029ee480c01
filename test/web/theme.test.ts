import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { account } from '../support/header.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const background = (page: Page) =>
  page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
const light = 'rgb(245, 246, 248)'
const dark = 'rgb(19, 22, 27)'

it('the theme is that of the device until one is chosen, which all tabs then show from their first paint', async () => {
  const { page } = await web.visit('#/', { colorScheme: 'light' })
  expect(await background(page)).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await eventually(() => background(page)).toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })

  const other = await page.context().newPage()
  await other.goto(web.service.origin)
  await account(page).click()
  const choose = (name: string) => page.getByRole('radio', { name, exact: true }).press('Space')
  expect(await page.getByRole('radio', { name: 'System', exact: true }).isChecked()).toBe(true)
  await choose('Dark')
  for (const tab of [page, other]) await eventually(() => background(tab)).toBe(dark)
  expect(await page.evaluate('getComputedStyle(document.querySelector("h1")).color')).toBe(
    'rgb(232, 235, 240)',
  )
  expect(await page.evaluate('getComputedStyle(document.body).colorScheme')).toBe('dark')

  // the application has not run yet: the theme is there all the same
  await other.route('**/assets/index-*.js', () => undefined)
  await other.goto(web.service.origin, { waitUntil: 'commit' })
  await eventually(() => background(other)).toBe(dark)
  expect(await other.evaluate('document.querySelector("#app").childElementCount')).toBe(0)
  await other.close()

  await page.emulateMedia({ colorScheme: 'dark' })
  await choose('Light')
  await eventually(() => background(page)).toBe(light)
  await choose('System')
  await eventually(() => background(page)).toBe(dark)
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['tasks-token'])
})
