import { describe, expect, it } from 'vitest'
import { cardsIn } from '../support/board.ts'
import { alerts, button, heading, openForm, statuses, textbox } from '../support/form-page.ts'
import { post } from '../support/post.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

describe('submissions', () => {
  it('that find the quota full show on the board, and become tasks when all are replayed', async () => {
    const scene = await web.scene('Full', [], { '': ['First'] })
    const quota = (tasks: number) =>
      web.service.admin('project', 'update', scene.projectId, '--task-quota', String(tasks))
    await quota(1)
    const { projectId } = scene
    const { form } = await web.service.client.forms.create({ projectId, name: 'Contact' })
    const { page } = await web.visit(`#/projects/${projectId}`)
    for (const name of ['Ada', 'Bo']) expect((await post(form.url, { name })).status).toBe(200)
    await page.getByText('2 form submissions are waiting.').waitFor()
    await page.getByRole('link', { name: 'Look at them', exact: true }).click()
    await eventually(() => page.getByRole('list', { name: 'Submissions' }).textContent()).toMatch(/quota/)
    await button(page, 'Replay all').click()
    await eventually(() => alerts(page)).toContainEqual(expect.stringMatching(/2 submissions still wait/))
    expect(await scene.labels()).toEqual(['First'])
    await quota(10)
    await button(page, 'Replay all').click()
    await eventually(() => statuses(page)).toContainEqual(expect.stringContaining('2 tasks created.'))
    expect((await scene.labels()).toSorted()).toEqual(['Ada', 'Bo', 'First'])
    await eventually(() => button(page, 'Replay all').count()).toBe(0)
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await eventually(() => cardsIn(page, 'No lane')).toHaveLength(3)
    await eventually(() => page.getByText('form submissions are waiting').count()).toBe(0)
  })

  it('are replayed by the hundred, until none waits', async () => {
    const { page, form, scene } = await openForm(web, 'Hundred', { paused: true })
    for (let count = 0; count < 101; count += 1) await post(form.url, { name: `N${count}` })
    await page.reload()
    await button(page, 'Replay all').click()
    await eventually(() => statuses(page)).toContainEqual(expect.stringContaining('101 tasks created.'))
    expect(await scene.labels()).toHaveLength(101)
  })

  it('are listed with outcome and reason, filtered, read and replayed one by one', async () => {
    const { page, form, scene, submissions } = await openForm(web, 'List', { paused: true })
    for (const name of ['Ada', 'Bo']) await post(form.url, { name, message: '<b>Hello</b>' })
    const rows = page.getByRole('list', { name: 'Submissions' }).getByRole('listitem')
    await eventually(() => rows.count()).toBe(2)
    await eventually(() => rows.first().textContent()).toContain('The form was paused.')
    await eventually(() => rows.nth(1).textContent()).toContain('Ada · <b>Hello</b>')
    await rows
      .first()
      .getByRole('button', { name: /^Body of submission 1, / })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Submission', exact: true })
    await eventually(() => dialog.getByRole('term').allTextContents()).toEqual(['name', 'message'])
    // what a stranger has sent is text
    expect(await dialog.getByRole('definition').allTextContents()).toEqual(['Bo', '<b>Hello</b>'])
    const raw = page.getByRole('region', { name: 'Body', exact: true })
    expect(await raw.isVisible()).toBe(false)
    await dialog.getByText('As it was sent', { exact: true }).click()
    expect(await raw.textContent()).toBe('{\n  "name": "Bo",\n  "message": "<b>Hello</b>"\n}')
    await button(page, 'Close').click()
    await rows
      .first()
      .getByRole('button', { name: /^Replay submission 1, / })
      .click()
    await eventually(() => scene.labels()).toEqual(['Hello'])
    await eventually(async () => (await submissions()).map(({ outcome }) => outcome)).toEqual([
      'created',
      'held',
    ])
    await page.getByRole('combobox', { name: 'Filter by outcome' }).selectOption('Created')
    await eventually(() => rows.count()).toBe(1)
    await rows.getByRole('link', { name: /^Task of submission 1, / }).click()
    await eventually(() => textbox(page, 'Label').inputValue()).toBe('Hello')
  })

  it('that became a comment say so, and lead to its task', async () => {
    const scene = await web.scene('Replies', [], { '': ['The phone'] })
    const { client } = web.service
    const { id } = await scene.taskOf('The phone')
    const { form } = await client.forms.create({
      ...{
        projectId: scene.projectId,
        name: 'Contact',
        mapping: { label: '{{text}}', commentOn: '{{task}}' },
      },
    })
    const { page } = await web.visit(`#/projects/${scene.projectId}/forms/${form.id}/mapping`)
    await page.getByLabel('Paste what the sender posts').fill(`task=${id}&text=It+rings`)
    const preview = page.getByRole('region', { name: 'The task', exact: true })
    await eventually(() => preview.textContent()).toContain(`If this project has the task ${id}, a comment`)
    await client.forms.update(form.id, { paused: true })
    await post(form.url, { task: id, text: 'It rings' })
    await post(form.url, { text: 'It is silent' })
    await page.getByRole('link', { name: 'Cancel', exact: true }).click()
    const rows = page.getByRole('list', { name: 'Submissions' }).getByRole('listitem')
    await rows
      .nth(1)
      .getByRole('button', { name: /^Replay submission 2, / })
      .click()
    await eventually(() => statuses(page)).toContainEqual(expect.stringContaining('Comment added.'))
    await eventually(() => rows.nth(1).textContent()).toContain('Comment added')
    await button(page, 'Replay all').click()
    await eventually(() => statuses(page)).toContainEqual(
      expect.stringContaining('1 task or comment created.'),
    )
    await eventually(() => rows.first().textContent()).toContain('Task created')
    await rows
      .nth(1)
      .getByRole('link', { name: /^Task of submission 2, / })
      .click()
    await eventually(() => textbox(page, 'Label').inputValue()).toBe('The phone')
  })

  it('come page by page', async () => {
    const { page, form } = await openForm(web, 'Many', { paused: true })
    for (let count = 0; count < 51; count += 1) await post(form.url, { name: `N${count}` })
    await page.reload()
    const rows = page.getByRole('list', { name: 'Submissions' }).getByRole('listitem')
    await eventually(() => rows.count()).toBe(50)
    await button(page, 'Show more').click()
    await eventually(() => rows.count()).toBe(51)
  })
})

