import { expect, it } from 'vitest'
import { card, cardsIn } from '../support/board.ts'
import { chooseFile } from '../support/bulk-views.ts'
import { purge } from '../support/many-tasks.ts'
import { redoLast, told, undoLast } from '../support/undo-board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

/** Imports a file on a new board with one lane, and leaves the dialog. */
async function imported(label: string, text: string, count: number) {
  const scene = await web.scene(label, ['Doing'], { '': ['Here before'] })
  const { page, requests } = await web.visit(`#/projects/${scene.projectId}`)
  await card(page, 'Here before').waitFor()
  await chooseFile(page, 'tasks.csv', text)
  const dialog = page.getByRole('dialog', { name: 'Import tasks', exact: true })
  await dialog.getByRole('button', { name: `Import ${count} tasks`, exact: true }).click()
  await dialog.getByRole('button', { name: 'Done', exact: true }).click()
  const lanes = async () => (await web.service.client.projects.get(scene.projectId)).project.workflow_lanes
  return { scene, page, requests, lanes }
}

it('an import is made again after it was undone: the same tasks, with their lanes and statuses', async () => {
  const csv = 'label,lane,status\nHang up the posters,Doing,1\nBook the band,Music,0'
  const { page, scene, lanes } = await imported('Made again', csv, 2)
  // a lane that gives a status would change a task that comes back
  await web.service.client.lanes.update(scene.projectId, scene.laneIds[0] ?? '', { taskStatus: 2 })
  const labels = async () => (await lanes()).map(({ label }) => label)
  const now = async () => {
    const names = new Map((await lanes()).map(({ id, label }) => [id, label]))
    return (await scene.tasks()).map(({ id, label, status, position, workflow_lane_id }) => [
      ...[id, label, status, position, names.get(workflow_lane_id ?? '')],
    ])
  }
  const before = await now()
  expect(before).toHaveLength(3)
  for (let times = 0; times < 2; times += 1) {
    await undoLast(page)
    await told(page, 'The import of “tasks.csv” is undone: 2 tasks moved to the trash, 1 lane removed.')
    expect(await scene.labels()).toEqual(['Here before'])
    expect(await labels()).toEqual(['Doing'])
    await redoLast(page)
    await told(page, '“tasks.csv” is imported again: 2 tasks restored, 1 lane made.')
    expect(await now()).toEqual(before)
    expect(await labels()).toEqual(['Doing', 'Music'])
    await eventually(() => cardsIn(page, 'Music')).toEqual(['Book the band'])
  }
  await eventually(() => cardsIn(page, 'Doing')).toEqual(['Hang up the posters'])
  expect((await page.getByRole('alert').allTextContents()).join('')).toBe('')
})

it('a file whose import was undone offers to restore its tasks', async () => {
  const csv = 'label,lane,status\nHang up the posters,Doing,1\nBook the band,Music,0'
  const { page, scene, lanes } = await imported('Chosen again', csv, 2)
  const before = (await scene.tasks()).map(({ id, label, status }) => [id, label, status])
  await undoLast(page)
  await told(page, 'The import of “tasks.csv” is undone: 2 tasks moved to the trash, 1 lane removed.')
  await chooseFile(page, 'tasks.csv', csv)
  const dialog = page.getByRole('dialog', { name: 'Import tasks', exact: true })
  await dialog
    .getByText('This file was imported, and its tasks were moved to the trash by undoing that.')
    .waitFor()
  await dialog.getByRole('button', { name: 'Restore its tasks', exact: true }).click()
  await told(page, '“tasks.csv” is imported again: 2 tasks restored, 1 lane made.')
  await eventually(() => dialog.count()).toBe(0)
  expect((await scene.tasks()).map(({ id, label, status }) => [id, label, status])).toEqual(before)
  await eventually(() => cardsIn(page, 'Music')).toEqual(['Book the band'])
  await undoLast(page)
  await told(page, 'The import of “tasks.csv” is undone: 2 tasks moved to the trash, 1 lane removed.')
  expect((await lanes()).map(({ label }) => label)).toEqual(['Doing'])
  // a page that knows nothing of it leads to the trash
  await page.reload()
  await card(page, 'Here before').waitFor()
  await chooseFile(page, 'tasks.csv', csv)
  await dialog.getByText(/^2 rows are left out: there is such a task already/).waitFor()
  expect(await dialog.getByRole('button', { name: 'Restore its tasks', exact: true }).count()).toBe(0)
  await dialog.getByRole('link', { name: 'Look in the trash', exact: true }).click()
  await page.getByRole('button', { name: 'Restore selected', exact: true }).waitFor()
})

it('a long import is made again in parts, and says what did not come back', async () => {
  const rows = Array.from({ length: 150 }, (_, row) => `Row ${row},Doing`)
  const text = ['label,lane', ...rows].join('\n')
  const { page, requests, scene } = await imported('Made again in parts', text, 150)
  const purged = await scene.taskOf('Row 4')
  await undoLast(page)
  await told(page, 'The import of “tasks.csv” is undone: 150 tasks moved to the trash.')
  const { dataDir, demo, client } = web.service
  const [other, ...more] = (await scene.trashed()).filter(({ label }) => label === 'Row 7')
  expect(more).toEqual([])
  await client.tasks.restore(other?.id ?? '')
  await purge(dataDir, demo.account_id, purged.id)
  const before = requests.length
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
  let parts = 0
  await page.route('**/v1/tasks/bulk', async (route) => {
    parts += 1
    if (parts === 2) await held
    await route.continue()
  })
  await redoLast(page)
  await page.getByText(/^\d+ of 150 tasks restored…$/).waitFor()
  letGo(undefined)
  await told(page, '“tasks.csv” is imported again: 148 tasks restored.')
  await page
    .getByRole('alert')
    .filter({
      hasText:
        'Importing “tasks.csv” again: No longer in the trash, and so gone for good: 1 task. Restored or changed since, and so left alone: 1 task.',
    })
    .waitFor()
  expect(await scene.labels()).toHaveLength(150)
  expect(requests.slice(before).filter((request) => request === 'POST /v1/tasks/bulk')).toHaveLength(2)
  await undoLast(page)
  await told(page, 'The import of “tasks.csv” is undone: 148 tasks moved to the trash.')
  expect(await scene.labels()).toEqual(['Here before', 'Row 7'])
})
