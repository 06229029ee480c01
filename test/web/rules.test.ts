import { describe, expect, it, onTestFinished } from 'vitest'
import { maxRules } from '../../lib/contract/limits.ts'
import { boundToken } from '../support/bound-token.ts'
import { alerts, button, heading, statuses, textbox } from '../support/form-page.ts'
import {
  begin,
  box,
  choice,
  newDue,
  openRule,
  ruleOf,
  rulesOf,
  runs,
  times,
  timesAt,
  weekly,
} from '../support/rule-page.ts'
import { eventually, useWeb } from '../support/web.ts'
import { inDialog } from '../support/webhook-page.ts'

const web = useWeb()

const toReview = { type: 'create_task' as const, task: { label: 'Weekly review' } }

describe('a rule', () => {
  it('is made in a minute: its next ten times are seen, it is run now, and its log links to the task', async () => {
    await newDue(web)
    const scene = await web.scene('Books', ['Inbox', 'Finance'])
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await page.getByRole('link', { name: 'Automation', exact: true }).click()
    await page.getByText('No rules yet.').waitFor()
    await button(page, 'New rule').click()
    await button(page, 'A task on the last working day of each month').click()
    await heading(page, 'New rule').waitFor()
    await choice(page, 'Time zone').fill('Europe/Berlin')
    await textbox(page, 'Label').fill('Close the books {{date}}')
    await textbox(page, 'Subtasks').fill('Collect receipts\nBook them\nSend the report')
    await choice(page, 'Lane').selectOption('Finance')
    await textbox(page, 'Due').fill('2')
    await page
      .getByText(
        'Every month on the last working day at 16:00 in Europe/Berlin: add “Close the books {{date}}” to “Finance” with 3 subtasks.',
      )
      .waitFor()
    const inBerlin = new Intl.DateTimeFormat('de', { timeZone: 'Europe/Berlin', timeStyle: 'short' })
    await eventually(async () => (await timesAt(page)).map((at) => inBerlin.format(new Date(at)))).toEqual(
      Array.from({ length: 10 }, () => '16:00'),
    )
    const shown = await timesAt(page)
    await button(page, 'Create rule').click()
    await heading(page, 'Add “Close the books {{date}}” to “Finance” with 3 subtasks').waitFor()
    const rule = await ruleOf(web, scene.projectId)
    expect(rule).toMatchObject({
      status: 'active',
      trigger: {
        rrule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
        time_zone: 'Europe/Berlin',
        start: expect.stringMatching(/T16:00$/) as unknown,
      },
      action: { type: 'create_task', task: { workflow_lane_id: scene.laneIds[1], fields: { due: '+P2D' } } },
    })
    expect(shown[0]).toBe(rule.next_at)
    await eventually(() => timesAt(page)).toEqual(shown)

    await button(page, 'Run now').click()
    await page.getByText('It would make 1 task.').waitFor()
    await inDialog(page, 'Run now').click()
    await eventually(() => statuses(page)).toContainEqual(expect.stringContaining('Done: it made 1 task.'))
    await eventually(() => runs(page).count()).toBe(1)
    expect(await runs(page).textContent()).toMatch(/^Done .*It made 1 task\./)
    const [task] = await scene.tasks(scene.laneIds[1])
    const [, day = ''] = /^Close the books (\d{4}-\d{2}-\d{2})$/.exec(task?.label ?? '') ?? []
    const inTwoDays = new Date(Date.parse(day) + 2 * 24 * 60 * 60 * 1000)
    expect(task?.fields).toEqual({ due: inTwoDays.toISOString().slice(0, 10) })
    expect(task?.subtasks.map(({ label }) => label)).toEqual([
      ...['Collect receipts', 'Book them', 'Send the report'],
    ])
    await runs(page)
      .getByRole('link', { name: /^Task of run 1, / })
      .click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Label', exact: true }).waitFor()
  })

  it('is paused and resumed, and Ctrl+Z takes each back', async () => {
    const { page, current } = await openRule(web, 'Review', { trigger: weekly, action: toReview })
    await button(page, 'Pause').click()
    await button(page, 'Resume').waitFor()
    await page.getByText('It does not run while it is paused.').waitFor()
    expect(await current()).toMatchObject({ status: 'paused', next_at: null })
    await page.keyboard.press('Control+z')
    await button(page, 'Pause').waitFor()
    expect((await current()).status).toBe('active')
    await page.keyboard.press('Control+Shift+z')
    await button(page, 'Resume').click()
    await button(page, 'Pause').waitFor()
    await eventually(() => statuses(page)).toContainEqual(
      expect.stringContaining('Resumed. It counts from now on.'),
    )
    await page.keyboard.press('Control+z')
    await button(page, 'Resume').waitFor()
    expect((await current()).status).toBe('paused')
  })

  it('is edited with its next times in view, and Ctrl+Z brings the earlier one back', async () => {
    const { page, current } = await openRule(web, 'Review', { trigger: weekly, action: toReview })
    await button(page, 'Edit').click()
    await button(page, 'Save rule').waitFor()
    expect(await button(page, 'Save rule').getAttribute('aria-disabled')).toBe('true')
    await box(page, 'Monday').uncheck()
    await box(page, 'Friday').check()
    await page.getByLabel('At', { exact: true }).fill('15:30')
    await textbox(page, 'Label').fill('Look back on week {{week}}')
    await button(page, 'Save rule').click()
    await button(page, 'Run now').waitFor()
    await page
      .getByText('Every Friday at 15:30 in Europe/Berlin: add “Look back on week {{week}}”.', { exact: true })
      .waitFor()
    const { trigger, next_at } = await current()
    expect(trigger).toMatchObject({ rrule: 'FREQ=WEEKLY;BYDAY=FR', start: '2026-11-30T15:30' })
    await eventually(async () => (await timesAt(page))[0]).toBe(next_at)
    await page.keyboard.press('Control+z')
    await page
      .getByText('Every Monday at 09:00 in Europe/Berlin: add “Weekly review”.', { exact: true })
      .waitFor()
    expect(await current()).toMatchObject({
      trigger: { rrule: 'FREQ=WEEKLY;BYDAY=MO', start: '2026-11-30T09:00' },
      action: { task: { label: 'Weekly review' } },
    })
  })

  it('is saved by a button that stays in its place while the next times come and go', async () => {
    const { page } = await openRule(web, 'Steady', { trigger: weekly, action: toReview })
    await button(page, 'Edit').click()
    await eventually(() => timesAt(page)).toHaveLength(10)
    const place = async () => (await button(page, 'Save rule').boundingBox())?.y
    const before = await place()
    await box(page, 'Monday').uncheck()
    await page.getByText('They appear when the rule is filled in.').waitFor()
    expect(await place()).toBe(before)
  })

  it('that the service refuses has its errors beside the fields, and the first gets the focus', async () => {
    const scene = await web.scene('Refused')
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { errors: [400] })
    await begin(page, scene.projectId, 'From scratch')
    await button(page, 'Create rule').click()
    await page.getByText('Say what the task is called.').waitFor()
    const label = textbox(page, 'Label').and(page.locator(':focus'))
    await eventually(() => label.count()).toBe(1)
    await choice(page, 'Repeats').selectOption('By an own RRULE')
    await textbox(page, 'RRULE').fill('FREQ=MINUTELY')
    await choice(page, 'Time zone').fill('Berlin')
    await textbox(page, 'Label').fill('For {{nobody}}')
    await page.getByText(/^Must have FREQ with one of HOURLY/).waitFor()
    await page.getByText('Must be the name of a time zone such as Europe/Berlin.').waitFor()
    await textbox(page, 'Label').pressSequentially(' now', { delay: 50 }) // the focus stays where the person types
    expect(await textbox(page, 'Label').inputValue()).toBe('For {{nobody}} now')
    await button(page, 'Create rule').click()
    await eventually(() => alerts(page)).toContain('Not saved: look at the marked fields.')
    await eventually(() => page.evaluate('document.activeElement.value')).toBe('FREQ=MINUTELY')
    expect(await textbox(page, 'RRULE').getAttribute('aria-invalid')).toBe('true')
    await textbox(page, 'RRULE').fill('FREQ=HOURLY;BYMINUTE=0,30')
    await choice(page, 'Time zone').fill('Europe/Berlin')
    await page.getByText(/nobody.*there is no such placeholder/).waitFor()
    await textbox(page, 'Label').fill('Look at the queue')
    await eventually(() => times(page).count()).toBe(10)
    await button(page, 'Create rule').click()
    await heading(page, 'Add “Look at the queue”').waitFor()
    expect((await ruleOf(web, scene.projectId)).trigger).toMatchObject({ rrule: 'FREQ=HOURLY;BYMINUTE=0,30' })
  })

  it('whose run fails says why in its log, which can be filtered', async () => {
    const { page, scene } = await openRule(
      web,
      'Failing',
      {
        trigger: weekly,
        action: { type: 'create_task', task: { label: 'Weekly review', externalId: 'week' } },
      },
      { errors: [409] },
    )
    await scene.createTask('The first', { externalId: 'week' })
    await button(page, 'Run now').click()
    await page.getByText(/^It would fail\. /).waitFor()
    await inDialog(page, 'Run now').click()
    await eventually(() => statuses(page)).toContainEqual(expect.stringContaining('The run failed.'))
    await eventually(() => runs(page).textContent()).toMatch(/^Failed .*external_id_exists/)
    await choice(page, 'Filter by outcome').selectOption('Done')
    await page.getByText('None with this outcome.').waitFor()
    await choice(page, 'Filter by outcome').selectOption('Failed')
    await eventually(() => runs(page).count()).toBe(1)
  })

  it('has a log that goes on with "Show more", and links to each task', async () => {
    const { page, rule, scene } = await openRule(web, 'Often', { trigger: weekly, action: toReview })
    for (let run = 0; run < 51; run++) await web.service.client.rules.run(rule.id)
    await eventually(() => runs(page).count()).toBe(50)
    await button(page, 'Show more').click()
    await eventually(() => runs(page).count()).toBe(51)
    expect(await scene.tasks()).toHaveLength(51)
    const links = await runs(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(new Set(links).size).toBe(51)
  })

  it('can be edited, but not added, when the account has as many as it may', async () => {
    const { page, scene, current } = await openRule(
      web,
      'Full',
      { trigger: weekly, action: toReview },
      { errors: [429] },
    )
    const { rules } = web.service.client
    const { projectId } = await web.scene('Others')
    const have = async () => (await rules.list()).rules
    onTestFinished(async () => {
      for (const { id, project_id } of await have()) if (project_id === projectId) await rules.delete(id)
    })
    const body = { projectId, label: 'Another', trigger: weekly, action: toReview }
    for (let count = (await have()).length; count < maxRules; count++) await rules.create(body)
    await button(page, 'Edit').click()
    const full = page.getByText(`The account has ${maxRules} rules, as many as it may: they appear`)
    await full.waitFor()
    const preview = '**/v1/rules?dryRun=true'
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
    await page.route(preview, async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest(preview)
    await textbox(page, 'Label').fill('Look back')
    await asked
    expect(await full.count()).toBe(1)
    letGo(undefined)
    await button(page, 'Save rule').click()
    await button(page, 'Run now').waitFor()
    expect((await current()).action).toMatchObject({ task: { label: 'Look back' } })
    await begin(page, scene.projectId, 'A task every week')
    await eventually(() => alerts(page)).toContain(
      `The account has ${maxRules} rules, as many as it may: delete one that is not needed.`,
    )
  })

  it('for a task asks for one, and says what it would do to it before it does it', async () => {
    const { page, scene } = await openRule(web, 'Sorting', {
      trigger: { type: 'event', events: ['task.completed'] },
      action: { type: 'update_task', set: { status: 1 } },
    })
    const tasks = [await scene.createTask('Sell the boat'), await scene.createTask('Buy a bike')]
    await page.getByText('When a task is completed: set status to in progress.', { exact: true }).waitFor()
    await button(page, 'Run now').click()
    await inDialog(page, 'Run now').click()
    await eventually(() => alerts(page)).toContain('Choose the task that it runs for.')
    await textbox(page, 'Find a task').fill('bike')
    await choice(page, 'Task').selectOption('Buy a bike')
    await page.getByText('It would change 1 task.').waitFor()
    expect((await scene.taskOf('Buy a bike')).status).toBe(0)
    await inDialog(page, 'Run now').click()
    await eventually(() => runs(page).textContent()).toMatch(/^Done .*It changed 1 task\./)
    expect((await scene.taskOf('Buy a bike')).status).toBe(1)
    expect((await scene.taskOf('Sell the boat')).status).toBe(0)
    expect(await runs(page).getByRole('link').getAttribute('href')).toContain(tasks[1]?.id)
  })

  it('of a program keeps what the form has no controls for, also when something else is edited', async () => {
    const action = { type: 'delete_tasks' as const, where: { createdBefore: '-P1D', status: [2 as const] } }
    const { page, current } = await openRule(web, 'Cleaning', { trigger: weekly, action })
    await eventually(() =>
      page.getByRole('region', { name: 'The rule', exact: true }).textContent(),
    ).toContain('"created_before": "-P1D"')
    await button(page, 'Edit').click()
    await page.getByRole('region', { name: 'What it does, as the API has it', exact: true }).waitFor()
    await textbox(page, 'Name').fill('Cleaning up')
    await button(page, 'Save rule').click()
    await heading(page, 'Cleaning up').waitFor()
    expect((await current()).action).toEqual({
      type: 'delete_tasks',
      where: { created_before: '-P1D', status: [2] },
    })
  })

  it('is deleted after a question, and then the list has none', async () => {
    const { page, scene } = await openRule(web, 'Gone', { trigger: weekly, action: toReview })
    await button(page, 'Delete rule').click()
    await inDialog(page, 'Delete rule').click()
    await page.getByText('No rules yet.').waitFor()
    expect(await rulesOf(web, scene.projectId)).toEqual([])
  })
})

describe('automation', () => {
  it('is seen, but not changed, with a token that only reads', async () => {
    const { scene, rule } = await openRule(web, 'Seen', { trigger: weekly, action: toReview })
    const { token } = await web.service.client.tokens.create({ name: 'Reader', scopes: ['read', 'hooks'] })
    const { page, requests } = await web.visit(`#/projects/${scene.projectId}/automation/${rule.id}`, {
      token: token.secret,
    })
    await eventually(() => times(page).count()).toBe(10)
    await page.getByText('Changes need the scope write, which your token lacks.').waitFor()
    for (const name of ['Run now', 'Pause', 'Edit'])
      expect(await button(page, name).getAttribute('aria-disabled')).toBe('true')
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/automation/${rule.id}/edit'`)
    await button(page, 'Save rule').waitFor()
    expect(await choice(page, 'Repeats').isDisabled()).toBe(true)
    expect(await textbox(page, 'Label').getAttribute('readonly')).not.toBeNull()
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/automation'`)
    await page.getByRole('link', { name: /^Every Monday/ }).waitFor()
    expect(await button(page, 'New rule').getAttribute('aria-disabled')).toBe('true')
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([])
  })

  it('is not shown with a token without the scope hooks', async () => {
    const scene = await web.scene('Unseen')
    const { token } = await web.service.client.tokens.create({ name: 'Writer', scopes: ['read', 'write'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { token: token.secret })
    await page.getByRole('link', { name: 'Trash', exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Automation', exact: true }).count()).toBe(0)
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/automation'`)
    await heading(page, 'Rules cannot be shown').waitFor()
  })

  it('of a bound token makes a bound rule in its project, and shows no other', async () => {
    const { scene: other, rule } = await openRule(web, 'Theirs', { trigger: weekly, action: toReview })
    const scene = await web.scene('Ours')
    const { secret } = await boundToken(web, [scene])
    const { page } = await web.visit(`#/projects/${scene.projectId}`, {
      token: secret,
      errors: [404],
    })
    await begin(page, scene.projectId, 'A task every week')
    await button(page, 'Create rule').click()
    await page.getByText(/^This rule is bound to projects/).waitFor()
    expect((await ruleOf(web, scene.projectId)).bound).toBe(true)
    await page.evaluate(`location.hash = '#/projects/${other.projectId}/automation/${rule.id}'`)
    await heading(page, 'There is no such rule').waitFor()
  })
})
