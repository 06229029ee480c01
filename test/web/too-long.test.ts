import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cardsIn, pick } from '../support/board.ts'
import { inAccount } from '../support/header.ts'
import { all, eventually, useWeb } from '../support/web.ts'

const web = useWeb()
const tooLong = `${'🎈'.repeat(2)}${'long '.repeat(102)}` // 511 characters once trimmed
const told = 'At most 500 characters: 11 too many.'

/** Replaces a field's text by pasting, the moment at which a field with a limit would cut it off. */
async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

/** Tries to send a text that is too long, then shortens it to the maximum and sends it. Returns the sent text. */
async function expectKept(page: Page, field: Locator): Promise<string> {
  await paste(page, field, tooLong)
  expect(await field.inputValue()).toBe(tooLong)
  await eventually(() => page.getByText(told, { exact: true }).isVisible()).toBe(true)
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await field.press('Enter')
  await page.waitForTimeout(300) // long enough for a request to be sent
  expect(await field.inputValue()).toBe(tooLong)
  const right = Array.from(tooLong).slice(0, 500).join('').trim()
  await paste(page, field, right)
  await eventually(() => page.getByText(told, { exact: true }).count()).toBe(0)
  await field.press('Enter')
  return right
}

describe('a text that is too long is not cut, and not sent', () => {
  it('as a new task', async () => {
    const scene = await web.scene('Long tasks', ['Doing'])
    const { page, requests } = await web.visit(`#/projects/${scene.projectId}`)
    const field = page.getByRole('textbox', { name: 'Add a task to Doing', exact: true })
    const label = await expectKept(page, field)
    await eventually(() => scene.labels()).toEqual([label])
    await eventually(() => cardsIn(page, 'Doing')).toEqual([label])
    expect(requests.filter((request) => request === 'POST /v1/tasks')).toHaveLength(1)
  })

  it('as the name of a lane, new or changed', async () => {
    const scene = await web.scene('Long lanes', ['Doing'])
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const lanes = async () =>
      (await web.service.client.projects.get(scene.projectId)).project.workflow_lanes.map(
        ({ label }) => label,
      )
    await page.getByRole('button', { name: 'Add lane', exact: true }).click()
    const added = await expectKept(page, page.getByRole('textbox', { name: 'Name of the new lane' }))
    await eventually(lanes).toEqual(['Doing', added])

    await pick(page, 'Actions for lane Doing', 'Rename')
    const field = page.getByRole('textbox', { name: 'Name of lane Doing', exact: true })
    await paste(page, field, tooLong)
    await page.getByRole('textbox', { name: 'Add a task to Doing', exact: true }).focus()
    expect(await field.inputValue()).toBe(tooLong) // leaving the field neither saves nor loses a name that is too long
    const renamed = await expectKept(page, field)
    await eventually(lanes).toEqual([renamed, added])
  })

  it('as the label of a task or of a subtask, or as a description', async () => {
    const scene = await web.scene('Long words')
    const { id } = await scene.createTask('Short')
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
    const dialog = page.getByRole('dialog', { name: 'Task', exact: true })
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
    const stored = () => web.stored(id)
    await field('Label').waitFor()
    const label = await expectKept(page, field('Label'))
    await eventually(stored).toMatchObject({ label })
    await paste(page, field('Description'), 'x'.repeat(10_002))
    await dialog.getByText('At most 10,000 characters: 2 too many.', { exact: true }).waitFor()
    await field('Description').press('ControlOrMeta+Enter')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard your changes?', exact: true })
    await question.getByRole('button', { name: 'Cancel', exact: true }).click()
    await question.waitFor({ state: 'detached' })
    expect((await stored()).description).toBeNull()
    await field('Description').click()
    await paste(page, field('Description'), 'x'.repeat(10_000))
    await field('Description').press('ControlOrMeta+Enter')
    await eventually(async () => (await stored()).description).toBe('x'.repeat(10_000))
    const subtask = await expectKept(page, field('Add a subtask'))
    await eventually(async () => (await stored()).subtasks.map((one) => one.label)).toEqual([subtask])
  })

  it('as the name of a project or of a token', async () => {
    const { page } = await web.visit('#/')
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await page.getByRole('button', { name: 'New project', exact: true }).click()
    const project = await expectKept(page, field('Name of the new project'))
    const projects = () => all(web.service.client.projects.list())
    await eventually(async () => (await projects()).map(({ label }) => label)).toContain(project)
    await inAccount(page, 'Tokens')
    await page.getByRole('button', { name: 'New token', exact: true }).click()
    await page.getByRole('checkbox', { name: 'read' }).check()
    const token = await expectKept(page, field('Name'))
    const tokens = async () => (await web.service.client.tokens.list()).tokens.map(({ name }) => name)
    await eventually(tokens).toContain(token)
    expect((await tokens()).filter((name) => name !== 'Demo')).toEqual([token])
  })
})
