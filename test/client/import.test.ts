import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contentToSend } from '../../client/src/import.ts'
import type { ImportReport } from '../../client/src/index.ts'
import { imported, tasksOf } from '../functions/projects/import-support.ts'
import { readFeed } from '../support/feed.ts'
import { newTenant } from '../support/tenant.ts'
import { trelloBoard } from '../support/trello-board.ts'
import { clientFor, collect, errorAnswer, fatefulFetch } from './support.ts'

const rows = Array.from({ length: 150 }, (_, index) => `Task ${index},Späti,tomorrow\n`)
const file = `label,lane,due\n${rows.join('')},Späti,\nLast,,\n`

const whole: ImportReport = {
  created: 151,
  duplicates: 0,
  failed: [
    {
      row: 151,
      error: { code: 'invalid_request', message: 'label must contain at least one visible character' },
    },
  ],
  lanes_created: ['Späti'],
  fields_created: [],
  fields_matched: [],
  warnings: [{ message: 'The column due is left out.', count: 150 }],
  next_row: null,
}

describe('projects.import', () => {
  it.each([
    ['a text', file],
    ['bytes', new TextEncoder().encode(file)],
    ['a file of the browser', new Blob([file])],
  ])('sends %s', async (_, content) => {
    const { token, projectId } = await newTenant()
    const { projects } = clientFor(token)
    expect(await projects.import(projectId, content, { format: 'csv', dryRun: true })).toEqual(whole)
    expect(await collect(projects.listTasks(projectId))).toEqual([])
    expect(await projects.import(projectId, content, { format: 'csv' })).toEqual(whole)
    expect(await collect(projects.listTasks(projectId))).toHaveLength(151)
  })

  it.each(['csv', 'json', 'todoist', 'trello'] as const)('sends %s with its media type', async (format) => {
    const { fetch, sent } = fatefulFetch(Response.json(whole))
    const report = await clientFor('tsk_x', fetch).projects.import('p', 'A', { format, originId: 'old-tool' })
    expect(report).toEqual(whole)
    const [request] = sent
    expect(request?.url).toMatch(new RegExp(`/projects/p/import\\?format=${format}$`))
    expect(request?.headers.get('Content-Type')).toBe(
      format === 'csv' || format === 'todoist' ? 'text/csv' : 'application/json',
    )
    expect(request?.headers.get('Origin-Id')).toBe('old-tool')
    expect(await request?.text()).toBe('A')
  })

  it('makes the same of a board of Trello without what an import does not read', async () => {
    const board = readFileSync('test/fixtures/import/trello.json')
    const [byHand, byClient] = [await newTenant(), await newTenant()]
    const content = contentToSend(board, 'trello')
    expect(content.length).toBeLessThan(board.length)
    const ofWhole = await imported(byHand, 'trello', board)
    const ofPart = await clientFor(byClient.token).projects.import(byClient.projectId, board, {
      format: 'trello',
    })
    expect(ofPart).toEqual(ofWhole)
    expect(await tasksOf(byClient)).toEqual(await tasksOf(byHand))
    expect(ofWhole.created).toBeGreaterThan(0)
  })

  it('sends a board of Trello that is larger than an import takes', async () => {
    const { token, projectId, send } = await newTenant()
    const board = trelloBoard(12)
    expect(board.length).toBeGreaterThan(1.2 * 1024 * 1024)
    const refused = await send('POST', `/projects/${projectId}/import?format=trello`, {
      body: Buffer.from(board),
      headers: { 'Content-Type': 'application/json' },
    })
    expect(refused).toMatchObject({
      status: 413,
      body: { error: { message: expect.stringContaining('leave out archived cards') as string } },
    })
    expect(await clientFor(token).projects.import(projectId, board, { format: 'trello' })).toMatchObject({
      created: 12,
      ...{ lanes_created: ['Ideas'], comments_created: 1 },
      warnings: [
        { message: 'Attachments are left out.', count: 12 },
        { message: 'Archived cards are left out.', count: 100 },
      ],
    })
  })

  it('goes on with next_row until the end, and adds the parts up', async () => {
    const tenant = await newTenant()
    const parts: ImportReport[] = [
      { ...whole, created: 99, failed: [], next_row: 100 },
      { ...whole, created: 52, lanes_created: [], warnings: [] },
    ]
    const { fetch, sent } = fatefulFetch(...parts.map((part) => Response.json(part)))
    const seen: (number | null)[] = []
    const onProgress = ({ next_row }: ImportReport) => seen.push(next_row)
    const { projects } = clientFor(tenant.token, fetch)
    expect(await projects.import(tenant.projectId, file, { format: 'csv', onProgress })).toEqual(whole)
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?format=csv', '?format=csv&fromRow=100'])
    expect(seen).toEqual([100, null])
  })

  it('adds up the comments of the parts, and has each warning about them once', async () => {
    const message = 'Some comments are cut at 10,000 characters.'
    const part = (next_row: number | null): ImportReport => ({
      ...{ ...whole, comments_created: 2, next_row },
      warnings: [{ message, count: 1 }],
    })
    const { fetch } = fatefulFetch(...[2, null].map((row) => Response.json(part(row))))
    const report = await clientFor('tsk_x', fetch).projects.import('p', 'A', { format: 'json' })
    expect(report).toMatchObject({ comments_created: 4, warnings: [{ message, count: 2 }] })
  })

  it('repeats a part whose answer was lost, and makes nothing twice', async () => {
    const { token, projectId, taskCount } = await newTenant()
    const { fetch } = fatefulFetch('lost', errorAnswer(503, 'service_unavailable'))
    const report = await clientFor(token, fetch).projects.import(projectId, file, { format: 'csv' })
    expect(report).toMatchObject({ created: 0, duplicates: 151 })
    expect(await taskCount()).toBe(151)
  })

  it('throws what is wrong with a file', async () => {
    const { token, projectId } = await newTenant()
    const outcome = clientFor(token).projects.import(projectId, 'Due\n', { format: 'csv' })
    await expect(outcome).rejects.toMatchObject({ code: 'invalid_request', status: 400 })
  })

  it('writes for the origin that it is given', async () => {
    const tenant = await newTenant()
    await clientFor(tenant.token).projects.import(tenant.projectId, 'label\nA\n', {
      format: 'csv',
      originId: 'old-tool',
    })
    const { changes } = await readFeed(tenant)
    expect(changes.map(({ origin }) => origin)).toMatchObject([{ via: 'import', origin_id: 'old-tool' }])
  })
})
