import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card, cardsIn, carry, circle, frames, handle, lane, pick, pointOf } from '../support/board.ts'
import { writeTasks } from '../support/many-tasks.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const give = async (page: Page, name: string, choice: string) => {
  await page.getByRole('button', { name: `Actions for lane ${name}`, exact: true }).click()
  const group = page.getByRole('group', { name: 'A card that enters', exact: true })
  await group.getByRole('menuitemradio', { name: choice, exact: true }).click()
}

async function board(label: string) {
  const scene = await web.scene(label, ['To do', 'Done'], { 'To do': ['A', 'B'], Done: ['C'] })
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  await eventually(() => cardsIn(page, 'To do')).toEqual(['A', 'B'])
  const statusOf = async (task: string) => (await scene.taskOf(task)).status
  const statuses = async () =>
    (await web.service.client.projects.get(scene.projectId)).project.workflow_lanes.map(
      ({ task_status }) => task_status,
    )
  return { page, scene, statusOf, statuses }
}

it('the usual three lanes set the status that they are named after', async () => {
  const scene = await web.scene('Usual lanes')
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  await page.getByRole('button', { name: 'To do, Doing, Done', exact: true }).click()
  await lane(page, 'Done').waitFor()
  // the mark of the status stands beside the name, in one line with it
  for (const name of ['To do', 'Doing', 'Done']) {
    const mark = await lane(page, name).locator('.lane-status svg').boundingBox()
    const text = await page.getByRole('heading', { name, exact: true }).boundingBox()
    if (!mark || !text) throw new Error('The mark is not shown.')
    expect(Math.abs(mark.y + mark.height / 2 - (text.y + text.height / 2))).toBeLessThanOrEqual(1)
    expect(text.x - (mark.x + mark.width)).toBeGreaterThanOrEqual(4)
  }
  const statuses = async () =>
    (await web.service.client.projects.get(scene.projectId)).project.workflow_lanes.map(
      ({ task_status }) => task_status,
    )
  await eventually(statuses).toEqual([0, 1, 2])
})

it('a card that is dropped in a lane with a status has it at once, stays in sight, and undo gives both back', async () => {
  const { page, scene, statusOf, statuses } = await board('Dropped')
  expect(await statuses()).toEqual([null, null])
  await give(page, 'Done', 'Done')
  await eventually(statuses).toEqual([null, 2])
  await carry(page, handle(page, 'A'), () => pointOf(card(page, 'C'), 0.9))
  await page.mouse.up()
  await eventually(() => cardsIn(page, 'Done')).toEqual(['C', 'A'])
  await eventually(() => circle(page, 'A').getAttribute('aria-pressed')).toBe('true')
  await eventually(() => statusOf('A')).toBe(2)
  // the count of the lane is that of the cards in sight
  await eventually(() => lane(page, 'Done').locator('.count').textContent()).toBe('2 tasks')
  await page.keyboard.press('Control+z')
  await eventually(() => cardsIn(page, 'To do')).toEqual(['A', 'B'])
  await eventually(() => statusOf('A')).toBe(0)
  expect((await scene.taskOf('A')).workflow_lane_id).toBe(scene.laneIds[0])
})

