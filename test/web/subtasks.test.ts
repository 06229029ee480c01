import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { carry, frames, pick, pointOf } from '../support/board.ts'
import { taskDialog } from '../support/task-view.ts'
import { checkboxesIn, eventually, useWeb } from '../support/web.ts'

const web = useWeb()

async function openWith(...labels: string[]) {
  const scene = await web.scene('Subtasks')
  const { id } = await scene.createTask('Pack', { subtasks: labels.map((label) => ({ label })) })
  const held = async () => {
    const { subtasks } = await web.stored(id)
    return subtasks.map(({ label, is_completed }) => (is_completed ? '+' : '') + label)
  }
  return { hash: `#/projects/${scene.projectId}/tasks/${id}`, held }
}

const handleOf = (page: Page, label: string): Locator =>
  taskDialog(page).getByRole('button', { name: `Move ${label}`, exact: true })
const shown = (page: Page) => checkboxesIn(taskDialog(page).getByRole('list', { name: 'Subtasks' }))

describe('a subtask', () => {
  it('is dragged with the mouse, and Escape puts it back', async () => {
    const { hash, held } = await openWith('One', 'Two', 'Three', 'Four')
    const { page } = await web.visit(hash)
    await handleOf(page, 'One').hover() // waits until nothing in the dialog moves any more
    await carry(page, handleOf(page, 'One'), () => pointOf(handleOf(page, 'Three'), 0.9))
    await page.mouse.up()
    await eventually(held).toEqual(['Two', 'Three', 'One', 'Four'])
    await eventually(() => shown(page)).toEqual(['Two', 'Three', 'One', 'Four'])
    await carry(page, handleOf(page, 'Four'), () => pointOf(handleOf(page, 'Two'), 0.1))
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await taskDialog(page).isVisible()).toBe(true)
    expect(await shown(page)).toEqual(['Two', 'Three', 'One', 'Four'])
    await carry(page, handleOf(page, 'Four'), () => pointOf(handleOf(page, 'Two'), 0.1))
    await page.mouse.up()
    await eventually(held).toEqual(['Four', 'Two', 'Three', 'One'])
  })

  it('is dragged with a finger', async () => {
    const { hash, held } = await openWith('One', 'Two', 'Three')
    const { page, protocol } = await web.visit(hash, {
      hasTouch: true,
      viewport: { width: 360, height: 640 },
    })
    const session = await protocol()
    const touch = async (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      points: { x: number; y: number }[],
    ) => {
      await session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
      await frames(page)
    }
    const from = await pointOf(handleOf(page, 'Three'))
    const to = await pointOf(handleOf(page, 'One'), 0.1)
    await touch('touchStart', [from])
    for (const share of [0.2, 0.5, 1])
      await touch('touchMove', [{ x: from.x, y: from.y + (to.y - from.y) * share }])
    await touch('touchEnd', [])
    await eventually(held).toEqual(['Three', 'One', 'Two'])
  })

  it('is moved, edited and added with the keyboard', async () => {
    const { hash, held } = await openWith('One', 'Two', 'Three')
    const { page } = await web.visit(hash)
    await handleOf(page, 'One').press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Space')
    await eventually(held).toEqual(['Two', 'Three', 'One'])
    await eventually(() => page.locator(':focus').getAttribute('aria-label')).toBe('Move One')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Escape')
    expect(await taskDialog(page).isVisible()).toBe(true)
    await taskDialog(page).getByRole('button', { name: 'Rename Two', exact: true }).press('Enter')
    await page.locator('.rename-field input:focus').waitFor()
    await page.keyboard.type('Second')
    await page.keyboard.press('Enter')
    await eventually(() => page.locator(':focus').getAttribute('aria-label')).toBe('Rename Second')
    const add = taskDialog(page).getByRole('textbox', { name: 'Add a subtask', exact: true })
    await add.focus()
    for (const label of ['Four', 'Five']) {
      await page.keyboard.type(label)
      await page.keyboard.press('Enter')
    }
    await eventually(held).toEqual(['Second', 'Three', 'One', 'Four', 'Five'])
  })

  it('keeps a name that is typed and left by Escape, as the dialog says', async () => {
    const { hash, held } = await openWith('One')
    const { page } = await web.visit(hash)
    await taskDialog(page).getByRole('button', { name: 'Rename One', exact: true }).click()
    await page.locator('.rename-field input:focus').fill('First')
    await page.keyboard.press('Escape')
    await eventually(held).toEqual(['First'])
    expect(await taskDialog(page).isVisible()).toBe(true)
  })

  it('comes back to its place after it was deleted', async () => {
    const { hash, held } = await openWith('One', 'Two', 'Three')
    const { page } = await web.visit(hash)
    await taskDialog(page).getByRole('checkbox', { name: 'Two', exact: true }).check()
    await eventually(held).toEqual(['One', '+Two', 'Three'])
    await pick(page, 'Actions for subtask Two', 'Delete')
    await eventually(held).toEqual(['One', 'Three'])
    await taskDialog(page).getByRole('button', { name: 'Undo', exact: true }).click()
    await eventually(held).toEqual(['One', '+Two', 'Three'])
    await eventually(() => shown(page)).toEqual(['One', '+Two', 'Three'])
    await pick(page, 'Actions for subtask Three', 'Delete')
    await eventually(held).toEqual(['One', '+Two'])
    // the page offers to undo once it has been told of the deletion
    await page.getByText('Deleted “Three”.', { exact: true }).first().waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await eventually(held).toEqual(['One', '+Two', 'Three'])
  })

  it('is made of each pasted line, when that is wanted', async () => {
    const { hash, held } = await openWith()
    const { page } = await web.visit(hash, { permissions: ['clipboard-read', 'clipboard-write'] })
    const add = taskDialog(page).getByRole('textbox', { name: 'Add a subtask', exact: true })
    await add.waitFor()
    await page.evaluate("navigator.clipboard.writeText('- Socks\\n- [x] Shoes\\n\\n3. Hat')")
    await add.focus()
    await page.keyboard.press('ControlOrMeta+v')
    expect(await add.inputValue()).toBe('Socks Shoes Hat')
    expect(await held()).toEqual([])
    await taskDialog(page).getByRole('button', { name: 'Add 3 subtasks', exact: true }).click()
    await eventually(held).toEqual(['Socks', '+Shoes', 'Hat'])
    await eventually(() => add.inputValue()).toBe('')
    await add.focus()
    await page.keyboard.press('ControlOrMeta+v')
    await page.keyboard.press('Enter') // or one of all
    await eventually(held).toEqual(['Socks', '+Shoes', 'Hat', 'Socks Shoes Hat'])
  })
})
