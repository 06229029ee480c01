import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card, pick } from '../support/board.ts'
import { button, heading, openForm } from '../support/form-page.ts'
import { withholdFeed } from '../support/page-requests.ts'
import { post } from '../support/post.ts'
import { labelField, taskDialog } from '../support/task-view.ts'
import { eventually, useWeb } from '../support/web.ts'
import { openWebhook, receiverOf } from '../support/webhook-page.ts'

const web = useWeb()

/** The name of the element that has the focus. */
const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const { ariaLabel, textContent, labels, localName } = document.activeElement
    return localName === 'body' ? 'body' : (ariaLabel ?? labels?.[0]?.textContent ?? textContent).trim()
  })()`)

/** Opens a board with three lanes, and deletes one of them. */
async function withoutLane(name: string): Promise<Page> {
  const scene = await web.scene('Lanes', ['To do', 'Doing', 'Done'], { Doing: ['A'] })
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  await card(page, 'A').waitFor()
  await pick(page, `Actions for lane ${name}`, 'Delete')
  await button(page, 'Delete lane').click()
  return page
}

/** Deletes one of the account's fields. */
async function withoutField(key: string): Promise<Page> {
  const { fields } = web.service.client
  const { fields: there } = await fields.list()
  for (const one of ['f1', 'f2', 'f3'])
    if (!there.some((field) => field.key === one)) await fields.create({ key: one, label: one, type: 'text' })
  const { page } = await web.visit('#/fields')
  await pick(page, `Actions for ${key}`, 'Delete…')
  await button(page, 'Delete').click()
  return page
}

async function withoutProject(): Promise<Page> {
  await web.scene('Focus one')
  await web.scene('Focus two')
  await web.scene('Focus three')
  const { page } = await web.visit('#/')
  await pick(page, 'Actions for project Focus two', 'Delete')
  await button(page, 'Delete').click()
  await page.getByText('Deleted “Focus two”.').waitFor()
  return page
}

async function withoutToken(): Promise<Page> {
  for (const name of ['one', 'two', 'three'])
    await web.service.client.tokens.create({ name, scopes: ['read'] })
  const { page } = await web.visit('#/tokens')
  await button(page, 'Revoke two').click()
  await button(page, 'Revoke').click()
  await page.getByText(/^Revoked “two”/).waitFor()
  return page
}

async function withReplayed(): Promise<Page> {
  const { page, form } = await openForm(web, 'Replayed', { paused: true })
  await post(form.url, { name: 'Ada' })
  await page.getByRole('button', { name: /^Replay submission 1, / }).press('Enter')
  await page.getByText('Task created.').first().waitFor()
  return page
}

async function withPaused(): Promise<Page> {
  const { page } = await openWebhook(web, 'Paused', await receiverOf())
  await button(page, 'Pause').press('Enter')
  await button(page, 'Activate').waitFor()
  return page
}

async function withActivated(): Promise<Page> {
  const page = await withPaused()
  await button(page, 'Activate').press('Enter')
  await button(page, 'Pause').waitFor()
  return page
}

/** Settles a conflict about the title of an open task. */
async function withSettled(): Promise<Page> {
  const scene = await web.scene('Settled')
  const { id } = await scene.createTask('First version')
  const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, { errors: [412] })
  await eventually(() => labelField(page).inputValue()).toBe('First version')
  await withholdFeed(page)
  await page.route('**/v1/tasks/*', async (route) => {
    if (route.request().method() === 'PATCH') await changed
    return route.continue()
  })
  const changed = web.service.client.tasks.update(id, { label: 'Their version' })
  await labelField(page).fill('My version')
  await taskDialog(page).getByRole('button', { name: 'Compare', exact: true }).click()
  await button(page, 'Keep mine').click()
  await eventually(async () => (await web.stored(id)).label).toBe('My version')
  return page
}

describe('the focus, when what had it goes,', () => {
  it.each([
    ['a lane was deleted', () => withoutLane('Doing'), 'Actions for lane Done'],
    ['the last lane was deleted', () => withoutLane('Done'), 'Actions for lane Doing'],
    ['a field was deleted', () => withoutField('f2'), 'Actions for f3'],
    ['the last field was deleted', () => withoutField('f3'), 'Actions for f2'],
    ['a project was deleted', withoutProject, 'Actions for project Focus three'],
    ['a token was revoked', withoutToken, 'Revoke three'],
    ['a submission was replayed', withReplayed, /^Task of submission 1, /],
    ['a webhook was paused', withPaused, 'Activate'],
    ['a webhook was activated', withActivated, 'Pause'],
    ['a conflict was settled', withSettled, 'Label'],
  ] as const)('goes to what stands next: %s', async (_, act, name) => {
    const page = await act()
    await eventually(() => focused(page), 5_000).toMatch(
      typeof name === 'string' ? new RegExp(`^${name}$`) : name,
    )
  })

  it('stays in the field of a task that was deleted elsewhere: the person may be writing', async () => {
    const scene = await web.scene('Elsewhere')
    const { id } = await scene.createTask('Short')
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, { errors: [404] })
    await labelField(page).focus()
    await web.service.client.tasks.delete(id)
    await page.getByText('“Short” was deleted meanwhile.').waitFor()
    expect(await focused(page)).toBe('Label')
  })

  it('stays nowhere when the person pressed beside it before', async () => {
    const scene = await web.scene('Beside', ['To do', 'Doing'])
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await button(page, 'Actions for lane Doing').focus()
    await heading(page, 'Doing').waitFor()
    await page.mouse.click(800, 500)
    const [, laneId = ''] = scene.laneIds
    await web.service.client.lanes.delete(scene.projectId, laneId)
    await eventually(() => heading(page, 'Doing').count()).toBe(0)
    await page.waitForTimeout(200)
    expect(await focused(page)).not.toBe('Actions for lane To do')
  })
})

describe('a deleted lane', () => {
  it('is told, and of its tasks only if it had some', async () => {
    const full = await withoutLane('Doing')
    await full.getByText('Deleted the lane “Doing”. Its tasks are in no lane now.').first().waitFor()
    await pick(full, 'Actions for lane Done', 'Delete')
    await button(full, 'Delete lane').click()
    await full.getByText('Deleted the lane “Done”.', { exact: true }).first().waitFor()
    await full.keyboard.press('Control+z')
    await full.getByText('The lane “Done” is back.', { exact: true }).first().waitFor()
  })
})
