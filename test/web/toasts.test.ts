import { expect, it } from 'vitest'
import { card, pick } from '../support/board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

/** Opens a board with three selected cards. */
async function board(label: string) {
  const scene = await web.scene(label, [], { '': ['A', 'B', 'C'] })
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  for (const label of ['A', 'B', 'C']) await card(page, label).click({ modifiers: ['Control'] })
  return page
}

it('the next message takes the place of one that only says what was done', async () => {
  const page = await board('One message')
  await pick(page, 'Set status', 'Done')
  await page.getByText('3 tasks set to “Done”.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  const first = page.getByText('3 tasks set back.', { exact: true })
  await first.waitFor()
  await page.getByRole('checkbox', { name: 'Select all in No lane', exact: true }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('3 tasks deleted.', { exact: true }).waitFor()
  expect(await first.count()).toBe(0)
})

it('a button of a message gives the focus back when it goes', async () => {
  const page = await board('Focus')
  const remove = page.getByRole('button', { name: 'Delete', exact: true })
  await remove.click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('3 tasks restored.', { exact: true }).waitFor()
  await eventually(() => remove.and(page.locator(':focus')).count()).toBe(1)
  await page.getByRole('button', { name: 'Dismiss', exact: true }).press('Enter')
  await eventually(() => remove.and(page.locator(':focus')).count()).toBe(1)
})
