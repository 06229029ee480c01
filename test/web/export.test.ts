import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { card, pick } from '../support/board.ts'
import { writeTasks } from '../support/many-tasks.ts'
import { all, eventually, useWeb } from '../support/web.ts'

const web = useWeb()

/** Chooses an export, and returns the file that the browser saves. */
async function download(page: Page, menu: string, item: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), pick(page, menu, item)])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

it('tasks are exported as CSV and as JSON lines, named after the project', async () => {
  const scene = await web.scene('Summer: party', ['Doing'], {
    Doing: ['Hang up, then light, the “lanterns”'],
  })
  await scene.createTask('=SUM(A1)', { description: 'Two\nlines' })
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  const [first] = await all(web.service.client.projects.listTasks(scene.projectId))
  await web.service.client.comments.create(first?.id ?? '', { text: 'They are paper' })
  const csv = await download(page, 'Board menu', 'Export as CSV')
  expect(csv.name).toBe('Summer party.csv')
  expect(csv.text).toContain('"Hang up, then light, the “lanterns”"')
  expect(csv.text).toContain("'=SUM(A1)")
  const lines = await download(page, 'Board menu', 'Export as JSON lines')
  expect(lines.name).toBe('Summer party.ndjson')
  const tasks = lines.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { label?: string; lane?: string | null; comment?: { text: string } }) // as the service wrote it
  expect(tasks.map(({ label, lane, comment }) => comment?.text ?? [label, lane])).toEqual([
    ['Hang up, then light, the “lanterns”', 'Doing'],
    'They are paper',
    ['=SUM(A1)', null],
  ])
})

it('all pages of an export are in the file, also for those who may only read', async () => {
  const scene = await web.scene('Pages')
  const { dataDir, demo, client } = web.service
  const labels = Array.from({ length: 1_100 }, (_, index) => `Card ${index}`)
  await writeTasks(dataDir, demo.account_id, scene.projectId, labels)
  const { token } = await client.tokens.create({ name: 'Reader', scopes: ['read'] })
  const { page, requests } = await web.visit(`#/projects/${scene.projectId}`, { token: token.secret })
  const { text } = await download(page, 'Board menu', 'Export as JSON lines')
  expect(text.trimEnd().split('\n')).toHaveLength(1_100)
  expect(new Set(text.trimEnd().split('\n')).size).toBe(1_100)
  const exports = requests.filter((request) => request.endsWith('/export'))
  expect(exports).toHaveLength(2)
  expect(await all(client.projects.listTasks(scene.projectId))).toHaveLength(1_100)
})

it('a failed export says why, and saves nothing', async () => {
  const scene = await web.scene('No export', [], { '': ['Stays'] })
  const { page } = await web.visit(`#/projects/${scene.projectId}`, { errors: [500] })
  await card(page, 'Stays').waitFor()
  const error = { code: 'internal_error', message: 'Something went wrong.', request_id: 'test' }
  await page.route('**/export?*', (route) => route.fulfill({ status: 500, json: { error } }), { times: 1 })
  const saved: unknown[] = []
  page.on('download', (file) => saved.push(file))
  await pick(page, 'Board menu', 'Export as CSV')
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'The tasks were not exported. Something went wrong.' })
  await alert.waitFor()
  expect(saved).toEqual([])
  await download(page, 'Board menu', 'Export as CSV')
  await eventually(() => alert.count()).toBe(0)
})