it('all cards that move to a lane that completes them stay in sight, also when that lane is deleted', async () => {
  const scene = await web.scene('All completed', ['To do', 'Check'], {
    'To do': ['A', 'B', 'C'],
    Check: ['D'],
  })
  const { client } = web.service
  const { id } = await scene.createTask('Done before', { workflowLaneId: scene.laneIds[0] ?? '' })
  await client.tasks.update(id, { status: 2 })
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  await eventually(() => cardsIn(page, 'To do')).toEqual(['A', 'B', 'C'])
  await give(page, 'Check', 'Done')
  // one that was completed and reopened here is not treated in another way
  await circle(page, 'B').click()
  await eventually(async () => (await scene.taskOf('B')).status).toBe(2)
  await circle(page, 'B').click()
  await eventually(async () => (await scene.taskOf('B')).status).toBe(0)
  const isRead = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/tasks'))
  await pick(page, 'Actions for lane To do', 'Move all cards…')
  await page.getByRole('combobox', { name: 'To', exact: true }).selectOption('Check')
  await page.getByRole('button', { name: 'Move 4 tasks', exact: true }).click()
  await page.getByText('Moved 4 tasks to Check.', { exact: true }).waitFor()
  await isRead
  await eventually(() => cardsIn(page, 'Check')).toEqual(['D', 'A', 'B', 'C'])
  await eventually(() => lane(page, 'Check').locator('.count').textContent()).toBe('4 of 5 tasks')
  await pick(page, 'Actions for lane Check', 'Delete')
  await page.getByRole('button', { name: 'Delete lane', exact: true }).click()
  await eventually(() => cardsIn(page, 'No lane')).toEqual(['D', 'A', 'B', 'C'])
  // until the board is left
  await page.getByRole('link', { name: 'Trash', exact: true }).click()
  await page.getByText('The trash is empty.').waitFor()
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await eventually(() => cardsIn(page, 'No lane')).toEqual(['D'])
})

it('a card that was completed before the board was left stays out of sight when the feed tells of it late', async () => {
  const { page, scene, statusOf } = await board('Told late')
  let tell: () => void = () => undefined
  const told = new Promise<void>((done) => {
    tell = done
  })
  await page.route('**/v1/changes**', async (route) => {
    await told
    await route.continue()
  })
  await circle(page, 'A').click()
  await eventually(() => statusOf('A')).toBe(2)
  expect(await cardsIn(page, 'To do')).toEqual(['A', 'B'])
  await page.getByRole('link', { name: 'Trash', exact: true }).click()
  await page.getByText('The trash is empty.').waitFor()
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await eventually(() => cardsIn(page, 'To do')).toEqual(['B'])
  await scene.createTask('Later', { workflowLaneId: scene.laneIds[0] ?? '' })
  tell()
  // the feed tells of both
  await eventually(async () => (await cardsIn(page, 'To do')).includes('Later')).toBe(true)
  expect(await cardsIn(page, 'To do')).toEqual(['B', 'Later'])
})

it('a card that comes back from the trash by undo has the status that it had', async () => {
  const { page, scene, statusOf } = await board('Deleted')
  await give(page, 'Done', 'Done')
  await pick(page, 'Actions for C', 'Delete')
  await eventually(async () => (await scene.trashed()).length).toBe(1)
  await page.keyboard.press('Control+z')
  await eventually(() => cardsIn(page, 'Done')).toEqual(['C'])
  await eventually(() => statusOf('C')).toBe(0)
})

