import { describe, expect, it } from 'vitest'
import { findField, openPalette } from '../support/find-views.ts'
import { button, heading } from '../support/form-page.ts'
import { post } from '../support/post.ts'
import { begin, newDue, ruleOf, runs, timesAt } from '../support/rule-page.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

describe('a template', () => {
  it('adds a task every week', async () => {
    const scene = await web.scene('Weekly')
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await openPalette(page)
    await findField(page).fill('automation')
    await page.keyboard.press('Enter')
    await page.getByText('No rules yet.').waitFor()
    await begin(page, scene.projectId, 'A task every week')
    await button(page, 'Create rule').click()
    await heading(page, 'Add “Weekly review”').waitFor()
    const { trigger, next_at } = await ruleOf(web, scene.projectId)
    expect(trigger).toMatchObject({ rrule: 'FREQ=WEEKLY;BYDAY=MO' })
    await page.getByRole('link', { name: 'All rules', exact: true }).click()
    const row = page.getByRole('list', { name: 'Rules', exact: true }).getByRole('listitem')
    await row.getByRole('link', { name: 'Every Monday at 09:00: add “Weekly review”', exact: true }).waitFor()
    expect(await row.getByRole('time').getAttribute('datetime')).toBe(next_at)
    expect(await row.textContent()).toContain('Active')
  })

  it('reminds of what is due: the preview names the task', async () => {
    await newDue(web)
    const scene = await web.scene('Due')
    await scene.createTask('Pay the rent', { fields: { due: '2099-12-01' } })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await begin(page, scene.projectId, 'A reminder before a task is due')
    await page.getByRole('link', { name: 'Pay the rent', exact: true }).waitFor()
    expect(await timesAt(page)).toEqual([expect.stringMatching(/^2099-11-30/)])
    await button(page, 'Create rule').click()
    await heading(page, 'Tell the webhooks').waitFor()
    expect(await ruleOf(web, scene.projectId)).toMatchObject({
      trigger: { type: 'date', field: 'due', offset: '-P1D', time_of_day: '09:00' },
      action: { type: 'notify' },
    })
    await eventually(() => timesAt(page)).toEqual([expect.stringMatching(/^2099-11-30/)])
  })

  it('marks what is overdue by a lane', async () => {
    await newDue(web)
    const scene = await web.scene('Late', ['To do', 'Overdue'])
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await begin(page, scene.projectId, 'Overdue tasks are marked')
    await button(page, 'Create rule').click()
    await heading(page, 'Move it to “Overdue”').waitFor()
    expect(await ruleOf(web, scene.projectId)).toMatchObject({
      trigger: { type: 'date', field: 'due', offset: 'P1D', time_of_day: '00:00' },
      action: { type: 'update_task', set: { workflow_lane_id: scene.laneIds[1] } },
    })
  })

  it('asks for a field of dates where the account has none', async () => {
    const scene = await web.scene('No dates')
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await begin(page, scene.projectId, 'A reminder before a task is due')
    await page.getByRole('link', { name: 'Add a due date', exact: true }).waitFor()
    await button(page, 'Create rule').click()
    await page.getByText('Choose a field that holds dates.').waitFor()
  })

  it('closes what nobody touches', async () => {
    const scene = await web.scene('Stale')
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await begin(page, scene.projectId, 'What nobody touches is closed')
    await button(page, 'Create rule').click()
    await heading(
      page,
      'Set status to done for tasks that are open or in progress and were not changed since 30 days ago',
    ).waitFor()
    expect((await ruleOf(web, scene.projectId)).action).toEqual({
      type: 'update_tasks',
      where: { status: [0, 1], updated_before: '-P30D' },
      set: { status: 2 },
    })
  })

  it('puts what a form made into a lane', async () => {
    const scene = await web.scene('Leads', ['New'])
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await begin(page, scene.projectId, 'What a form made goes into a lane')
    await button(page, 'Create rule').click()
    await heading(page, 'Move it to “New”').waitFor()
    const { form } = await web.service.client.forms.create({ projectId: scene.projectId, name: 'Contact' })
    await post(form.url, { subject: 'A question' })
    await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['A question'])
    await eventually(() => runs(page).textContent()).toMatch(/^Done .*It changed 1 task\./)
  })
})
