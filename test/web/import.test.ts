import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chooseFile } from '../support/bulk-views.ts'
import { card, cardsIn, lane, pick } from '../support/board.ts'
import { followBulk } from '../support/many-tasks.ts'
import { trelloBoard } from '../support/trello-board.ts'
import { all, eventually, useWeb, type VisitOptions } from '../support/web.ts'

const web = useWeb()

async function board(label: string, options: VisitOptions = {}) {
  const scene = await web.scene(label, ['Doing'], { '': ['Here before'] })
  const { page, requests } = await web.visit(`#/projects/${scene.projectId}`, options)
  await card(page, 'Here before').waitFor()
  const lanes = async () =>
    (await web.service.client.projects.get(scene.projectId)).project.workflow_lanes.map(({ label }) => label)
  return { scene, page, requests, lanes }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import tasks', exact: true })
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
/** What the dialog itself says is wrong; it also holds the alerts of the page. */
const problem = (page: Page) => dialog(page).locator('p[role=alert]').textContent()
const said = (page: Page, text: string | RegExp) => dialog(page).getByText(text).first().waitFor()

const csv = [
  'label,description,lane,status,colour',
  'Hang up the posters,At the station,Doing,1,red',
  'Book the band,,Music,0,',
  ',Nobody has named it,,0,',
].join('\n')

describe('an import', () => {
  it('makes the fields that are missing only when it is told to, and says which', async () => {
    const { page, scene } = await board('Wishes')
    await chooseFile(page, 'tasks.csv', 'label,fields.wish\nCall Ada,Blue\n')
    await said(page, '1 task would be created.')
    await said(page, /fields\.wish/)
    const choice = dialog(page).getByRole('checkbox', {
      name: 'Make the fields that are missing: “fields.due” makes the field “due”',
      exact: true,
    })
    expect(await choice.isChecked()).toBe(false)
    await choice.check()
    await said(page, 'Fields that would be made: wish.')
    expect((await web.service.client.fields.list()).fields).toEqual([])
    await button(page, 'Import 1 task').click()
    await said(page, 'New fields: wish.')
    expect((await scene.taskOf('Call Ada')).fields).toEqual({ wish: 'Blue' })
    expect((await web.service.client.fields.list()).fields).toMatchObject([{ key: 'wish', type: 'text' }])
  })

  it('adds the comments of a file, and says how many', async () => {
    const { page, scene } = await board('Talk')
    const task = JSON.stringify({ label: 'Call Ada' })
    const lines = ['One', 'Two'].map((text) => JSON.stringify({ comment: { text } }))
    await chooseFile(page, 'tasks.ndjson', [task, ...lines].join('\n'))
    await said(page, 'Comments that would be added: 2.')
    await button(page, 'Import 1 task').click()
    await said(page, 'Comments that were added: 2.')
    const { client } = web.service
    const comments = await all(client.comments.list((await scene.taskOf('Call Ada')).id))
    expect(comments.map(({ text }) => text)).toEqual(['One', 'Two'])
    // a later file has one more
    await button(page, 'Done').click()
    await chooseFile(page, 'later.ndjson', [task, ...lines, lines[0]].join('\n'))
    await button(page, 'Import 1 comment').click()
    await said(page, 'Comments that were added: 1.')
  })

  it('fills fields that are there rather than new ones, and says so before it runs', async () => {
    const { page, scene } = await board('Deadlines')
    await web.service.client.fields.create({ key: 'deadline', label: 'Deadline', type: 'date' })
    await page.reload()
    await card(page, 'Here before').waitFor()
    await chooseFile(page, 'todoist.csv', 'TYPE,CONTENT,INDENT,DATE\ntask,Water the plants,1,2031-05-06')
    await said(page, 'Fields that would be filled: Deadline (from “DATE”).')
    await dialog(page).getByRole('checkbox').check()
    await said(page, 'Fields that would be filled: Deadline (from “DATE”).')
    expect(
      await dialog(page)
        .getByText(/^Fields that would be made/)
        .count(),
    ).toBe(0)
    await button(page, 'Import 1 task').click()
    await said(page, 'Fields that were filled: Deadline (from “DATE”).')
    expect((await scene.taskOf('Water the plants')).fields).toEqual({ deadline: '2031-05-06' })
    await web.service.client.fields.delete('deadline')
  })

  it('first shows what it would do and writes nothing, then does just that', async () => {
    const { page, scene, lanes } = await board('Posters')
    await chooseFile(page, 'tasks.csv', csv)
    await said(page, '2 tasks would be created.')
    await said(page, 'Lanes that would be made: Music.')
    await said(page, /colour/)
    const rows = dialog(page).getByRole('row')
    await eventually(() => rows.allTextContents()).toEqual(['RowReason', expect.stringMatching(/^3.*label/)])
    expect(await scene.labels()).toEqual(['Here before'])
    expect(await lanes()).toEqual(['Doing'])

    await button(page, 'Import 2 tasks').click()
    await said(page, '2 tasks created.')
    await said(page, 'New lanes: Music.')
    expect(await lanes()).toEqual(['Doing', 'Music'])
    expect(await scene.taskOf('Hang up the posters')).toMatchObject({
      description: 'At the station',
      status: 1,
      workflow_lane_id: scene.laneIds[0],
    })
    await button(page, 'Done').click()
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['Hang up the posters'])
    await eventually(() => cardsIn(page, 'Music')).toEqual(['Book the band'])

    // the same file again makes nothing
    await chooseFile(page, 'tasks.csv', csv)
    await said(page, 'No task would be created.')
    await said(
      page,
      '2 rows are left out: there is such a task already, perhaps in the trash or in another project.',
    )
    await button(page, 'Import').click({ force: true })
    expect(await scene.labels()).toHaveLength(3)
    await button(page, 'Cancel').click()
    await eventually(() => dialog(page).count()).toBe(0)
  })

  it('knows an export of Todoist and a board of Trello, and takes another format when told', async () => {
    const { page, scene } = await board('Formats', { errors: [400] })
    await chooseFile(page, 'todoist.csv', 'TYPE,CONTENT,INDENT\ntask,Water the plants,1\ntask,The ferns,2')
    const format = dialog(page).getByRole('combobox')
    const shown = () => format.locator('option:checked').textContent()
    await eventually(shown).toBe('CSV of Todoist')
    await said(page, '1 task would be created.')
    const trello = {
      name: 'Board',
      lists: [{ id: 'l', name: 'Ideas', closed: false, pos: 1 }],
      cards: [
        { id: 'c', name: 'Ask Ada', idList: 'l', closed: false, pos: 1, desc: '', idChecklists: [] },
        { id: 'd', name: 'Old', idList: 'l', closed: true, pos: 2, desc: '', idChecklists: [] },
      ],
      checklists: [],
    }
    await dialog(page)
      .getByLabel('File', { exact: true })
      .setInputFiles({
        name: 'board.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(trello)),
      })
    await eventually(shown).toBe('Board of Trello (JSON)')
    await said(page, 'Lanes that would be made: Ideas.')
    await said(page, /^Archived cards are left out. \(1\)$/)
    await format.selectOption({ label: 'JSON' })
    await eventually(() => problem(page)).toMatch(/\w/)
    await format.selectOption({ label: 'Board of Trello (JSON)' })
    await button(page, 'Import 1 task').click()
    await said(page, '1 task created.')
    expect(await scene.labels()).toEqual(['Here before', 'Ask Ada'])
  })

  it('sends a board of Trello without what it does not read, so that a large one is taken, too', async () => {
    const { page, scene } = await board('Large board', { errors: [400, 413] })
    await chooseFile(page, 'board.json', trelloBoard(12))
    await said(page, /of a board of Trello only what is imported counts/)
    await button(page, 'Import 12 tasks').click()
    await said(page, '12 tasks created.')
    await button(page, 'Done').click()
    expect(await scene.labels()).toHaveLength(13)
    // one whose cards alone are too many
    await chooseFile(page, 'board.json', trelloBoard(500))
    await eventually(() => problem(page)).toMatch(
      /^“board\.json” has [\d,]+ KiB, and an import takes at most 1,024 KiB\. .*: in Trello, move some lists to another board/,
    )
  })

  it('says what is wrong with a file that is too large, too long, or no such file', async () => {
    const { page, requests, scene } = await board('Wrong files', { errors: [400, 413] })
    const choose = (name: string, text: string) =>
      dialog(page)
        .getByLabel('File', { exact: true })
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await chooseFile(page, 'large.csv', `label\n${'x'.repeat(1024 * 1024)}`)
    await eventually(() => problem(page)).toMatch(
      /^“large\.csv” has 1,025 KiB, and an import takes at most 1,024 KiB/,
    )
    const imports = () => requests.filter((request) => request.endsWith('/import')).length
    expect(imports()).toBe(0)
    await choose('long.csv', ['label', ...Array.from({ length: 2_001 }, (_, row) => `Row ${row}`)].join('\n'))
    await eventually(() => problem(page)).toMatch(/2,?000/)
    await choose('other.csv', 'first,second\n1,2')
    await eventually(() => problem(page)).toMatch(/label/)
    expect(await scene.labels()).toEqual(['Here before'])
    // a good file ends the message
    await choose('good.csv', 'label\nFine')
    await button(page, 'Import 1 task').waitFor()
    await eventually(() => problem(page)).toBe('')
  })

  it('goes on from part to part, and can be closed meanwhile', async () => {
    const { page, scene } = await board('In parts')
    // the service has no time for more than a row at once
    const labels = ['First', 'Second', 'Third']
    const parts: string[] = []
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
    await page.route('**/import?*', async (route) => {
      const { searchParams } = new URL(route.request().url())
      if (searchParams.get('dryRun') === 'true') {
        await route.continue()
        return
      }
      const row = Number(searchParams.get('fromRow') ?? 1)
      parts.push(String(row))
      if (row === 2) await held
      await scene.createTask(labels[row - 1] ?? '')
      const done = {
        created: 1,
        duplicates: 0,
        failed: [],
        lanes_created: [],
        fields_created: [],
        fields_matched: [],
        warnings: [],
      }
      await route.fulfill({ json: { ...done, next_row: row < 3 ? row + 1 : null } })
    })
    await chooseFile(page, 'tasks.csv', ['label', ...labels].join('\n'))
    await button(page, 'Import 3 tasks').click()
    // a row that fails is read, too, but not imported
    await said(page, '1 of 3 rows read…')
    letGo(undefined)
    await said(page, '3 tasks created.')
    expect(parts).toEqual(['1', '2', '3'])
    await button(page, 'Done').click()
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Here before', ...labels])
  })

  it('says how far it came when the service fails, and completes it when tried again', async () => {
    const { page, scene } = await board('Failing', { errors: [500] })
    const error = { code: 'internal_error', message: 'Something went wrong.', request_id: 'test' }
    await chooseFile(page, 'tasks.csv', 'label\nOne\nTwo')
    await button(page, 'Import 2 tasks').waitFor()
    await page.route('**/import?*', (route) => route.fulfill({ status: 500, json: { error } }), { times: 1 })
    await button(page, 'Import 2 tasks').click()
    await eventually(() => problem(page)).toMatch(
      /^The import of “tasks\.csv” stopped after 0 tasks: Something went wrong\./,
    )
    await button(page, 'Import 2 tasks').click()
    await said(page, '2 tasks created.')
    expect(await scene.labels()).toEqual(['Here before', 'One', 'Two'])
  })

  it('goes on when the dialog is closed, and says then what it did', async () => {
    const { page, scene } = await board('Closed')
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await chooseFile(page, 'tasks.csv', 'label\nOne\nTwo')
    await button(page, 'Import 2 tasks').waitFor()
    await page.route('**/import?*', async (route) => {
      await held
      await route.continue()
    })
    await button(page, 'Import 2 tasks').click()
    await button(page, 'Go on in the background').click()
    await eventually(() => dialog(page).count()).toBe(0)
    release()
    await page.getByText('“tasks.csv”: 2 tasks imported.', { exact: true }).waitFor()
    expect(await scene.labels()).toEqual(['Here before', 'One', 'Two'])
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Here before', 'One', 'Two'])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Here before'])
  })

  it('needs no mouse: the focus stays in the dialog, and returns to the menu', async () => {
    const { page, scene } = await board('By keyboard')
    const menu = page.getByRole('button', { name: 'Board menu', exact: true })
    await menu.press('ArrowDown')
    await page.keyboard.press('Enter')
    const file = dialog(page).getByLabel('File', { exact: true })
    await file.setInputFiles({ name: 'tasks.csv', mimeType: 'text/csv', buffer: Buffer.from('label\nOne') })
    const go = button(page, 'Import 1 task')
    await go.waitFor()
    await go.focus()
    await page.keyboard.press('Enter')
    await said(page, '1 task created.')
    await eventually(() => button(page, 'Done').and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.press('Enter')
    await eventually(() => menu.and(page.locator(':focus')).count()).toBe(1)
    expect(await scene.labels()).toEqual(['Here before', 'One'])
  })

  it('can be undone: its tasks go to the trash, and its lanes go', async () => {
    const { page, scene, lanes } = await board('Taken back')
    await chooseFile(page, 'tasks.csv', csv)
    await button(page, 'Import 2 tasks').click()
    await button(page, 'Undo').click()
    await eventually(() => dialog(page).count()).toBe(0)
    await page
      .getByText('The import of “tasks.csv” is undone: 2 tasks moved to the trash, 1 lane removed.')
      .waitFor()
    expect(await scene.labels()).toEqual(['Here before'])
    expect(await lanes()).toEqual(['Doing'])
    expect((await scene.trashed()).map(({ label }) => label).toSorted()).toEqual([
      'Book the band',
      'Hang up the posters',
    ])
    await eventually(() => cardsIn(page, 'Doing')).toEqual([])
    await eventually(() => lane(page, 'Music').count()).toBe(0)
  })

  it('closes its dialog when a key undoes it', async () => {
    const { page, scene } = await board('Taken back by key')
    await chooseFile(page, 'tasks.csv', csv)
    await button(page, 'Import 2 tasks').click()
    await said(page, '2 tasks created.')
    await page.keyboard.press('Control+z')
    await eventually(() => dialog(page).count()).toBe(0)
    await eventually(() => scene.labels()).toEqual(['Here before'])
  })

  it('is undone in parts, and leaves what was changed since', async () => {
    const { page, scene, lanes } = await board('Changed since')
    const sizes = followBulk(page)
    const rows = Array.from({ length: 150 }, (_, row) => `Row ${row},${row < 2 ? 'Music' : 'Doing'}`)
    await chooseFile(page, 'tasks.csv', ['label,lane', ...rows].join('\n'))
    await button(page, 'Import 150 tasks').click()
    await button(page, 'Done').click()
    const { client } = web.service
    await client.tasks.update((await scene.taskOf('Row 1')).id, { description: 'Mine' })
    await client.tasks.delete((await scene.taskOf('Row 5')).id)
    await page.keyboard.press('Control+z')
    await page
      .getByRole('alert')
      .filter({
        hasText:
          'Undoing the import of “tasks.csv”: Changed or deleted since, and so left alone: 2 tasks. The lane “Music” stays: it has tasks.',
      })
      .waitFor()
    await page.getByText('The import of “tasks.csv” is undone: 148 tasks moved to the trash.').waitFor()
    expect(await scene.labels()).toEqual(['Here before', 'Row 1'])
    expect(await lanes()).toEqual(['Doing', 'Music'])
    expect(await sizes()).toEqual([100, 48]) // the two are left out
  })

  it('says that undoing it needs the scope delete', async () => {
    const { token } = await web.service.client.tokens.create({ name: 'Writer', scopes: ['read', 'write'] })
    const { page } = await board('Writer', { token: token.secret })
    await chooseFile(page, 'tasks.csv', 'label\nOne')
    await button(page, 'Import 1 task').click()
    await said(page, 'Undoing it needs the scope delete, which your token lacks.')
    expect(await button(page, 'Undo').count()).toBe(0)
  })

  it('is not offered to those who may not write', async () => {
    const { token } = await web.service.client.tokens.create({ name: 'Reader', scopes: ['read'] })
    const { page } = await board('Reader', { token: token.secret })
    await page.getByRole('button', { name: 'Board menu', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Export as CSV', exact: true }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Import tasks…', exact: true }).count()).toBe(0)
  })
})

it('is offered on a board without lanes', async () => {
  const scene = await web.scene('No lanes yet')
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  await page.getByRole('button', { name: 'Import tasks…', exact: true }).click()
  await dialog(page).waitFor()
})

it('a file can be dropped on the dialog', async () => {
  const { page, scene } = await board('Dropped')
  await pick(page, 'Board menu', 'Import tasks…')
  await dialog(page).waitFor()
  const files = await page.evaluateHandle(`(() => {
    const files = new DataTransfer()
    files.items.add(new File(['label\\nFrom above'], 'dropped.csv', { type: 'text/csv' }))
    return files
  })()`)
  await dialog(page).locator('.drop-zone').dispatchEvent('drop', { dataTransfer: files })
  await button(page, 'Import 1 task').click()
  await said(page, '1 task created.')
  expect(await scene.labels()).toEqual(['Here before', 'From above'])
})
