import { describe, expect, it } from 'vitest'
import { card, cardsIn, circle, handle, lane, pick } from '../support/board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const lanesOf = async (projectId: string) =>
  (await web.service.client.projects.get(projectId)).project.workflow_lanes.map(({ label }) => label)

describe('the board', () => {
  it('adds a task at the end of the column whose field it was typed into', async () => {
    const scene = await web.scene('Adding', ['Doing'], { Doing: ['First'] })
    const { page, requests } = await web.visit(`#/projects/${scene.projectId}`)
    for (const label of ['Second', 'Third']) {
      const box = page.getByRole('textbox', { name: 'Add a task to Doing', exact: true })
      await box.fill(label)
      await box.press('Enter')
      await eventually(() => box.inputValue()).toBe('')
    }
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['First', 'Second', 'Third'])
    await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['First', 'Second', 'Third'])
    await eventually(() => scene.labels('none')).toEqual([])
    expect(requests.filter((request) => request === 'POST /v1/tasks')).toHaveLength(2)
    await eventually(() => lane(page, 'Doing').locator('header').textContent()).toMatch(/3 tasks$/)
  })

  it('counts one task and one subtask in the singular', async () => {
    const scene = await web.scene('Singular', ['Doing'], { Doing: ['Only one'] })
    const { id } = await scene.taskOf('Only one')
    await web.service.client.subtasks.create(id, { label: 'Only step' })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await eventually(() => card(page, 'Only one').textContent()).toMatch(/0 of 1 subtask$/)
    await eventually(() => lane(page, 'Doing').locator('header').textContent()).toMatch(/1 task$/)
  })

  it('explains how to move cards, but only to those who may move them', async () => {
    const scene = await web.scene('Looked at', [], { '': ['Stays here'] })
    const { token } = await web.service.client.tokens.create({ name: 'Reader', scopes: ['read'] })
    for (const [secret, isTold] of [
      [token.secret, false],
      [web.service.demo.token, true],
    ] as const) {
      const { page } = await web.visit(`#/projects/${scene.projectId}`, { token: secret })
      await eventually(() => cardsIn(page, 'No lane')).toEqual(['Stays here'])
      expect((await page.locator('main').textContent())?.includes('Space lifts the card')).toBe(isTold)
    }
  })

  it('says why a task cannot be added', async () => {
    const scene = await web.scene('Full board', [], { '': ['The only one'] })
    await web.service.admin('project', 'update', scene.projectId, '--task-quota', '1')
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { errors: [429] })
    const box = page.getByRole('textbox', { name: 'Add a task to No lane', exact: true })
    await box.fill('One too many')
    await box.press('Enter')
    await eventually(() => page.getByRole('alert').allTextContents()).toContainEqual(
      expect.stringMatching(/quota/i),
    )
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['The only one'])
    expect(await scene.labels()).toEqual(['The only one'])
  })

  it('completes a task', async () => {
    const scene = await web.scene('Completing', [], { '': ['Water the plants'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const done = circle(page, 'Water the plants')
    await done.click()
    await eventually(async () => (await scene.taskOf('Water the plants')).status).toBe(2)
    // it stays in sight until the board is left
    await eventually(() => done.getAttribute('aria-pressed')).toBe('true')
    await page.reload()
    await page.getByText('1 task here is done.').waitFor()
    await page.getByRole('button', { name: 'Show all', exact: true }).click()
    await eventually(() => done.getAttribute('aria-pressed')).toBe('true')
  })

  it('says how many done tasks are hidden beside those that are not', async () => {
    const scene = await web.scene('Half done', [], { '': ['To go'] })
    for (const label of ['Gone', 'Gone too']) await scene.createTask(label, { status: 2 })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await card(page, 'To go').waitFor()
    await page.getByText('2 tasks here are done.').waitFor()
    await page.getByRole('button', { name: 'Show all', exact: true }).click()
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['To go', 'Gone', 'Gone too'])
    await eventually(() => page.getByText('2 tasks here are done.').count()).toBe(0)
  })

  it('filters by text and by status', async () => {
    const scene = await web.scene('Filtering')
    await scene.createTask('Paint the door')
    await scene.createTask('Paint the fence', { status: 2 })
    await scene.createTask('Mow the lawn', { status: 2 })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const text = page.getByRole('searchbox', { name: 'Filter by text', exact: true })
    const status = page.getByRole('combobox', { name: 'Filter by status', exact: true })
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Paint the door'])
    await text.fill('PAINT')
    await status.selectOption({ label: 'All' })
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Paint the door', 'Paint the fence'])
    await status.selectOption({ label: 'Done' })
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Paint the fence'])
    await text.fill('')
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Paint the fence', 'Mow the lawn'])
    await status.selectOption({ label: 'All' })
    await eventually(() => cardsIn(page, 'No lane')).toHaveLength(3)
    await text.fill('nowhere to be found')
    await eventually(() => cardsIn(page, 'No lane')).toEqual([])
    expect(await scene.labels()).toHaveLength(3)
  })

  it('shows changes by others within 5 s', async () => {
    const scene = await web.scene('Shared', ['Inbox'], { Inbox: ['Was here', 'Will go'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await eventually(() => cardsIn(page, 'Inbox')).toEqual(['Was here', 'Will go'])
    const { token } = web.service.demo
    const created = await fetch(`${web.service.origin}/v1/tasks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        projectId: scene.projectId,
        label: 'From a form',
        workflowLaneId: scene.laneIds[0],
      }),
    })
    expect(created.status).toBe(201)
    await eventually(() => cardsIn(page, 'Inbox'), 5_000).toEqual(['Was here', 'Will go', 'From a form'])
    await web.service.client.tasks.delete((await scene.taskOf('Will go')).id)
    await web.service.client.tasks.update((await scene.taskOf('Was here')).id, { label: 'Was renamed' })
    await eventually(() => cardsIn(page, 'Inbox'), 5_000).toEqual(['Was renamed', 'From a form'])
  })

  it('offers a read-only token no action that it may not perform', async () => {
    const scene = await web.scene('Read only', ['Doing'], { Doing: ['Look at me'] })
    const { token } = await web.service.client.tokens.create({ name: 'Reader', scopes: ['read'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { token: token.secret })
    await card(page, 'Look at me').waitFor()
    expect(await page.getByRole('textbox', { name: /^Add a task/ }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Add lane' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Actions for lane/ }).count()).toBe(0)
    expect(await handle(page, 'Look at me').count()).toBe(0)
    expect(await circle(page, 'Look at me').count()).toBe(0)
    await page.getByRole('link', { name: 'Look at me', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Task' })
    await dialog.waitFor()
    expect(await dialog.getByRole('button', { name: /^(Save|Delete|Rename|Move)/ }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('link', { name: 'Projects', exact: true }).click()
    await page.getByRole('link', { name: 'Read only', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'New project' }).count()).toBe(0)
  })
})

describe('the lanes', () => {
  it('can be added, renamed, reordered and deleted', async () => {
    const scene = await web.scene('Lanes', ['To do', 'Doing'], { 'To do': ['Stays'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await page.getByRole('button', { name: 'Add lane', exact: true }).click()
    const added = page.getByRole('textbox', { name: 'Name of the new lane', exact: true })
    await added.fill('Review')
    await added.press('Enter')
    await lane(page, 'Review').waitFor()
    await eventually(() => lanesOf(scene.projectId)).toEqual(['To do', 'Doing', 'Review'])

    await pick(page, 'Actions for lane Review', 'Rename')
    const renamed = page.getByRole('textbox', { name: 'Name of lane Review', exact: true })
    await renamed.fill('Checking')
    await renamed.press('Enter')
    await lane(page, 'Checking').waitFor()
    await eventually(() => lanesOf(scene.projectId)).toEqual(['To do', 'Doing', 'Checking'])

    await pick(page, 'Actions for lane Checking', 'Move left')
    await eventually(() => lanesOf(scene.projectId)).toEqual(['To do', 'Checking', 'Doing'])
    await pick(page, 'Actions for lane To do', 'Move right')
    await eventually(() => lanesOf(scene.projectId)).toEqual(['Checking', 'To do', 'Doing'])
    await eventually(() =>
      page.getByRole('region').getByRole('heading', { level: 2 }).allTextContents(),
    ).toEqual(['Checking', 'To do', 'Doing'])

    await pick(page, 'Actions for lane To do', 'Delete')
    const dialog = page.getByRole('dialog')
    expect(await dialog.textContent()).toMatch(/no lane/i)
    await dialog.getByRole('button', { name: 'Delete', exact: false }).click()
    await lane(page, 'To do').waitFor({ state: 'detached' })
    await eventually(() => lanesOf(scene.projectId)).toEqual(['Checking', 'Doing'])
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Stays'])
    await eventually(() => scene.labels('none')).toEqual(['Stays'])
  })
})