describe('a token', () => {
  const tokenWith = async (...scopes: ('read' | 'write' | 'hooks')[]) =>
    (await web.service.client.tokens.create({ name: scopes.join(' '), scopes })).token.secret

  it('without the scope hooks sees no forms, and none are asked for', async () => {
    const scene = await web.scene('Hidden')
    const token = await tokenWith('read', 'write')
    const { page, requests } = await web.visit(`#/projects/${scene.projectId}`, { token })
    await heading(page, 'Hidden').waitFor()
    expect(await page.getByRole('link', { name: 'Forms', exact: true }).count()).toBe(0)
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/forms'`)
    await page.getByText('Forms need the scope hooks, which your token lacks.').waitFor()
    expect(requests.filter((request) => request.includes('/v1/forms'))).toEqual([])
  })

  it('without the scope write looks at forms, but changes nothing', async () => {
    const token = await tokenWith('read', 'hooks')
    const { page, form, requests } = await openForm(web, 'Seen', { paused: true }, { token })
    await page.getByText('Changes need the scope write, which your token lacks.').waitFor()
    for (const name of ['Resume', 'New URL', 'Save settings']) {
      const action = button(page, name)
      expect(await action.getAttribute('aria-disabled')).toBe('true')
      await action.click({ force: true })
    }
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect((await web.service.client.forms.get(form.id)).form.paused).toBe(true)
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([])
  })
})
