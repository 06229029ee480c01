import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cardsIn } from '../support/board.ts'
import { hear } from '../support/task-view.ts'
import { eventually, useWeb, type VisitOptions } from '../support/web.ts'

const web = useWeb()

/** Creates a task and opens its dialog by its link. */
async function openTask(name: string, options?: VisitOptions) {
  const scene = await web.scene(name)
  const { id } = await scene.createTask(name)
  const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, options)
  const dialog = page.getByRole('dialog', { name: 'Task', exact: true })
  const description = dialog.getByRole('textbox', { name: 'Description', exact: true })
  const subtask = dialog.getByRole('textbox', { name: 'Add a subtask', exact: true })
  await subtask.waitFor()
  const stored = () => web.stored(id)
  return { scene, id, page, dialog, description, subtask, stored }
}

const discardQuestion = (page: Page) =>
  page.getByRole('dialog', { name: 'Discard your changes?', exact: true })

describe('unsaved text', () => {
  it('makes the browser ask before leaving the page, until it is saved', async () => {
    const { page, description, stored } = await openTask('Reloaded')
    let questions = 0
    page.on('dialog', (question) => {
      questions += 1
      void question.dismiss()
    })
    const reload = () => page.reload({ timeout: 2_000 }).catch(() => undefined) // a refused reload never ends
    // browsers ask only after a user interaction
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
    await page.route('**/v1/tasks/*', async (route) => {
      if (route.request().method() === 'PATCH') await held
      return route.continue()
    })
    await description.click()
    await page.keyboard.type('Precious')
    await reload()
    expect(questions).toBe(1)
    expect(await description.inputValue()).toBe('Precious')
    letGo(undefined)
    await hear(page, 'Saved.')
    await page.reload()
    expect(questions).toBe(1)
    expect(await stored()).toMatchObject({ description: 'Precious' })
  })

  it('can be read and saved after the task was deleted elsewhere and restored here', async () => {
    const { page, dialog, description, id, scene, stored } = await openTask('Deleted meanwhile', {
      errors: [404, 412], // a save of before and one behind the restoring, whose version is newer
    })
    await web.service.client.tasks.delete(id)
    await description.fill('Precious')
    await dialog.getByText('“Deleted meanwhile” was deleted meanwhile.').waitFor()
    expect(await description.inputValue()).toBe('Precious')
    expect((await scene.trashed()).map((task) => task.id)).toEqual([id])
    await dialog.getByRole('button', { name: 'Restore task', exact: true }).click()
    await eventually(stored).toMatchObject({ description: 'Precious' })
    await page.keyboard.press('Escape')
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Deleted meanwhile'])
  })

  it.each(['Label', 'Description', 'Add a subtask'])(
    'stays in its field “%s” with the focus while the task is deleted elsewhere',
    async (name) => {
      const { page, dialog, id, stored } = await openTask('Written in', { errors: [404, 412] })
      const field = dialog.getByRole('textbox', { name, exact: true })
      await field.fill('Half')
      if (name !== 'Add a subtask') await hear(page, 'Saved.')
      const address = page.url()
      await web.service.client.tasks.delete(id)
      await dialog.getByText('was deleted meanwhile.').waitFor()
      await page.keyboard.type(' a word')
      expect(await field.inputValue()).toBe('Half a word')
      await page.keyboard.press('Enter')
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(page.url()).toBe(address)
      if (name === 'Label') {
        await page.keyboard.press('Escape')
        await discardQuestion(page).getByRole('button', { name: 'Cancel', exact: true }).click()
      }
      await eventually(() => field.inputValue()).toContain('Half a word')
      await dialog.getByRole('button', { name: 'Restore task', exact: true }).click()
      const saved = name === 'Label' ? { label: 'Half a word' } : { description: 'Half a word\n' }
      if (name === 'Add a subtask') expect(await field.inputValue()).toBe('Half a word')
      else await eventually(stored).toMatchObject(saved)
    },
  )

  it('leads to a question even if it is only the name of a new subtask', async () => {
    const { page, dialog, subtask, stored } = await openTask('Half a subtask')
    await subtask.fill('Half a')
    await page.keyboard.press('Escape')
    await discardQuestion(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    expect(await subtask.inputValue()).toBe('Half a')
    await page.keyboard.press('Escape')
    await discardQuestion(page).getByRole('button', { name: 'Discard', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await stored()).subtasks).toEqual([])
  })
})

describe('a subtask create whose answer is lost', () => {
  it('adds the subtask once', async () => {
    const { page, dialog, subtask, stored } = await openTask('Lost answer', { losesService: true })
    await page.route('**/subtasks', async (route) => {
      await route.fetch() // the service has created it
      await route.abort('connectionreset')
    })
    await subtask.fill('Once')
    await subtask.press('Enter')
    await dialog.getByRole('checkbox', { name: 'Once', exact: true }).waitFor()
    await hear(page, 'Added “Once”.')
    expect(await subtask.inputValue()).toBe('')
    expect((await stored()).subtasks).toMatchObject([{ label: 'Once' }])
  })
})

describe('the focus', () => {
  it('goes to the view when the element that opened a dialog is gone', async () => {
    const scene = await web.scene('Focus', [], { '': ['Goes away'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await page.getByRole('link', { name: 'Goes away', exact: true }).click()
    await page.getByRole('button', { name: 'Delete task', exact: true }).click()
    await eventually(() => cardsIn(page, 'No lane')).toEqual([])
    await eventually(() => page.evaluate('document.activeElement.localName')).toBe('main')
    await eventually(() => scene.labels()).toEqual([])
  })
})
