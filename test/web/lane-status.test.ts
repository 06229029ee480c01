import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { card, cardsIn, carry, circle, handle, lane, pick, pointOf } from '../support/board.ts'
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
  const { project } = await web.service.client.projects.get(scene.projectId)
  expect(project.workflow_lanes.map(({ task_status }) => task_status)).toEqual([0, 1, 2])
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
  expect(await lane(page, 'Done').locator('.count').textContent()).toBe('2 tasks')
  await page.keyboard.press('Control+z')
  await eventually(() => cardsIn(page, 'To do')).toEqual(['A', 'B'])
  await eventually(() => statusOf('A')).toBe(0)
  expect((await scene.taskOf('A')).workflow_lane_id).toBe(scene.laneIds[0])
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
