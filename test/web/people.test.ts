import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { overflow, violations } from '../support/axe.ts'
import { card, cardsIn } from '../support/board.ts'
import { findField, openPalette } from '../support/find-views.ts'
import { newEmail, signInAs, useSignIn } from '../support/sign-in-views.ts'
import { hear, taskDialog } from '../support/task-view.ts'
import { eventually } from '../support/web.ts'

const place = useSignIn()
const { web } = place

beforeAll(async () => {
  await web.service.client.fields.create({ key: 'owner', label: 'Owner', type: 'member' })
})

const ownerOf = async (id: string) => (await web.stored(id)).fields?.owner

/** A project with a task of nobody, opened by a member with this role. */
async function opened(role: 'admin' | 'member') {
  const ada = await place.newMember({ role, email: newEmail('ada.lovelace') })
  const grace = await place.newMember({ email: newEmail('grace') })
  const scene = await web.scene('Harbour', ['To do'], { 'To do': ['Mend the rope'] })
  const { id } = await scene.taskOf('Mend the rope')
  const { page } = await place.open(`#/projects/${scene.projectId}`, { errors: [400] })
  await signInAs(page, ada.email)
  await card(page, 'Mend the rope').waitFor()
  return { ada, grace, scene, id, page }
}

const choice = (page: Page) => taskDialog(page).getByRole('combobox', { name: 'Owner', exact: true })
const typed = (page: Page) => taskDialog(page).getByRole('textbox', { name: 'Owner', exact: true })

async function addOwner(page: Page): Promise<void> {
  await card(page, 'Mend the rope').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Add field', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Owner', exact: true }).click()
}

describe('a person in a task', () => {
  it('is chosen from the members, is on the card by initials, and can be undone', async () => {
    const { ada, grace, id, page } = await opened('admin')
    await addOwner(page)
    await eventually(() => choice(page).locator('option').allTextContents()).toEqual(
      expect.arrayContaining(['None', `${ada.email} (you)`, grace.email]),
    )
    await choice(page).selectOption(`${ada.email} (you)`)
    await hear(page, `Owner: ${ada.email}.`)
    await eventually(() => ownerOf(id)).toEqual({ id: ada.id, email: ada.email })
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    const chip = card(page, 'Mend the rope').getByRole('list', { name: 'Fields' }).getByRole('listitem')
    await eventually(() => chip.allTextContents()).toEqual([`Owner: ${ada.email}al`])
    expect(await chip.locator('[aria-hidden=true]').innerText()).toBe('AL')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Control+z')
    await eventually(() => ownerOf(id)).toBeUndefined()
    await page.keyboard.press('Control+y')
    await eventually(() => ownerOf(id)).toEqual({ id: ada.id, email: ada.email })
  })

  it('is typed where the session may not list members, and is refused if there is no such member', async () => {
    const { grace, id, page } = await opened('member')
    await addOwner(page)
    await page.getByText('Only administrators see the list of members.').waitFor()
    await typed(page).fill('grace')
    await typed(page).press('Enter')
    await page.getByText('Type the e-mail address of a member.', { exact: true }).waitFor()
    await typed(page).fill(grace.email.toUpperCase())
    await typed(page).press('Enter')
    await eventually(() => ownerOf(id)).toEqual({ id: grace.id, email: grace.email })
    await eventually(() => typed(page).inputValue()).toBe(grace.email)
    expect(await violations(page)).toEqual([])
    await typed(page).fill('nobody@example.com')
    await typed(page).press('Enter')
    await page.getByRole('alert').filter({ hasText: 'an administrator adds members' }).waitFor()
    expect(await ownerOf(id)).toEqual({ id: grace.id, email: grace.email })
  })

  it('stays when the member is removed, and can be changed in the list', async () => {
    const { ada, grace, scene, id, page } = await opened('admin')
    const { client } = web.service
    await client.tasks.update(id, { fields: { owner: grace.id } })
    await client.members.delete(grace.id)
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/list'`)
    await page.getByRole('button', { name: `Owner of Mend the rope: ${grace.email}`, exact: true }).click()
    const cell = page.getByRole('combobox', { name: 'Owner of Mend the rope', exact: true })
    await eventually(() => cell.locator('option:checked').allTextContents()).toEqual([
      `${grace.email} (no longer a member)`,
    ])
    await cell.selectOption(`${ada.email} (you)`)
    await eventually(() => ownerOf(id)).toEqual({ id: ada.id, email: ada.email })
    await page.getByRole('button', { name: `Owner of Mend the rope: ${ada.email}`, exact: true }).waitFor()
  })
})

describe('“My tasks”', () => {
  it('shows what is mine, from the views of the project, the palette and the filter', async () => {
    const { ada, grace, scene, page } = await opened('member')
    const [workflowLaneId = null] = scene.laneIds
    const mine = await scene.createTask('Mine', { workflowLaneId, fields: { owner: ada.id } })
    await scene.createTask('Hers', { workflowLaneId, fields: { owner: grace.id } })
    await card(page, 'Hers').waitFor()
    const views = page.getByRole('navigation', { name: 'Project' })
    await views.getByRole('link', { name: 'My tasks', exact: true }).click()
    await eventually(() => cardsIn(page, 'To do')).toEqual(['Mine'])
    await eventually(() => views.locator('[aria-current=page]').allTextContents()).toEqual(['My tasks'])
    await page.getByRole('button', { name: 'Remove the condition Owner is me', exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    // what others give away leaves, and what they give to me comes
    await web.service.client.tasks.update(mine.id, { fields: { owner: grace.id } })
    await eventually(() => cardsIn(page, 'To do')).not.toContain('Mine')
    await scene.createTask('New', { workflowLaneId, fields: { owner: ada.email } })
    await eventually(() => cardsIn(page, 'To do')).toContain('New')

    await views.getByRole('link', { name: 'Board', exact: true }).click()
    await card(page, 'Hers').waitFor()
    await openPalette(page)
    await findField(page).fill('my tasks')
    await page.getByRole('option', { name: 'My tasks' }).waitFor()
    await page.keyboard.press('Enter')
    await eventually(() => cardsIn(page, 'To do')).toEqual(['New'])

    await views.getByRole('link', { name: 'Board', exact: true }).click()
    await page.getByRole('button', { name: 'Filter by field', exact: true }).click()
    await page.getByRole('combobox', { name: 'Field', exact: true }).selectOption('Owner')
    await page.getByRole('combobox', { name: 'Condition', exact: true }).selectOption('is me')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await eventually(() => cardsIn(page, 'To do')).toEqual(['New'])
  })

  it('is not offered to a token that no member has made', async () => {
    const scene = await web.scene('Token', ['To do'], { 'To do': ['One'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await card(page, 'One').waitFor()
    expect(await page.getByRole('link', { name: 'My tasks', exact: true }).count()).toBe(0)
  })
})
