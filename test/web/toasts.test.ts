import { expect, it } from 'vitest'
import { card, circle, pick } from '../support/board.ts'
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
  await eventually(() => first.count()).toBe(0)
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

it('a message has two lines at most, and all of it while the pointer is in it', async () => {
  const scene = await web.scene('Two lines', [], { '': ['Short'] })
  const { page } = await web.visit(`#/projects/${scene.projectId}`, {
    ...{ viewport: { width: 360, height: 740 }, errors: [500] },
  })
  await card(page, 'Short').waitFor()
  const message = `It did not work${', and here is why'.repeat(12)}.`
  const error = { code: 'internal_error', message, request_id: 'test' }
  await page.route('**/v1/tasks/*', (route) => route.fulfill({ status: 500, json: { error } }))
  await circle(page, 'Short').click()
  const text = page.getByRole('alert').getByText(message)
  await text.waitFor()
  const lines = () =>
    text.evaluate((element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight))
  expect(Math.round(await lines())).toBe(2)
  await text.hover()
  await eventually(lines).toBeGreaterThan(3)
})

it('a message in a dialog covers none of its buttons, on a phone either', async () => {
  const scene = await web.scene('Buttons', ['To do'], { 'To do': ['A'] })
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 360, height: 420 },
  ]) {
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { viewport })
    await pick(page, 'Actions for lane To do', 'Delete')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete lane', exact: true }).waitFor()
    await page.keyboard.press('Control+z')
    const message = dialog.getByText('Nothing to undo.', { exact: true })
    await message.waitFor()
    const covered = () =>
      dialog.evaluate((element) => {
        const toast = element.querySelector('.toast')?.getBoundingClientRect()
        if (!toast) return ['no message']
        return [...element.querySelectorAll('.dialog-actions button')]
          .filter((button) => {
            const { left, right, top, bottom } = button.getBoundingClientRect()
            return left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
          })
          .map(({ textContent }) => textContent)
      })
    await eventually(covered).toEqual([])
  }
})

it('messages stand in the middle of the lower edge, right above a field there, or at the upper edge', async () => {
  const scene = await web.scene('One place', ['To do'], { 'To do': ['A'] })
  const { id } = await scene.taskOf('A')
  const { page } = await web.visit(`#/projects/${scene.projectId}`, { viewport: { width: 360, height: 740 } })
  await card(page, 'A').waitFor()
  const placeOf = () =>
    page.locator('.toast').evaluate((toast) => {
      const { left, right, top, bottom } = toast.getBoundingClientRect()
      const header = document.querySelector('.top')?.getBoundingClientRect().bottom ?? 0
      const fields = [...document.querySelectorAll('input, textarea, select, .dialog-actions button')]
      const isRaised =
        top > innerHeight / 2 &&
        fields.some((field) => Math.round(field.getBoundingClientRect().top - bottom) === 8)
      const isLower = Math.round(innerHeight - bottom) === 12
      const isUpper = Math.round(top - header) === 12
      const edge = isLower ? 'lower' : isUpper ? 'upper' : isRaised ? 'raised' : 'none'
      return [edge, Math.round((left + right) / 2)]
    })
  await page.keyboard.press('Control+z')
  await eventually(placeOf).toEqual(['lower', 180])
  // the fields of a task fill the window
  await page.evaluate(`location.hash = '#/projects/${scene.projectId}/tasks/${id}'`)
  const dialog = page.getByRole('dialog', { name: 'Task', exact: true })
  await dialog.getByRole('combobox', { name: 'Lane', exact: true }).waitFor()
  for (let height = 740; height >= 500; height -= 30) {
    await page.setViewportSize({ width: 360, height })
    await page.keyboard.press('Control+z')
    await dialog.getByText('Nothing to undo.', { exact: true }).waitFor()
    await eventually(async () => (await placeOf())[0]).not.toBe('none')
    expect((await placeOf())[1]).toBe(180)
  }
})