describe('a card that moves to a lane', () => {
  const taskDialog = (page: Page) => page.getByRole('dialog', { name: 'Task' })

  /** The ways to move a card to the lane Doing, but dragging. */
  const doors: Record<string, (page: Page, label: string) => Promise<void>> = {
    'its menu': async (page, label) => {
      await pick(page, `Actions for ${label}`, 'Move to lane…')
      await page.getByRole('menuitemradio', { name: 'Doing', exact: true }).click()
    },
    'a key': async (page, label) => {
      await page.getByRole('link', { name: label, exact: true }).press('m')
      await page.getByRole('menuitemradio', { name: 'Doing', exact: true }).click()
    },
    'its dialog': async (page, label) => {
      await card(page, label).click()
      await taskDialog(page).getByRole('combobox', { name: 'Lane', exact: true }).selectOption('Doing')
    },
    'the selection': async (page, label) => {
      await card(page, label).click({ modifiers: ['Control'] })
      await pick(page, 'Move to lane', 'Doing')
    },
    'the list': async (page, label) => {
      await page.getByRole('link', { name: 'List', exact: true }).click()
      await page.getByRole('button', { name: `Lane of ${label}: To do`, exact: true }).click()
      await page.getByRole('combobox', { name: `Lane of ${label}`, exact: true }).selectOption('Doing')
    },
    'all of its lane': async (page) => {
      await pick(page, 'Actions for lane To do', 'Move all cards…')
      await page.getByRole('combobox', { name: 'To', exact: true }).selectOption('Doing')
      await page.getByRole('button', { name: 'Move 2 tasks', exact: true }).click()
    },
  }

  it.each(Object.keys(doors))('comes to its end by %s, and undo takes it back to its place', async (door) => {
    const scene = await web.scene(`By ${door}`, ['To do', 'Doing'], { 'To do': ['A', 'B'], Doing: ['C'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await eventually(() => cardsIn(page, 'To do')).toEqual(['A', 'B'])
    const held = () => Promise.all(scene.laneIds.map((laneId) => scene.labels(laneId)))
    await doors[door]?.(page, 'A')
    await eventually(held).toEqual(door === 'all of its lane' ? [[], ['C', 'A', 'B']] : [['B'], ['C', 'A']])
    await eventually(async () => {
      await page.keyboard.press('Control+z')
      await frames(page)
      return held()
    }).toEqual([['A', 'B'], ['C']])
    expect(await scene.labels()).toEqual(['A', 'B', 'C'])
  })
})

it('the count of a lane means what the filter shows of it, however much of that is loaded', async () => {
  const scene = await web.scene('Counted', ['To do'])
  const { dataDir, demo, client } = web.service
  const labels = Array.from({ length: 120 }, (_, index) => `Card ${index}`)
  await writeTasks(dataDir, demo.account_id, scene.projectId, labels, scene.laneIds[0])
  const { id } = await scene.createTask('Finished', { workflowLaneId: scene.laneIds[0] ?? '' })
  await client.tasks.update(id, { status: 2 })
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  const count = () => lane(page, 'To do').locator('.count').textContent()
  const scroll = () =>
    lane(page, 'To do')
      .getByRole('list')
      .evaluate((list) => {
        list.scrollTop = list.scrollHeight
      })
  // how many are not done is not known yet
  await eventually(count).toBe('100+ of 121 tasks')
  await eventually(async () => {
    await scroll()
    return count()
  }).toBe('120 of 121 tasks')
  await page.getByRole('combobox', { name: 'Filter by status', exact: true }).selectOption('All')
  await eventually(count).toBe('121 tasks')
  await eventually(async () => {
    await scroll()
    return (await cardsIn(page, 'To do')).at(-1)
  }).toBe('Finished')
  expect(await count()).toBe('121 tasks')
})

it('the column of cards without a lane stays on its side, also when its last card goes while another is dragged', async () => {
  const scene = await web.scene('Sides', ['To do'], { '': ['Loose'], 'To do': ['A', 'B'] })
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  await eventually(() => cardsIn(page, 'No lane')).toEqual(['Loose'])
  const sides = () => page.getByRole('region').getByRole('heading', { level: 2 }).allTextContents()
  expect(await sides()).toEqual(['No lane', 'To do'])
  await carry(page, handle(page, 'A'), () => pointOf(card(page, 'B'), 0.9))
  await web.service.client.tasks.delete((await scene.taskOf('Loose')).id)
  await eventually(() => cardsIn(page, 'No lane')).toEqual([])
  expect(await sides()).toEqual(['No lane', 'To do'])
  await page.mouse.up()
  await eventually(sides).toEqual(['To do'])
  // while it was not there, it stands behind the lanes, where it moves nothing, and stays there
  await carry(page, handle(page, 'A'), async () => {
    await lane(page, 'No lane').waitFor()
    return pointOf(lane(page, 'No lane'))
  })
  expect(await sides()).toEqual(['To do', 'No lane'])
  await page.mouse.up()
  await eventually(() => cardsIn(page, 'No lane')).toEqual(['A'])
  expect(await sides()).toEqual(['To do', 'No lane'])
})
